"""Every arrangement of the drive at once, won, lost or drawn, and in how many plies, by going back from the wins.

A value belongs to the side to move: 0 a draw, odd a win in so many plies, even a loss. A forced pass is a ply.
"""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from engines.search import Watch, popcount, rung, trailing_zeros
from engines.tupik.search_sets import Board, number, within

Values = NDArray[np.uint16]
Counts = NDArray[np.uint8]


@njit(cache=True, nogil=True)
def drives(board: Board, own: int, taken: int) -> int:
    """How many drives a side has that lead to cities but the dead end."""
    count = 0
    while own:
        count += popcount(board.out[trailing_zeros(own)] & ~taken)
        own &= own - 1
    return count


@njit(cache=True, nogil=True)
def prepare(board: Board, cars: int, row: int, values: Values, left: Counts, watch: Watch) -> bool:
    """Marks the wins in one ply and counts the ways on from all else; False if it had to end before."""
    place = 0
    for rank in range(len(values) // row):
        own = board.sets[cars, rank]
        if rank % 64 == 0 and rung(watch):
            return False
        for inner in range(row):
            if own & board.doors:
                values[place] = 1
            else:
                left[place] = max(1, drives(board, own, own | within(board.sets[cars, inner], own)))
            place += 1
    return True


@njit(cache=True, nogil=True)
def go_back(board: Board, cars: int, row: int, values: Values, left: Counts, plies: int, watch: Watch) -> int:
    """From all arrangements decided in `plies` to those before them; how many it decides, -1 if it had to end."""
    decided, place = 0, 0
    for rank in range(len(values) // row):
        own = board.sets[cars, rank]
        if rank % 64 == 0 and rung(watch):
            return -1
        for inner in range(row):
            if values[place] == plies:
                other = within(board.sets[cars, inner], own)
                decided += _before(board, row, values, left, own, other, plies)
            place += 1
    return decided


@njit(cache=True, nogil=True)
def _before(board: Board, row: int, values: Values, left: Counts, own: int, other: int, plies: int) -> int:
    decided, taken, rest = 0, own | other, other
    if not other & board.doors and drives(board, other, taken) == 0:
        decided += _reach(values, left, number(board, row, other, own), plies)
    while rest:
        goal = rest & -rest
        starts = board.into[trailing_zeros(goal)] & ~taken
        while starts:
            start = starts & -starts
            before = other ^ goal ^ start
            if not before & board.doors:  # those are won in one ply anyway
                decided += _reach(values, left, number(board, row, before, own), plies)
            starts ^= start
        rest ^= goal
    return decided


@njit(cache=True, nogil=True)
def _reach(values: Values, left: Counts, place: int, plies: int) -> int:
    """Decides an arrangement that leads to one decided in `plies`: one lost reply wins, only won replies lose."""
    if values[place]:
        return 0
    if plies % 2 == 1:
        left[place] -= 1
        if left[place]:
            return 0
    values[place] = plies + 1
    return 1


@njit(cache=True, nogil=True)
def count_lost(values: Values) -> int:
    """How many arrangements the side to move has lost."""
    count = 0
    for value in values:
        count += value > 0 and value % 2 == 0
    return count
