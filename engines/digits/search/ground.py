"""The throwing stage as counts: free cells reached by the same digits form a kind, and only its size matters."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engines.digits.grid import Grid, bits
from engines.digits.rules import Position
from engines.kernels.compiling import kernel, part
from engines.kernels.intrinsics import popcount

Numbers = NDArray[np.int64]

AROUND = 8
NOWHERE = -1
FIRSTS = 0x15555
SECONDS = 0x2AAAA
FIRST_ONLY, SECOND_ONLY, BOTH = 0, 1, 2
SPREAD, STIR = 0x1E3779B97F4A7C15, 0x56E8FEB86659FD93


class Board(NamedTuple):
    """The neighbours of each cell (padded with NOWHERE), the cells on the board, and those allowed for digits."""

    around: Numbers
    cell: Numbers
    writable: Numbers


class Ground(NamedTuple):
    """The number of free cells of each kind, the digits that reach them, and the number of dots of each digit.

    `power` is the number of dots of each digit, in placing order. `reach` has a bit for each digit that reaches a kind,
    `key` is the kind's share of a position's hash, `sort` says whether one player alone reaches it, `beside` lists the
    kinds around each digit, most disputed first. `free_counts` counts free cells by kind, `room` by digit,
    `sort_counts` by sort. `kind` is the kind of each cell.
    """

    power: Numbers
    reach: Numbers
    key: Numbers
    sort: Numbers
    beside: Numbers
    free_counts: Numbers
    room: Numbers
    sort_counts: Numbers
    kind: Numbers
    kind_count: Numbers


@lru_cache(maxsize=64)
def board_of(grid: Grid) -> Board:
    """Return a grid as arrays."""
    cells = len(grid.around)
    around = np.full((cells, AROUND), NOWHERE, np.int64)
    for place, mask in enumerate(grid.around):
        neighbour = list(bits(mask))
        around[place, : len(neighbour)] = neighbour
    return Board(around, _ones(grid.cells, cells), _ones(grid.writable, cells))


def _ones(mask: int, cells: int) -> Numbers:
    """Return an array with a 1 for each cell whose bit is set."""
    return np.array([mask >> place & 1 for place in range(cells)], np.int64)


def new_ground(cells: int, digits: tuple[int, ...]) -> Ground:
    """Return ground without free cells for a board of `cells` cells."""
    order = 2 * len(digits)
    return Ground(
        power=np.repeat(np.array(digits, np.int64), 2),
        reach=np.zeros(cells, np.int64),
        key=np.zeros(cells, np.int64),
        sort=np.zeros(cells, np.int64),
        beside=np.zeros((order, AROUND), np.int64),
        free_counts=np.zeros(cells, np.int64),
        room=np.zeros(order, np.int64),
        sort_counts=np.zeros(3, np.int64),
        kind=np.zeros(cells, np.int64),
        kind_count=np.zeros(1, np.int64),
    )


def ground_of(position: Position) -> Ground:
    """Return the ground of a position of the throwing stage."""
    grid = position.grid
    counts = new_ground(len(grid.around), position.digits)
    is_free = _ones(grid.cells & ~position.occupied_cells, len(grid.around))
    count_cells(board_of(grid), counts, np.array(position.digit_cells, np.int64), is_free)
    return counts


@kernel
def count_cells(board: Board, ground: Ground, digit_cells: Numbers, is_free: Numbers) -> None:
    """Count the free cells of each kind, with digits on `digit_cells`."""
    _set_reach(board, ground.kind, digit_cells)
    ground.kind_count[0] = 0
    ground.room[:] = 0
    ground.sort_counts[:] = 0
    ground.beside[:] = NOWHERE
    for cell in range(is_free.size):
        mask = ground.kind[cell]
        ground.kind[cell] = NOWHERE
        if is_free[cell] and mask:
            ground.kind[cell] = _kind_of(ground, mask)
            add(ground, ground.kind[cell], 1)
    for digit in range(digit_cells.size):
        _sort_beside(board, ground, digit, digit_cells[digit])


@part
def _set_reach(board: Board, reach: Numbers, digit_cells: Numbers) -> None:
    """Set a bit in each cell for each digit that reaches it."""
    reach[:] = 0
    for digit in range(digit_cells.size):
        for neighbour in board.around[digit_cells[digit]]:
            if neighbour != NOWHERE:
                reach[neighbour] |= 1 << digit


@part
def _kind_of(ground: Ground, mask: int) -> int:
    """Return the kind that these digits reach; add it if it is new."""
    kind_count = ground.kind_count[0]
    for kind in range(kind_count):
        if ground.reach[kind] == mask:
            return kind
    firsts, seconds = mask & FIRSTS, mask & SECONDS
    ground.reach[kind_count] = mask
    ground.free_counts[kind_count] = 0
    ground.key[kind_count] = mix(mask)
    ground.sort[kind_count] = BOTH if firsts and seconds else FIRST_ONLY if firsts else SECOND_ONLY
    ground.kind_count[0] = kind_count + 1
    return int(kind_count)


@part
def mix(number: int) -> int:
    """Mix the bits of a number, one to one."""
    number *= SPREAD
    number ^= number >> 32
    number *= STIR
    return number ^ (number >> 29)


@part
def add(ground: Ground, kind: int, count: int) -> None:
    """Add `count` free cells of a kind."""
    ground.free_counts[kind] += count
    ground.sort_counts[ground.sort[kind]] += count
    mask, digit = ground.reach[kind], 0
    while mask:
        ground.room[digit] += count * (mask & 1)
        mask >>= 1
        digit += 1


@part
def _sort_beside(board: Board, ground: Ground, digit: int, place: int) -> None:
    """List the kinds around a digit, most disputed first."""
    count = 0
    beside = ground.beside[digit]
    for neighbour in board.around[place]:
        kind = ground.kind[neighbour] if neighbour != NOWHERE else NOWHERE
        if kind == NOWHERE or _contains(beside, kind):
            continue
        at = count
        while at > 0 and dispute(ground, digit, beside[at - 1]) < dispute(ground, digit, kind):
            beside[at] = beside[at - 1]
            at -= 1
        beside[at] = kind
        count += 1


@part
def _contains(kinds: Numbers, kind: int) -> bool:
    at = 0
    while at < kinds.size and kinds[at] != kind:
        at += 1
    return at < kinds.size


@part
def dispute(ground: Ground, digit: int, kind: int) -> int:
    """Return twice the number of enemy digits that reach a kind, minus the number of friendly ones."""
    firsts = popcount(ground.reach[kind] & FIRSTS)
    seconds = popcount(ground.reach[kind] & SECONDS)
    return int(2 * firsts - seconds if digit & 1 else 2 * seconds - firsts)
