"""A board as plain text, for the console and for play without pictures."""

from __future__ import annotations

from collections.abc import Iterator

from engines.dots.rules import Position
from engines.game import Seat
from engines.notation import column
from engines.phrases import Phrase


def draw_text(position: Position) -> str:
    """Draw dots as `+`, drawn sides as lines, owned boxes as `1` (First) or `2`, with coordinates around them."""
    letters = "   " + "   ".join(column(c) for c in range(position.grid.cols + 1))
    return "\n".join([*_lines(position), letters])


def legend(position: Position) -> tuple[Phrase, ...]:
    """Return the explanation of the signs."""
    return (Phrase("legend-dots", one=str(Seat.FIRST), two=str(Seat.SECOND)),)


def _lines(position: Position) -> Iterator[str]:
    grid, drawn_sides = position.grid, position.drawn_sides
    for row in range(grid.rows, -1, -1):
        yield f"{row + 1:2} +" + "".join(
            ("---" if drawn_sides >> grid.level(c, row) & 1 else "   ") + "+" for c in range(grid.cols)
        )
        if row:
            yield _box_row(position, row - 1)


def _box_row(position: Position, row: int) -> str:
    grid, line = position.grid, "   "
    for col in range(grid.cols + 1):
        line += "|" if position.drawn_sides >> grid.upright(col, row) & 1 else " "
        if col < grid.cols:
            line += f" {_owner(position, row * grid.cols + col)} "
    return line.rstrip()


def _owner(position: Position, box: int) -> str:
    return "1" if position.first >> box & 1 else "2" if position.second >> box & 1 else " "
