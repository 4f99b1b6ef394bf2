"""A sheet as plain text, for the console and for playing without pictures."""

from __future__ import annotations

from collections.abc import Iterator

from engines.curves.legality import lines_at
from engines.curves.line import Point
from engines.curves.rules import Position
from engines.game import Seat
from engines.notation import column
from engines.phrases import Phrase

LATTICE, FREE, JOINED, RELEASED = ".", "o", "*", "x"
_HOLDERS = {Seat.FIRST: "1", Seat.SECOND: "2", None: RELEASED}


def draw_text(position: Position) -> str:
    """The lattice, then the lines in the order drawn, each after `[1]` or `[2]` for who drew it.

    `o` is a free point, `*` one with lines, `1` and `2` one held by First or Second, `x` a released one.
    """
    letters = "   " + " ".join(column(c) for c in range(position.sheet.columns))
    listed = (f"{number}. [{_HOLDERS[each.seat]}] {each.line}" for number, each in enumerate(position.drawn, 1))
    return "\n".join([*_rows(position), letters, *listed])


def legend(position: Position) -> tuple[Phrase, ...]:
    """What the signs of `draw_text` mean."""
    return (Phrase("legend-curves", one=str(Seat.FIRST), two=str(Seat.SECOND)),)


def _rows(position: Position) -> Iterator[str]:
    for row in range(position.sheet.rows - 1, -1, -1):
        yield f"{row + 1:2} " + " ".join(_sign(position, (c, row)) for c in range(position.sheet.columns))


def _sign(position: Position, point: Point) -> str:
    if point not in position.marks:
        return LATTICE
    if point in position.held:
        return _HOLDERS[position.held[point].seat]
    return JOINED if lines_at(point, position.lines) else FREE
