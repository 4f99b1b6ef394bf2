"""What can be played in a quiet position (one without a box to take), and what each move leads to."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engines.dots.search_board import WORD, Board
from engines.dots.search_chains import Chains
from engines.dots.search_effects import without
from engines.dots.search_table import Words, fetch, mixed
from engines.dots.search_walk import NONE, ONE, place_of
from engines.search import signed, tight

WIDTH = WORD
LONG = 3
CHAIN_GIFT, LOOP_GIFT = 2, 4
DOUBLE = 2
ABSENT = -1


class Moves(NamedTuple):
    """Moves of all depths, WIDTH for each: the position after all boxes on offer are taken, and what that cost.

    `number` (stirred) and `check`: the rest's; `chain`: what the move opens; `side`: one of its sides; `taken`: boxes
    on offer; `gift`: how many of them the taker may hand back (0: none); `low`, `high`: what is known of its worth;
    `rank`: how promising it is.
    """

    rest: NDArray[np.uint64]
    number: NDArray[np.uint64]
    check: NDArray[np.uint64]
    chain: NDArray[np.int64]
    taken: NDArray[np.int64]
    gift: NDArray[np.int64]
    side: NDArray[np.int64]
    low: NDArray[np.int64]
    high: NDArray[np.int64]
    rank: NDArray[np.int64]


def no_moves(depths: int) -> Moves:
    """Room for the moves of so many depths."""
    size = depths * WIDTH
    rest, number, check = (np.zeros(size, np.uint64) for _ in range(3))
    return Moves(rest, number, check, *(np.zeros(size, np.int64) for _ in range(7)))


@tight
def list_moves(
    board: Board, chains: Chains, moves: Moves, words: Words, depth: int, sides: np.uint64, goal: int
) -> int:
    """Lists the moves of a depth's position that may be worth `goal`, and asks the memory for what is known of each;
    the place after the last.

    Of sides that are equal one is listed; of long chains with both ends outside the shortest, and likewise of loops
    and of each shorter length.
    """
    base = depth * WIDTH
    end = base + _choose(board, chains, depth, goal)
    for at in range(base, end):
        _add(board, chains, moves, depth, at, sides, signed(chains.chosen[at - base]))
        fetch(words, moves.number[at])
    return end


@tight
def _choose(board: Board, chains: Chains, depth: int, goal: int) -> int:
    """Chooses the chains that may be worth `goal`; how many."""
    outside, count = board.masks.size, 0
    lone, long = chains.lone[depth], chains.long[depth]
    while lone != NONE:
        side = place_of(lone)
        lone &= lone - ONE
        if lone & board.above[side] == NONE:
            chains.chosen[count] = side
            count += 1
    single, double, chain, loop = ABSENT, ABSENT, ABSENT, ABSENT
    while long != NONE:
        new = WORD + place_of(long)
        long &= long - ONE
        length, is_loop = signed(chains.length[new]), chains.near[new] > outside
        if length >= LONG and (LOOP_GIFT if is_loop else CHAIN_GIFT) - length < goal:
            continue
        if chains.near[new] < outside or chains.far[new] < outside:
            chains.chosen[count] = new
            count += 1
        elif is_loop:
            loop = new if loop == ABSENT or length < chains.length[loop] else loop
        elif length >= LONG:
            chain = new if chain == ABSENT or length < chains.length[chain] else chain
        elif length == DOUBLE:
            double = new
        else:
            single = new
    for new in (single, double, chain, loop):
        if new != ABSENT:
            chains.chosen[count] = new
            count += 1
    return count


@tight
def _add(board: Board, chains: Chains, moves: Moves, depth: int, at: int, sides: np.uint64, chain: int) -> None:
    """Notes the move that opens a chain."""
    is_loop = chains.near[chain] > board.masks.size
    moves.gift[at] = LOOP_GIFT if is_loop else CHAIN_GIFT if chains.length[chain] >= LONG else 0
    number, moves.check[at], moves.rest[at], moves.taken[at] = without(board, chains, depth, sides, chain)
    moves.number[at] = mixed(number)
    moves.chain[at], moves.side[at] = chain, place_of(chains.sides[chain])


@tight
def put(moves: Moves, at: int, place: int) -> None:
    """Puts a move in an earlier place, over the one there."""
    if at != place:
        moves.rest[place], moves.number[place], moves.check[place] = moves.rest[at], moves.number[at], moves.check[at]
        moves.chain[place], moves.side[place] = moves.chain[at], moves.side[at]
        moves.taken[place], moves.gift[place] = moves.taken[at], moves.gift[at]
        moves.low[place], moves.high[place], moves.rank[place] = moves.low[at], moves.high[at], moves.rank[at]


@tight
def worth(taken: int, gift: int, low: int, high: int) -> tuple[int, int]:
    """Bounds on a move for its mover, from bounds on the rest for whoever plays there."""
    if gift == 0:
        return -taken - high, -taken - low
    nearest = max(0, low + gift, -(high + gift))
    farthest = max(high + gift, -(low + gift))
    return gift - taken - farthest, gift - taken - nearest
