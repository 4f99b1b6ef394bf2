"""Plain minimax, written without a look at the search: what every position of a small board is worth."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import numpy as np
from numpy.typing import NDArray

from engines.dots.grid import Grid, grid


def minimax(cols: int, rows: int) -> Callable[[int], dict[int, int]]:
    """A function from drawn sides to the worth of each open side for the mover."""
    shape = grid(cols, rows)

    @cache
    def value(drawn_sides: int) -> int:
        return max(worths(drawn_sides).values(), default=0)

    def worths(drawn_sides: int) -> dict[int, int]:
        return {side: worth(drawn_sides, side) for side in range(shape.sides) if not drawn_sides >> side & 1}

    def worth(drawn_sides: int, side: int) -> int:
        """Return the value of a side."""
        after = drawn_sides | 1 << side
        won = completed_boxes(shape, after, side)
        return won + value(after) if won else -value(after)

    return worths


def completed_boxes(shape: Grid, drawn_sides: int, side: int) -> int:
    return sum(mask >> side & 1 and drawn_sides & mask == mask for mask in shape.boxes)


def flat_table(cols: int, rows: int) -> NDArray[np.int8]:
    """The margin to come for the mover in every position there is, by its drawn sides: fullest boards first."""
    shape = grid(cols, rows)
    every = np.arange(1 << shape.sides, dtype=np.uint32)
    count = np.bitwise_count(every)
    margins = np.zeros(every.size, np.int8)
    for drawn_sides in range(shape.sides - 1, -1, -1):
        layer = every[count == drawn_sides]
        highest = np.full(layer.size, -128, np.int8)
        for side in range(shape.sides):
            free = layer >> np.uint32(side) & 1 == 0
            highest[free] = np.maximum(highest[free], _worths(shape, margins, layer[free] | np.uint32(1 << side), side))
        margins[layer] = highest
    return margins


def _worths(shape: Grid, margins: NDArray[np.int8], after: NDArray[np.uint32], side: int) -> NDArray[np.int8]:
    masks = [np.uint32(mask) for mask in shape.boxes if mask >> side & 1]
    won = np.sum([(after & mask) == mask for mask in masks], axis=0, dtype=np.int8)
    worths: NDArray[np.int8] = np.where(won > 0, won + margins[after], -margins[after])
    return worths
