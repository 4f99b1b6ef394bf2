"""Walks along the open sides of a position."""

from __future__ import annotations

import numpy as np

from engines.dots.search.board import Board
from engines.kernels.compiling import tight
from engines.kernels.intrinsics import to_signed, trailing_zeros

NONE, ONE = np.uint64(0), np.uint64(1)


@tight
def bit(place: int) -> np.uint64:
    """Return the word with only this bit set."""
    return ONE << np.uint64(place)


@tight
def lowest_bit(word: np.uint64) -> int:
    """Return the index of the lowest set bit."""
    return to_signed(trailing_zeros(word))


@tight
def follow(board: Board, sides: np.uint64, start: int, side: int) -> tuple[np.uint64, np.uint64, int, int, int]:
    """Walk from a box through a side along boxes with two open sides, to the first other box or back to the start.

    Returns the sides passed, the boxes passed (as bits, without the start), their number, the last box, and the last
    side.
    """
    path, boxes, length, box = NONE, NONE, 0, start
    while True:
        path |= bit(side)
        box = board.ends[side, 0] + board.ends[side, 1] - box
        if box in (start, board.masks.size):
            return path, boxes, length, box, side
        onward = sides & board.masks[box] & ~bit(side)
        if onward & (onward - ONE) != NONE or onward == NONE:
            return path, boxes, length, box, side
        length += 1
        boxes |= bit(box)
        side = lowest_bit(onward)
