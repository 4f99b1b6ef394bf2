"""A board as plain text, for the console and for playing without pictures."""

from __future__ import annotations

from collections.abc import Iterator

from engines.digits.rules import Position
from engines.notation import column


def draw_text(position: Position) -> str:
    """First's digits as (1), Second's as 1, dots as * and o, free cells as `.`, then what the digit on turn must do."""
    grid = position.grid
    letters = "   " + "".join(f"{column(c):^4}" for c in range(grid.cols)).rstrip()
    return "\n".join([*_rows(position), letters, _task(position)])


def _rows(position: Position) -> Iterator[str]:
    grid = position.grid
    for row in range(grid.rows - 1, -1, -1):
        places = range(row * grid.cols, (row + 1) * grid.cols)
        yield f"{row + 1:2} " + "".join(f"{_cell(position, place):^4}" for place in places).rstrip()


def _cell(position: Position, place: int) -> str:
    if place in position.written:
        index = position.written.index(place)
        name = position.label_at(index)
        return name if index % 2 else f"({name})"
    if position.first >> place & 1:
        return "*"
    if position.second >> place & 1:
        return "o"
    return "." if position.grid.cells >> place & 1 else " "


def _task(position: Position) -> str:
    legend = "(1) * First   1 o Second"
    if position.next is None:
        return legend
    verb = "writes" if position.placing else f"throws {position.count} around {position.grid.name(position.here)}:"
    return f"{legend}   {position.turn} {verb} {position.label}"
