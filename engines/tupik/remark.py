"""What a challenge says of its map: who wins it under best play, as far as that is known without a long search."""

from __future__ import annotations

import sys

from engines.phrases import Phrase
from engines.tupik.map.built_in import rating_of
from engines.tupik.rating import MOST_RATED, Rating, remark_on
from engines.tupik.rules import Position


def remark(position: Position) -> tuple[Phrase, ...]:
    """One sentence on the map; one that is not built in is rated if it is small and the kernels are loaded."""
    return (remark_on(_rating(position)),)


def _rating(position: Position) -> Rating | None:
    if position.roads.title:
        return rating_of(position.roads.title)
    search = sys.modules.get("engines.tupik.search")
    return search.rated(position.roads) if search and len(position.roads) <= MOST_RATED else None
