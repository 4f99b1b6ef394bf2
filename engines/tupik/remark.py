"""What a challenge says of its map: who wins it under best play."""

from __future__ import annotations

from engines.phrases import Phrase
from engines.tupik.rating import rated, remark_on
from engines.tupik.rules import Position


def remark(position: Position) -> tuple[Phrase, ...]:
    """One sentence on the map."""
    return (remark_on(rated(position.roads)),)
