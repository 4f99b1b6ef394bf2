"""Plain minimax, written without a look at the search: what every position of a small board is worth."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from engines.dots.grid import Grid, grid


def minimax(cols: int, rows: int) -> Callable[[int], dict[int, int]]:
    """A function from drawn sides to the worth of each open side for the mover."""
    shape = grid(cols, rows)

    @cache
    def value(drawn: int) -> int:
        return max(worths(drawn).values(), default=0)

    def worths(drawn: int) -> dict[int, int]:
        return {side: worth(drawn, side) for side in range(shape.sides) if not drawn >> side & 1}

    def worth(drawn: int, side: int) -> int:
        after = drawn | 1 << side
        won = completed(shape, after, side)
        return won + value(after) if won else -value(after)

    return worths


def completed(shape: Grid, drawn: int, side: int) -> int:
    return sum(mask >> side & 1 and drawn & mask == mask for mask in shape.boxes)
