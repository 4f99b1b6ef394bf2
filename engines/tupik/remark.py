"""What a challenge says of its map: who wins it under best play, as far as that is known without a long search."""

from __future__ import annotations

from engines.kernels.loading import ready
from engines.phrases import Phrase
from engines.tupik.map.built_in import rating_of
from engines.tupik.rating import MOST_RATED, Rating, remark_on
from engines.tupik.rules import Position

LONGEST_STUDY = 8.0
"""Seconds: the kernels are compiled within six, once an installation; rating 18 cities takes a fifth of one."""


def study(position: Position) -> None:
    """Rates a map of one's own if it is small; waits up to LONGEST_STUDY seconds for the kernels."""
    if not position.roads.title and len(position.roads) <= MOST_RATED:
        ready("tupik", LONGEST_STUDY)
        _rating(position)


def remark(position: Position) -> tuple[Phrase, ...]:
    """One sentence on the map; one that is not built in is rated if it is small and the kernels are loaded."""
    return (remark_on(_rating(position)),)


def _rating(position: Position) -> Rating | None:
    if position.roads.title:
        return rating_of(position.roads.title)
    if len(position.roads) > MOST_RATED or not ready("tupik"):
        return None
    from engines.tupik import search

    return search.rated(position.roads)
