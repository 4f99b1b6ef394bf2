"""What can be played in a quiet position (one without a box to take), and what each move leads to."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engines.dots.search_board import Board
from engines.search import popcount, signed, tight, trailing_zeros

NONE, ONE, TWO = np.uint64(0), np.uint64(1), np.uint64(2)
WIDTH = 64
LONG = 3
CHAIN_GIFT, LOOP_GIFT = 2, 4


class Moves(NamedTuple):
    """Moves of all depths, WIDTH for each: the position after all boxes on offer are taken, and what that cost.

    `taken`: boxes on offer; `gift`: how many of them the taker may hand back (0: none); `side`: one that begins it.
    """

    rest: NDArray[np.uint64]
    taken: NDArray[np.int64]
    gift: NDArray[np.int64]
    side: NDArray[np.int64]
    number: NDArray[np.uint64]
    low: NDArray[np.int64]
    high: NDArray[np.int64]
    rank: NDArray[np.int64]


@tight
def bit(place: int) -> np.uint64:
    return ONE << np.uint64(place)


@tight
def place_of(word: np.uint64) -> int:
    """The place of the lowest one."""
    return signed(trailing_zeros(word))


@tight
def follow(board: Board, sides: np.uint64, start: int, side: int) -> tuple[np.uint64, np.uint64, int, int]:
    """Walks from a box through a side, on along boxes with two open sides, to whatever else comes, or to the start.

    The sides passed, the boxes passed (as bits, the start not among them), their number, and the box where it ends.
    """
    passed, boxes, length, box = NONE, NONE, 0, start
    while True:
        passed |= bit(side)
        box = board.ends[side, 0] + board.ends[side, 1] - box
        if box in (start, board.masks.size):
            return passed, boxes, length, box
        onward = sides & board.masks[box] & ~bit(side)
        if onward & (onward - ONE) != NONE or onward == NONE:
            return passed, boxes, length, box
        length += 1
        boxes |= bit(box)
        side = place_of(onward)


@tight
def _add(moves: Moves, at: int, rest: np.uint64, taken: int, gift: int, side: int) -> int:
    moves.rest[at] = rest
    moves.taken[at] = taken
    moves.gift[at] = gift
    moves.side[at] = side
    return at + 1


@tight
def _add_joined(
    board: Board, moves: Moves, at: int, sides: np.uint64, passed: np.uint64, length: int, one: int, other: int
) -> int:
    """A chain that ends at a crossing; if both ends do so at the same one, that may fall as well."""
    rest, gift = sides & ~passed, CHAIN_GIFT if length >= LONG else 0
    side = place_of(passed)
    if one == other:
        onward = rest & board.masks[one]
        if onward & (onward - ONE) == NONE:
            more, _, further, _ = follow(board, rest, one, place_of(onward))
            return _add(moves, at, rest & ~more, length + 1 + further, gift, side)
    return _add(moves, at, rest, length, gift, side)


@tight
def list_moves(board: Board, moves: Moves, base: int, sides: np.uint64) -> tuple[int, int]:
    """Lists the moves worth trying from `base` on; the place after the last, and the number of open boxes.

    Of sides that are equal one is listed; of a chain one side (the middle of a chain of two); of long chains with both
    ends outside the shortest, and likewise of loops and of each shorter length.
    """
    two, hot, boxes = NONE, NONE, 0
    for box in range(board.masks.size):
        mine = sides & board.masks[box]
        boxes += mine != NONE
        is_two = np.uint64(popcount(mine) == TWO)
        two |= is_two << np.uint64(box)
        hot |= mine & (NONE - is_two)
    at = base
    safe = sides & ~hot
    while safe != NONE:
        side = place_of(safe)
        safe &= safe - ONE
        if sides & board.above[side] == NONE:
            at = _add(moves, at, sides & ~bit(side), 0, 0, side)
    return _list_chains(board, moves, at, sides, two), boxes


@tight
def _list_chains(board: Board, moves: Moves, at: int, sides: np.uint64, two: np.uint64) -> int:
    outside = board.masks.size
    singles, doubles, shortest, chain, smallest, loop = 0, 0, WIDTH, NONE, WIDTH, NONE
    while two != NONE:
        box = place_of(two)
        mine = sides & board.masks[box]
        passed, boxes, length, one = follow(board, sides, box, place_of(mine))
        two &= ~(boxes | bit(box))
        length += 1
        if one == box:
            if length < smallest:
                smallest, loop = length, passed
            continue
        back, boxes, further, other = follow(board, sides, box, place_of(mine & (mine - ONE)))
        two &= ~boxes
        length += further
        passed |= back
        if one != outside or other != outside:
            at = _add_joined(board, moves, at, sides, passed, length, one, other)
        elif length >= LONG:
            if length < shortest:
                shortest, chain = length, passed
        elif length == 1:
            if singles == 0:
                at = _add(moves, at, sides & ~passed, 1, 0, place_of(passed))
            singles += 1
        else:
            if doubles == 0:
                at = _add(moves, at, sides & ~passed, 2, 0, place_of(passed))
            doubles += 1
    if chain != NONE:
        at = _add(moves, at, sides & ~chain, shortest, CHAIN_GIFT, place_of(chain))
    if loop != NONE:
        at = _add(moves, at, sides & ~loop, smallest, LOOP_GIFT, place_of(loop))
    return at
