"""What a map gives each seat: who wins it under best play, and whether any play at all would do."""

from __future__ import annotations

from engines.phrases import Phrase
from engines.tupik.rating import rated, remark_on
from engines.tupik.rules import Position


def remark(position: Position) -> tuple[Phrase, ...]:
    """One sentence on the map."""
    return (remark_on(rated(position.roads)),)


def is_one_sided(start: Position) -> bool:
    """Return whether the map gives one seat the win however the cars are placed."""
    return rated(start.roads).is_one_sided
