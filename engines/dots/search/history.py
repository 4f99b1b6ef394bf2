"""Move ordering by history: sides first that did well of late, in a like place, at this stage or as this reply."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engines.dots.search.board import WORD, Board
from engines.dots.search.table import STIR, mixed
from engines.kernels.compiling import tight
from engines.kernels.intrinsics import to_signed
from engines.kernels.record import record

NO_SIDE = WORD
"""Stands for the side drawn before where none is known."""

CERTAIN = 4096
LAZY, QUICK = 4, 3
SHAPES = 14


class Order:
    """How often a side reached its goal of late, from 0 to CERTAIN: among so many open sides, as a reply to a side,
    and among these very sides around it, one box and two boxes far.

    (The history and counter-move tables of chess programs, as rates instead of counts, and patterns as in Go.)
    """

    by_size: NDArray[np.int16]
    as_reply: NDArray[np.int16]
    near: NDArray[np.int16]
    wide: NDArray[np.int16]


def order() -> Order:
    """No experience yet."""
    sides, shapes = (WORD + 1) * WORD, 1 << SHAPES
    return record(Order, *2 * [(np.int16, sides)], *2 * [(np.int16, shapes)])


@tight
def _shape(around: np.uint64, side: int) -> int:
    """A side among the open sides around it, as a place in a table; seldom the same for two."""
    return to_signed(mixed(around + np.uint64(side) * STIR) >> np.uint64(WORD - SHAPES))


@tight
def promise(order: Order, board: Board, sides: np.uint64, size: int, before: int, side: int) -> int:
    """How promising a side is among `size` open ones after the side `before`."""
    known = order.by_size[size * WORD + side] + order.as_reply[before * WORD + side]
    shaped = order.near[_shape(sides & board.near[side], side)] + order.wide[_shape(sides & board.wide[side], side)]
    return int(known + shaped)


@tight
def learn(order: Order, board: Board, sides: np.uint64, size: int, before: int, side: int, target: int) -> None:
    """Moves the rates of a side towards CERTAIN where it reached its goal, or 0 where it did not."""
    near, wide = _shape(sides & board.near[side], side), _shape(sides & board.wide[side], side)
    _move(order.by_size, size * WORD + side, target, LAZY)
    _move(order.as_reply, before * WORD + side, target, LAZY)
    _move(order.near, near, target, QUICK)
    _move(order.wide, wide, target, QUICK)


@tight
def _move(rates: NDArray[np.int16], at: int, target: int, laziness: int) -> None:
    rates[at] += (target - rates[at]) >> laziness
