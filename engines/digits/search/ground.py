"""The throwing stage as counts: free cells that the same digits reach are one kind, and only their number matters."""

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
    """The cells around each cell (NOWHERE: no more), whether it is on the board, and whether digits may stand there."""

    around: Numbers
    cell: Numbers
    writable: Numbers


class Ground(NamedTuple):
    """What is thrown by which digit, by its place in the order, and how many free cells there are of each kind.

    `reach` has a bit for each digit that reaches a kind, `key` the kind's share in the number of a position, `sort`
    whether one player alone reaches it, `beside` the kinds around each digit, most disputed first. `left` counts free
    cells by kind, `room` by digit, `sorts` by sort. `kind` is the kind of each cell.
    """

    power: Numbers
    reach: Numbers
    key: Numbers
    sort: Numbers
    beside: Numbers
    left: Numbers
    room: Numbers
    sorts: Numbers
    kind: Numbers
    kinds: Numbers


@lru_cache(maxsize=64)
def board_of(grid: Grid) -> Board:
    """A grid as arrays."""
    cells = len(grid.around)
    around = np.full((cells, AROUND), NOWHERE, np.int64)
    for place, mask in enumerate(grid.around):
        near = list(bits(mask))
        around[place, : len(near)] = near
    return Board(around, _ones(grid.cells, cells), _ones(grid.writable, cells))


def _ones(mask: int, cells: int) -> Numbers:
    """A 1 for each cell whose bit is set."""
    return np.array([mask >> place & 1 for place in range(cells)], np.int64)


def ground(cells: int, digits: tuple[int, ...]) -> Ground:
    """Bare ground for a board of so many cells."""
    order = 2 * len(digits)
    return Ground(
        power=np.repeat(np.array(digits, np.int64), 2),
        reach=np.zeros(cells, np.int64),
        key=np.zeros(cells, np.int64),
        sort=np.zeros(cells, np.int64),
        beside=np.zeros((order, AROUND), np.int64),
        left=np.zeros(cells, np.int64),
        room=np.zeros(order, np.int64),
        sorts=np.zeros(3, np.int64),
        kind=np.zeros(cells, np.int64),
        kinds=np.zeros(1, np.int64),
    )


def ground_of(position: Position) -> Ground:
    """The ground as it is in a position of the throwing stage."""
    grid = position.grid
    bare = ground(len(grid.around), position.digits)
    free = _ones(grid.cells & ~position.taken, len(grid.around))
    lay(board_of(grid), bare, np.array(position.written, np.int64), free)
    return bare


@kernel
def lay(board: Board, ground: Ground, written: Numbers, free: Numbers) -> None:
    """Counts the free cells of each kind, for digits written there."""
    _note_reach(board, ground.kind, written)
    ground.kinds[0] = 0
    ground.room[:] = 0
    ground.sorts[:] = 0
    ground.beside[:] = NOWHERE
    for cell in range(free.size):
        mask = ground.kind[cell]
        ground.kind[cell] = NOWHERE
        if free[cell] and mask:
            ground.kind[cell] = _kind_of(ground, mask)
            add(ground, ground.kind[cell], 1)
    for digit in range(written.size):
        _sort_beside(board, ground, digit, written[digit])


@part
def _note_reach(board: Board, reached: Numbers, written: Numbers) -> None:
    """Writes a bit for each digit that reaches a cell."""
    reached[:] = 0
    for digit in range(written.size):
        for near in board.around[written[digit]]:
            if near != NOWHERE:
                reached[near] |= 1 << digit


@part
def _kind_of(ground: Ground, mask: int) -> int:
    """The kind that these digits reach: an old one or a new one."""
    kinds = ground.kinds[0]
    for kind in range(kinds):
        if ground.reach[kind] == mask:
            return kind
    firsts, seconds = mask & FIRSTS, mask & SECONDS
    ground.reach[kinds] = mask
    ground.left[kinds] = 0
    ground.key[kinds] = stirred(mask)
    ground.sort[kinds] = BOTH if firsts and seconds else FIRST_ONLY if firsts else SECOND_ONLY
    ground.kinds[0] = kinds + 1
    return int(kinds)


@part
def stirred(number: int) -> int:
    """A well-stirred number; different ones for different numbers."""
    number *= SPREAD
    number ^= number >> 32
    number *= STIR
    return number ^ (number >> 29)


@part
def add(ground: Ground, kind: int, count: int) -> None:
    """Makes `count` cells of a kind free."""
    ground.left[kind] += count
    ground.sorts[ground.sort[kind]] += count
    mask, digit = ground.reach[kind], 0
    while mask:
        ground.room[digit] += count * (mask & 1)
        mask >>= 1
        digit += 1


@part
def _sort_beside(board: Board, ground: Ground, digit: int, place: int) -> None:
    """Lists the kinds around a digit, the most disputed first."""
    found = 0
    beside = ground.beside[digit]
    for near in board.around[place]:
        kind = ground.kind[near] if near != NOWHERE else NOWHERE
        if kind == NOWHERE or _among(beside, kind):
            continue
        at = found
        while at > 0 and dispute(ground, digit, beside[at - 1]) < dispute(ground, digit, kind):
            beside[at] = beside[at - 1]
            at -= 1
        beside[at] = kind
        found += 1


@part
def _among(kinds: Numbers, kind: int) -> bool:
    at = 0
    while at < kinds.size and kinds[at] != kind:
        at += 1
    return at < kinds.size


@part
def dispute(ground: Ground, digit: int, kind: int) -> int:
    """Twice the opponent's digits that reach a kind, less the own."""
    firsts = popcount(ground.reach[kind] & FIRSTS)
    seconds = popcount(ground.reach[kind] & SECONDS)
    return int(2 * firsts - seconds if digit & 1 else 2 * seconds - firsts)
