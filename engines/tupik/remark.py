"""The note of a challenge on its map: who wins under best play, and whether the map decides the game."""

from __future__ import annotations

from engines.phrases import Phrase
from engines.tupik.rating import rate_map, remark_on
from engines.tupik.rules import Position


def remark(position: Position) -> tuple[Phrase, ...]:
    """Return a one-sentence note on the map."""
    return (remark_on(rate_map(position.roads)),)


def is_one_sided(start: Position) -> bool:
    """Return whether one seat wins on this map however the cars are placed."""
    return rate_map(start.roads).is_one_sided
