"""Walks along the open sides of a position."""

from __future__ import annotations

import numpy as np

from engines.dots.search.board import Board
from engines.kernels.compiling import tight
from engines.kernels.intrinsics import to_signed, trailing_zeros

NONE, ONE = np.uint64(0), np.uint64(1)


@tight
def bit(place: int) -> np.uint64:
    """The word with a single one, at this place."""
    return ONE << np.uint64(place)


@tight
def place_of(word: np.uint64) -> int:
    """The place of the lowest one."""
    return to_signed(trailing_zeros(word))


@tight
def follow(board: Board, sides: np.uint64, start: int, side: int) -> tuple[np.uint64, np.uint64, int, int, int]:
    """Walks from a box through a side, on along boxes with two open sides, to whatever else comes, or to the start.

    The sides passed, the boxes passed (as bits, the start not among them), their number, the box where it ends, and
    the side passed last.
    """
    passed, boxes, length, box = NONE, NONE, 0, start
    while True:
        passed |= bit(side)
        box = board.ends[side, 0] + board.ends[side, 1] - box
        if box in (start, board.masks.size):
            return passed, boxes, length, box, side
        onward = sides & board.masks[box] & ~bit(side)
        if onward & (onward - ONE) != NONE or onward == NONE:
            return passed, boxes, length, box, side
        length += 1
        boxes |= bit(box)
        side = place_of(onward)
