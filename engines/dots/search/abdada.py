"""Parallel search by ABDADA: each thread marks the positions that it searches, and the others search them later.

This is Kerrigan's simplified form.
"""

from __future__ import annotations

import numpy as np

from engines.dots.search.table import Words
from engines.kernels.compiling import tight
from engines.kernels.intrinsics import popcount, to_signed

SLOTS = 4096
# Smaller positions are done before another thread could profit from the mark.
MIN_SIDES = 15


def new_busy_table(threads: int) -> Words:
    """Return the table in which the threads of one search mark positions; it is empty for a single thread."""
    return np.zeros(SLOTS if threads > 1 else 0, np.uint64)


@tight
def mark_busy(busy_table: Words, number: np.uint64, sides: np.uint64) -> None:
    """Mark a position as being searched, if the search may take long."""
    if busy_table.size and popcount(sides) >= MIN_SIDES:
        busy_table[_slot(number)] = number


@tight
def unmark_busy(busy_table: Words, number: np.uint64) -> None:
    """Remove the mark of a position."""
    if busy_table.size and busy_table[_slot(number)] == number:
        busy_table[_slot(number)] = 0


@tight
def is_busy(busy_table: Words, number: np.uint64) -> bool:
    """Return whether another thread is known to be searching a position."""
    return bool(busy_table.size) and bool(busy_table[_slot(number)] == number)


@tight
def _slot(number: np.uint64) -> int:
    return to_signed(number & np.uint64(SLOTS - 1))
