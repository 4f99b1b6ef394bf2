"""A board as plain text, for the console and for play without pictures."""

from __future__ import annotations

from collections.abc import Iterator

from engines.digits.rules import Position
from engines.game import Seat
from engines.notation import column
from engines.phrases import Phrase


def draw_text(position: Position) -> str:
    """Draw First's digits as `(1)`, Second's as `1`, the thrower as `<1>` or `>1`, dots as `*`/`o`, free as `.`."""
    grid = position.grid
    letters = "   " + "".join(f"{column(c):^4}" for c in range(grid.cols)).rstrip()
    return "\n".join([*_rows(position), letters])


def legend(position: Position) -> tuple[Phrase, ...]:
    """Return the explanation of the signs."""
    throwing = (Phrase("legend-throwing"),) if position.next_digit is not None and not position.is_placing else ()
    return Phrase("legend-digits", one=str(Seat.FIRST), two=str(Seat.SECOND)), *throwing


def _rows(position: Position) -> Iterator[str]:
    grid = position.grid
    for row in range(grid.rows - 1, -1, -1):
        places = range(row * grid.cols, (row + 1) * grid.cols)
        yield f"{row + 1:2} " + "".join(f"{_cell(position, place):^4}" for place in places).rstrip()


def _cell(position: Position, place: int) -> str:
    if place in position.digit_cells:
        return _digit(position, position.digit_cells.index(place))
    if position.first >> place & 1:
        return "*"
    if position.second >> place & 1:
        return "o"
    return "." if position.grid.cells >> place & 1 else " "


def _digit(position: Position, index: int) -> str:
    name, throws = position.label_at(index), not position.is_placing and index == position.next_digit
    if index % 2:
        return f">{name}" if throws else name
    return f"<{name}>" if throws else f"({name})"
