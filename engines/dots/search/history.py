"""Move ordering by history: recently successful sides first, by place, by stage and as replies."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engines.dots.search.board import WORD, Board
from engines.dots.search.table import STIR, mix
from engines.kernels.compiling import tight
from engines.kernels.intrinsics import to_signed
from engines.kernels.record import record

NO_SIDE = WORD
"""The previous side, where there is none."""

CERTAIN = 4096
SLOW_RATE, FAST_RATE = 4, 3
SHAPES = 14


class History:
    """Recent success rates of sides, from 0 to CERTAIN.

    They are kept by the number of open sides, as a reply to a side, and by the open sides within one and two boxes.
    (These are the history and counter-move tables of chess programs, as rates instead of counts, and patterns as in
    Go.)
    """

    by_size: NDArray[np.int16]
    as_reply: NDArray[np.int16]
    by_shape: NDArray[np.int16]
    by_wide_shape: NDArray[np.int16]


def new_history() -> History:
    """Return an empty history."""
    sides, shapes = (WORD + 1) * WORD, 1 << SHAPES
    return record(History, *2 * [(np.int16, sides)], *2 * [(np.int16, shapes)])


@tight
def _shape_index(around: np.uint64, side: int) -> int:
    """Return the table index of a side among the open sides around it; two shapes seldom share one."""
    return to_signed(mix(around + np.uint64(side) * STIR) >> np.uint64(WORD - SHAPES))


@tight
def score_side(history: History, board: Board, sides: np.uint64, size: int, before: int, side: int) -> int:
    """Return how promising a side is with `size` sides open, after the side `before`."""
    rates = history.by_size[size * WORD + side] + history.as_reply[before * WORD + side]
    shape_rates = (
        history.by_shape[_shape_index(sides & board.neighbours[side], side)]
        + history.by_wide_shape[_shape_index(sides & board.wide_neighbours[side], side)]
    )
    return int(rates + shape_rates)


@tight
def learn(history: History, board: Board, sides: np.uint64, size: int, before: int, side: int, target: int) -> None:
    """Move the success rates of a side towards `target`: CERTAIN if it reached its goal, 0 if not."""
    shape, wide_shape = (
        _shape_index(sides & board.neighbours[side], side),
        _shape_index(sides & board.wide_neighbours[side], side),
    )
    _update_rate(history.by_size, size * WORD + side, target, SLOW_RATE)
    _update_rate(history.as_reply, before * WORD + side, target, SLOW_RATE)
    _update_rate(history.by_shape, shape, target, FAST_RATE)
    _update_rate(history.by_wide_shape, wide_shape, target, FAST_RATE)


@tight
def _update_rate(rates: NDArray[np.int16], at: int, target: int, laziness: int) -> None:
    rates[at] += (target - rates[at]) >> laziness
