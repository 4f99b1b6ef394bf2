"""Parallel search by ABDADA: threads mark the positions they are at, so that others put these off.

(Kerrigan's simplified form.)
"""

from __future__ import annotations

import numpy as np

from engines.dots.search.table import Words
from engines.kernels.compiling import tight
from engines.kernels.intrinsics import popcount, to_signed

PLACES = 4096
# Positions with fewer open sides are searched sooner than another thread could stay out of the way.
WORTH_TELLING = 15


def crowd(threads: int) -> Words:
    """Where the threads of one search tell where they are; of no size for a single one."""
    return np.zeros(PLACES if threads > 1 else 0, np.uint64)


@tight
def come(crowd: Words, number: np.uint64, sides: np.uint64) -> None:
    """Tells that a thread is at a position, if that may take long."""
    if crowd.size and popcount(sides) >= WORTH_TELLING:
        crowd[_place(number)] = number


@tight
def leave(crowd: Words, number: np.uint64) -> None:
    """Tells that a thread has left a position."""
    if crowd.size and crowd[_place(number)] == number:
        crowd[_place(number)] = 0


@tight
def is_there(crowd: Words, number: np.uint64) -> bool:
    """Whether a thread is at a position, as far as known."""
    return bool(crowd.size) and bool(crowd[_place(number)] == number)


@tight
def _place(number: np.uint64) -> int:
    return to_signed(number & np.uint64(PLACES - 1))
