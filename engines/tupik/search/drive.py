"""Retrograde analysis of the drive: every arrangement won, lost or drawn, and in how many plies, back from the wins.

A value belongs to the side to move: 0 a draw, odd a win in so many plies, even a loss. A forced pass is a ply.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engines.kernels.alarm import Watch, rung
from engines.kernels.compiling import kernel, tight
from engines.kernels.intrinsics import popcount, trailing_zeros
from engines.tupik.search.sets import Board, Masks, number, within, without

Values = NDArray[np.uint16]
Counts = NDArray[np.uint8]
_ROWS_BETWEEN_LOOKS = 64
DRAWN = 65_535
"""Marks an arrangement that ends the game as a draw, so that nothing is decided there."""


class Drive(NamedTuple):
    """The arrangements of the drive; each row has one set of one side, and all sets of the other in what is left.

    `moving` are the values where the row's side is to move, `waiting` those where the other is: each arrangement stands
    in both, so that whatever leads to a row's arrangements stands in the same row. `left` are the ways on of `waiting`,
    `out` and `into` the neighbours of each city as they are numbered in one row.
    """

    moving: Values
    waiting: Values
    left: Counts
    out: Masks
    into: Masks


def empty_drive(board: Board, size: int) -> Drive:
    """Room for `size` arrangements, none of them decided yet."""
    values = np.zeros(size, np.uint16), np.zeros(size, np.uint16)
    return Drive(*values, np.zeros(size, np.uint8), np.zeros_like(board.out), np.zeros_like(board.into))


@kernel
def prepare(board: Board, cars: int, row: int, drive: Drive, watch: Watch) -> bool:
    """Marks the wins in one ply and counts the ways on from all else; False if it had to end before."""
    place = 0
    for rank in range(len(drive.moving) // row):
        still = board.sets[cars, rank]
        if rank % _ROWS_BETWEEN_LOOKS == 0 and rung(watch):
            return False
        _narrow(board.out, still, drive.out)
        doors = without(board.doors & ~still, still)
        for inner in range(row):
            moving = board.sets[cars, inner]
            drive.moving[place] = still & board.doors != 0
            drive.waiting[place] = moving & doors != 0
            drive.left[place] = max(1, _drives(drive.out, moving))
            place += 1
    return True


@kernel
def go_back(board: Board, cars: int, row: int, drive: Drive, plies: int, watch: Watch) -> int:
    """From all arrangements decided in `plies` to those before them; how many it decides, -1 if it had to end."""
    decided = 0
    for rank in range(len(drive.moving) // row):
        own, begin = board.sets[cars, rank], rank * row
        if rank % _ROWS_BETWEEN_LOOKS == 0 and rung(watch):
            return -1
        _narrow(board.out, own, drive.out)
        _narrow(board.into, own, drive.into)
        for inner in range(row):
            if drive.moving[begin + inner] == plies:
                decided += _before(board, row, drive, begin, own, board.sets[cars, inner], plies)
    return decided


@tight
def _narrow(neighbours: Masks, away: int, result: Masks) -> None:
    """The neighbours of each city as they are numbered when some cities are taken away."""
    for index in range(len(neighbours) - popcount(away)):
        city = trailing_zeros(within(1 << index, away))
        result[index] = without(neighbours[city] & ~away, away)


@tight
def _drives(out: Masks, moving: int) -> int:
    """How many drives a set of cars has that lead to cities but the dead end."""
    count, rest = 0, moving
    while rest:
        count += popcount(out[trailing_zeros(rest)] & ~moving)
        rest &= rest - 1
    return count


@tight
def _before(board: Board, row: int, drive: Drive, begin: int, own: int, other: int, plies: int) -> int:
    """Takes back each drive, or else the pass, of the side that waits now."""
    decided, rest = 0, other
    if _drives(drive.out, other) == 0:
        decided += _reach(board, row, drive, begin, own, other, plies)
    while rest:
        goal = rest & -rest
        starts = drive.into[trailing_zeros(goal)] & ~other
        while starts:
            start = starts & -starts
            decided += _reach(board, row, drive, begin, own, other ^ goal ^ start, plies)
            starts ^= start
        rest ^= goal
    return decided


@tight
def _reach(board: Board, row: int, drive: Drive, begin: int, still: int, moving: int, plies: int) -> int:
    """Decides an arrangement that leads to one decided in `plies`: one lost reply wins, only won replies lose."""
    place = begin + board.rank[moving]
    if drive.waiting[place]:
        return 0
    if plies % 2 == 1:
        drive.left[place] -= 1
        if drive.left[place]:
            return 0
    drive.waiting[place] = plies + 1
    drive.moving[number(board.rank, row, within(moving, still), still)] = plies + 1
    return 1


@kernel
def count_lost(values: Values) -> int:
    """How many arrangements the side to move has lost."""
    count = 0
    for value in values:
        count += value > 0 and value % 2 == 0
    return count
