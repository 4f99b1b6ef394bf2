"""What a challenge says of its start: who wins it, where that is known."""

from __future__ import annotations

from engines.lgame.rules import Position, Variant
from engines.phrases import Phrase


def remark(position: Position) -> tuple[Phrase, ...]:
    """In `scoring` whoever moves first has lost at every target; of the other variants nothing, since they are even."""
    return (Phrase("mover-loses"),) if position.variant is Variant.SCORING else ()
