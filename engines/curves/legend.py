"""What the signs of a sheet in characters mean."""

from __future__ import annotations

from engines.curves.rules import Position
from engines.game import Seat
from engines.phrases import Phrase


def legend(position: Position) -> tuple[Phrase, ...]:
    """The signs of `text.draw_text`."""
    return (Phrase("legend-curves", one=str(Seat.FIRST), two=str(Seat.SECOND)),)
