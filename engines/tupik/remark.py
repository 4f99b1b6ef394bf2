"""The remark of a challenge about its map: who wins under best play, and whether the map decides the game."""

from __future__ import annotations

from engines.phrases import Phrase
from engines.tupik.rating import rate_map, remark_on
from engines.tupik.rules import Position


def remark(position: Position) -> tuple[Phrase, ...]:
    """Return one sentence on the map."""
    return (remark_on(rate_map(position.roads)),)


def is_one_sided(start: Position) -> bool:
    """Return whether the map gives one seat the win however the cars are placed."""
    return rate_map(start.roads).is_one_sided
