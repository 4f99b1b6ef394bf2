"""Moves of a quiet position (one without a capturable box), and the positions they lead to."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engines.dots.search.board import WORD, Board
from engines.dots.search.chains import CHAIN_GIFT, LOOP_GIFT, Chains
from engines.dots.search.removal import hash_without
from engines.dots.search.table import Words, look_up, mix, prefetch_bucket
from engines.dots.search.walk import NONE, ONE, bit, lowest_bit
from engines.kernels.compiling import natural, tight
from engines.kernels.intrinsics import to_signed
from engines.kernels.record import record

WIDTH = WORD
DOUBLE = 2
NO_CHAIN = -1


class Moves:
    """The moves at all depths, WIDTH each: the next quiet position, and the boxes given up to reach it.

    `number` (mixed) and `check` are that position's hashes, `chain` is the opened chain, `captures` the number of boxes
    that the opponent can take, `low` and `high` are bounds on the position's value, `rank` is how promising the move
    is.
    """

    number: NDArray[np.uint64]
    check: NDArray[np.uint64]
    chain: NDArray[np.uint8]
    captures: NDArray[np.uint8]
    low: NDArray[np.int64]
    high: NDArray[np.int64]
    rank: NDArray[np.int64]


def new_moves(depths: int) -> Moves:
    """Allocate the moves of `depths` depths."""
    size = depths * WIDTH
    word, byte_array, number = (np.uint64, size), (np.uint8, size), (np.int64, size)
    return record(Moves, word, word, byte_array, byte_array, number, number, number)


@tight
def slot(depth: int, each: int) -> int:
    """Return the index of a move at a depth."""
    return natural(depth * WIDTH + each)


@tight
def list_moves(
    board: Board, chains: Chains, moves: Moves, table: Words, depth: int, sides: np.uint64, goal: int
) -> int:
    """List the moves of a depth's position that may reach `goal`, prefetch their entries, and return their number.

    Of equal sides only one is listed; of long chains with both ends outside only the shortest, and likewise of loops
    and of each shorter length.
    """
    count, single_sides, box_chains = 0, chains.single_sides[depth], _chains_worth_listing(chains, depth, goal)
    while single_sides | box_chains != NONE:
        if single_sides != NONE:
            chain = lowest_bit(single_sides)
            single_sides &= single_sides - ONE
            if single_sides & board.later_twins[chain] != NONE:
                continue
        else:
            chain = WORD + lowest_bit(box_chains)
            box_chains &= box_chains - ONE
        at = slot(depth, count)
        number, moves.check[at], moves.captures[at] = hash_without(board, chains, depth, sides, chain)
        number = mix(number)
        moves.number[at], moves.chain[at] = number, chain
        prefetch_bucket(table, number)
        count += 1
    return count


@tight
def _chains_worth_listing(chains: Chains, depth: int, goal: int) -> np.uint64:
    """Return, as bits, the chains along boxes that may reach `goal`."""
    box_chains = chains.box_chains[depth]
    independent = box_chains & chains.independent_chains[0]
    joint_chains = box_chains & ~independent
    selection: np.uint64 = joint_chains & ~chains.gift_chains[0]
    gift_chains = joint_chains & chains.gift_chains[0]
    while gift_chains != NONE:
        if _limit(chains, WORD + lowest_bit(gift_chains)) >= goal:
            selection |= gift_chains & ~(gift_chains - ONE)
        gift_chains &= gift_chains - ONE
    if independent != NONE:
        selection |= _shortest(chains, independent, goal)
    return selection


@tight
def bound_of_unlisted(chains: Chains, depth: int, goal: int, least: int) -> int:
    """Return the greatest value that an unlisted chain can reach, or `least` if there is none."""
    gift_chains = chains.box_chains[depth] & chains.gift_chains[0]
    while gift_chains != NONE:
        limit = _limit(chains, WORD + lowest_bit(gift_chains))
        if limit < goal:
            least = max(least, limit)
        gift_chains &= gift_chains - ONE
    return least


@tight
def _limit(chains: Chains, chain: int) -> int:
    """Return the most that opening a chain with a gift is worth: the taker hands the gift back or keeps all."""
    return to_signed(chains.gift[chain]) - to_signed(chains.length[chain])


@tight
def _shortest(chains: Chains, independent: np.uint64, goal: int) -> np.uint64:
    """Return, as bits, the shortest independent chain of each kind."""
    single, double, chain, loop = NO_CHAIN, NO_CHAIN, NO_CHAIN, NO_CHAIN
    while independent != NONE:
        candidate = WORD + lowest_bit(independent)
        independent &= independent - ONE
        length, gift = to_signed(chains.length[candidate]), to_signed(chains.gift[candidate])
        if gift and _limit(chains, candidate) < goal:
            continue
        if gift == LOOP_GIFT:
            loop = candidate if loop == NO_CHAIN or length < chains.length[loop] else loop
        elif gift == CHAIN_GIFT:
            chain = candidate if chain == NO_CHAIN or length < chains.length[chain] else chain
        elif length == DOUBLE:
            double = candidate
        else:
            single = candidate
    selection = NONE
    for candidate in (single, double, chain, loop):
        if candidate != NO_CHAIN:
            selection |= bit(candidate - WORD)
    return selection


@tight
def look_up_bounds(chains: Chains, moves: Moves, table: Words, at: int, boxes: int) -> tuple[int, int]:
    """Look up the position after a move; return bounds on the move's value, with `boxes` open before it."""
    captures = to_signed(moves.captures[at])
    low, high = look_up(table, moves.number[at], moves.check[at], boxes - captures)
    moves.low[at], moves.high[at] = low, high
    return bounds_before(captures, to_signed(chains.gift[moves.chain[at]]), low, high)


@tight
def bounds_before(captures: int, gift: int, low: int, high: int) -> tuple[int, int]:
    """Return bounds on a move's value for its mover, from bounds on the position after it for the side to move."""
    if gift == 0:
        return -captures - high, -captures - low
    nearest = max(0, low + gift, -(high + gift))
    farthest = max(high + gift, -(low + gift))
    return gift - captures - farthest, gift - captures - nearest
