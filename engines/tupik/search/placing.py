"""The placing solved by backward induction: for each arrangement of the cars put down so far, what First can reach.

A worth belongs to First: 0 a draw, WIN less the plies of the drive for a win, the negative of that for a loss.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engines.kernels.alarm import Watch, rung
from engines.kernels.compiling import kernel, tight
from engines.tupik.search.drive import Values
from engines.tupik.search.sets import Board, number, within

WIN = 30_000
Worths = NDArray[np.int16]
_ROWS_BETWEEN_LOOKS = 64


@tight
def worth_of(value: int) -> int:
    """What a value of the drive, where Second moves first, is worth to First."""
    if value == 0:
        return 0
    return value - WIN if value % 2 else WIN - value


@kernel
def last_cars(board: Board, cars: int, row: int, values: Values, worths: Worths, watch: Watch) -> bool:
    """What putting down the last car, one of First, is worth; `values` are those of the drive, Second to move."""
    full, place = (1 << len(board.out) - cars) - 1, 0
    inner_row = _row(board, cars, len(worths))
    for rank in range(len(worths) // inner_row):
        if rank % _ROWS_BETWEEN_LOOKS == 0 and rung(watch):
            return False
        for inner in range(inner_row):
            first = board.sets[cars - 1, inner]
            best, free = WIN, full & ~first
            while free:
                car = free & -free
                best = min(best, worth_of(values[rank * row + board.rank[first | car]]))
                free ^= car
            worths[place] = best
            place += 1
    return True


@kernel
def earlier_cars(board: Board, second_cars: int, first_cars: int, after: Worths, row: int, worths: Worths) -> None:
    """What putting down one more car is worth, where so many stand; `after` are the worths once it stands."""
    full, place = (1 << len(board.out)) - 1, 0
    inner_row = _row(board, second_cars, len(worths))
    puts_second = second_cars == first_cars
    for rank in range(len(worths) // inner_row):
        second = board.sets[second_cars, rank]
        for inner in range(inner_row):
            first = within(board.sets[first_cars, inner], second)
            best, free = -WIN if puts_second else WIN, full & ~(first | second)
            while free:
                car = free & -free
                if puts_second:
                    best = max(best, after[number(board.rank, row, second | car, first)])
                else:
                    best = min(best, after[number(board.rank, row, second, first | car)])
                free ^= car
            worths[place] = best
            place += 1


@tight
def _row(board: Board, second_cars: int, size: int) -> int:
    """How many sets of First there are for each set of Second in a table of this size."""
    sets = 1
    for index in range(second_cars):
        sets = sets * (len(board.out) - index) // (index + 1)
    return size // sets
