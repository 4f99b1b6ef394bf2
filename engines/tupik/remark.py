"""What a challenge says of its map: whether it is fair, as far as anybody knows without long thinking."""

from __future__ import annotations

import sys

from engines.phrase import Phrase
from engines.tupik.atlas import rating_of
from engines.tupik.rating import Rating, remark_on
from engines.tupik.rules import Position


def remark(position: Position) -> tuple[Phrase, ...]:
    """One sentence on the map; an own map of up to 14 cities is rated when the kernels are loaded."""
    return (remark_on(_rating(position)),)


def _rating(position: Position) -> Rating | None:
    if position.roads.title:
        return rating_of(position.roads.title)
    search = sys.modules.get("engines.tupik.search")
    return search.rating_at_once(position.roads) if search else None
