"""A board as plain text, for the console and for playing without pictures."""

from __future__ import annotations

from collections.abc import Iterator

from engines.dots.grid import Grid
from engines.notation import column


def draw_text(grid: Grid, drawn: int, first: int, second: int) -> str:
    """Dots as `+`, drawn sides as lines, owned boxes as `1` (First) or `2`, with letters and numbers around."""
    letters = "   " + "   ".join(column(c) for c in range(grid.cols + 1))
    return "\n".join([*_lines(grid, drawn, first, second), letters])


def _lines(grid: Grid, drawn: int, first: int, second: int) -> Iterator[str]:
    for row in range(grid.rows, -1, -1):
        yield f"{row + 1:2} +" + "".join(
            ("---" if drawn >> grid.level(c, row) & 1 else "   ") + "+" for c in range(grid.cols)
        )
        if row:
            yield _boxes(grid, drawn, first, second, row - 1)


def _boxes(grid: Grid, drawn: int, first: int, second: int, row: int) -> str:
    line = "   "
    for col in range(grid.cols + 1):
        line += "|" if drawn >> grid.upright(col, row) & 1 else " "
        if col < grid.cols:
            box = row * grid.cols + col
            line += f" {'1' if first >> box & 1 else '2' if second >> box & 1 else ' '} "
    return line.rstrip()
