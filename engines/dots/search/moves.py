"""What can be played in a quiet position (one without a box to take), and what each move leads to."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engines.dots.search.board import WORD, Board
from engines.dots.search.chains import CHAIN_GIFT, LOOP_GIFT, Chains
from engines.dots.search.removal import without
from engines.dots.search.table import Words, fetch, look_up, mixed
from engines.dots.search.walk import NONE, ONE, bit, place_of
from engines.kernels.compiling import natural, tight
from engines.kernels.intrinsics import to_signed
from engines.kernels.record import record

WIDTH = WORD
DOUBLE = 2
ABSENT = -1


class Moves:
    """Moves of all depths, WIDTH for each: the position after all boxes on offer are taken, and what that cost.

    `number` (stirred) and `check`: that position's; `chain`: what the move opens; `taken`: boxes on offer; `low`,
    `high`: what is known of its worth; `rank`: how promising it is.
    """

    number: NDArray[np.uint64]
    check: NDArray[np.uint64]
    chain: NDArray[np.uint8]
    taken: NDArray[np.uint8]
    low: NDArray[np.int64]
    high: NDArray[np.int64]
    rank: NDArray[np.int64]


def no_moves(depths: int) -> Moves:
    """Room for the moves of so many depths."""
    size = depths * WIDTH
    word, small, number = (np.uint64, size), (np.uint8, size), (np.int64, size)
    return record(Moves, word, word, small, small, number, number, number)


@tight
def place(depth: int, each: int) -> int:
    """Where one of the moves of a depth is kept."""
    return natural(depth * WIDTH + each)


@tight
def list_moves(
    board: Board, chains: Chains, moves: Moves, words: Words, depth: int, sides: np.uint64, goal: int
) -> int:
    """Lists the moves of a depth's position that may be worth `goal`, and asks the memory for what is known of each;
    how many.

    Of sides that are equal one is listed; of long chains with both ends outside the shortest, and likewise of loops
    and of each shorter length.
    """
    count, lone, long = 0, chains.lone[depth], _choose(chains, depth, goal)
    while lone | long != NONE:
        if lone != NONE:
            chain = place_of(lone)
            lone &= lone - ONE
            if lone & board.above[chain] != NONE:
                continue
        else:
            chain = WORD + place_of(long)
            long &= long - ONE
        at = place(depth, count)
        number, moves.check[at], moves.taken[at] = without(board, chains, depth, sides, chain)
        number = mixed(number)
        moves.number[at], moves.chain[at] = number, chain
        fetch(words, number)
        count += 1
    return count


@tight
def _choose(chains: Chains, depth: int, goal: int) -> np.uint64:
    """Which chains along boxes may be worth `goal`, as bits."""
    long = chains.long[depth]
    apart = long & chains.apart[0]
    joined = long & ~apart
    chosen: np.uint64 = joined & ~chains.rich[0]
    rich = joined & chains.rich[0]
    while rich != NONE:
        if _limit(chains, WORD + place_of(rich)) >= goal:
            chosen |= rich & ~(rich - ONE)
        rich &= rich - ONE
    if apart != NONE:
        chosen |= _shortest(chains, apart, goal)
    return chosen


@tight
def most_left_out(chains: Chains, depth: int, goal: int, least: int) -> int:
    """The most that a chain which is not listed, for it cannot be worth `goal`, can be; `least` if there is none."""
    rich = chains.long[depth] & chains.rich[0]
    while rich != NONE:
        limit = _limit(chains, WORD + place_of(rich))
        if limit < goal:
            least = max(least, limit)
        rich &= rich - ONE
    return least


@tight
def _limit(chains: Chains, chain: int) -> int:
    """The most that opening a chain with a gift can be worth: its taker may hand the gift back, or keep all."""
    return to_signed(chains.gift[chain]) - to_signed(chains.length[chain])


@tight
def _shortest(chains: Chains, apart: np.uint64, goal: int) -> np.uint64:
    """The shortest of the chains that no joint holds, by kind, as bits."""
    single, double, chain, loop = ABSENT, ABSENT, ABSENT, ABSENT
    while apart != NONE:
        new = WORD + place_of(apart)
        apart &= apart - ONE
        length, gift = to_signed(chains.length[new]), to_signed(chains.gift[new])
        if gift and _limit(chains, new) < goal:
            continue
        if gift == LOOP_GIFT:
            loop = new if loop == ABSENT or length < chains.length[loop] else loop
        elif gift == CHAIN_GIFT:
            chain = new if chain == ABSENT or length < chains.length[chain] else chain
        elif length == DOUBLE:
            double = new
        else:
            single = new
    chosen = NONE
    for new in (single, double, chain, loop):
        if new != ABSENT:
            chosen |= bit(new - WORD)
    return chosen


@tight
def bounds(chains: Chains, moves: Moves, words: Words, at: int, boxes: int) -> tuple[int, int]:
    """Looks up what is known of a move made at so many open boxes: bounds on its worth."""
    taken = to_signed(moves.taken[at])
    low, high = look_up(words, moves.number[at], moves.check[at], boxes - taken)
    moves.low[at], moves.high[at] = low, high
    return worth(taken, to_signed(chains.gift[moves.chain[at]]), low, high)


@tight
def worth(taken: int, gift: int, low: int, high: int) -> tuple[int, int]:
    """Bounds on a move for its mover, from bounds on the rest for the side to move there."""
    if gift == 0:
        return -taken - high, -taken - low
    nearest = max(0, low + gift, -(high + gift))
    farthest = max(high + gift, -(low + gift))
    return gift - taken - farthest, gift - taken - nearest
