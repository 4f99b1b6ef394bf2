"""A quiet position as chains between joints, which is all that matters of it, and the number that tells it apart.

In a quiet position no box has a single open side. A joint is a box with three or more. A chain leads from a joint, or
the outside, along boxes with two open sides to another one, or comes back to where it began; a lone side between two
joints is a chain without boxes. Positions whose joints are joined by the same chains are worth the same, wherever on
the board the chains lie.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engines.dots.search.board import WORD, Board
from engines.dots.search.walk import NONE, ONE, bit, follow, place_of
from engines.kernels.compiling import natural, tight
from engines.kernels.intrinsics import ROW, add_row, hash_row, multiply_rows, popcount, subtract_row, to_signed
from engines.kernels.record import record

TWO = np.uint64(2)
LONG = 3
CHAIN_GIFT, LOOP_GIFT = 2, 4
NUMBERS = ROW
"""Of each image of a position there are two in turn, the number and the check number."""


class Chains:
    """The chains of a position, and of those on the way to it from the root, by depth.

    Of each chain: its two ends, the sides it begins and ends with, how many boxes it has, how many of them its
    taker may hand back (`gift`; 0: none), which two it was made of, its sides, and what it adds to the numbers of a
    position. The first WORD chains are those of one side each, by side, always the same; the others lead along boxes:
    those of the root, and those that came about on the way. (Small numbers are bytes, so that the compiler need not ask
    whether they are negative.)

    `owner[side]` is the chain that begins or ends with a side, in the position at hand. Of the chains along boxes, as
    bits of one word each: those that no joint holds (`apart`), and those with a gift (`rich`). Of the position of each
    depth: which sides are a chain each (`lone`) and which chains lead along boxes (`long`), as bits; the place after
    the last chain that came about so far (`end`); and its numbers (`whole`).
    """

    near: NDArray[np.uint8]
    far: NDArray[np.uint8]
    first: NDArray[np.uint8]
    last: NDArray[np.uint8]
    length: NDArray[np.uint8]
    gift: NDArray[np.uint8]
    one: NDArray[np.uint8]
    other: NDArray[np.uint8]
    sides: NDArray[np.uint64]
    stamp: NDArray[np.uint64]
    owner: NDArray[np.uint8]
    apart: NDArray[np.uint64]
    rich: NDArray[np.uint64]
    lone: NDArray[np.uint64]
    long: NDArray[np.uint64]
    end: NDArray[np.int64]
    whole: NDArray[np.uint64]


def no_chains(depths: int) -> Chains:
    """Room for the chains of positions of so many depths."""
    most, word = 2 * WORD, np.uint64
    small, owner = (np.uint8, most), (np.uint8, WORD)
    sides, stamp, bits, by_depth = (word, most), (word, (most, NUMBERS)), (word, 1), (word, depths)
    end, whole = (np.int64, depths), (word, (depths, NUMBERS))
    return record(Chains, *8 * [small], sides, stamp, owner, bits, bits, by_depth, by_depth, end, whole)


@tight
def prepare(board: Board, chains: Chains) -> None:
    """Notes what is the same in all positions of a board: the chains of one side."""
    for side in range(board.above.size):
        chains.first[side] = chains.last[side] = side
        note(board, chains, side, board.ends[side, 0], board.ends[side, 1], 0, bit(side))


@tight
def trace(board: Board, chains: Chains, sides: np.uint64) -> None:
    """Finds the chains and the numbers of a quiet position, as that of depth 0."""
    two, hot = NONE, NONE
    for box in range(board.masks.size):
        mine = sides & board.masks[box]
        if popcount(mine) == TWO:
            two |= bit(box)
            hot |= mine
    chains.lone[0], chains.long[0], chains.end[0] = NONE, NONE, WORD
    for image in range(NUMBERS):
        chains.whole[0, image] = board.salt
    left = sides & ~hot
    while left != NONE:
        side = place_of(left)
        left &= left - ONE
        chains.owner[side] = side
        count_in(board, chains, 0, side)
    _trace_long(board, chains, sides, two)


@tight
def _trace_long(board: Board, chains: Chains, sides: np.uint64, two: np.uint64) -> None:
    """Adds the chains along boxes, `two` being all these boxes."""
    outside = board.masks.size
    while two != NONE:
        box, chain = place_of(two), chains.end[0]
        mine = sides & board.masks[box]
        passed, walked, length, near, first = follow(board, sides, box, place_of(mine))
        two &= ~(walked | bit(box))
        if near == box:
            note(board, chains, chain, outside + 1, outside + 1, length + 1, passed)
        else:
            back, walked, further, far, last = follow(board, sides, box, place_of(mine & (mine - ONE)))
            two &= ~walked
            chains.first[chain], chains.last[chain] = first, last
            chains.owner[first] = chains.owner[last] = chain
            note(board, chains, chain, near, far, length + 1 + further, passed | back)
        chains.end[0] += 1
        count_in(board, chains, 0, chain)


@tight
def note(board: Board, chains: Chains, chain: int, near: int, far: int, length: int, sides: np.uint64) -> None:
    """Notes a chain, and what it adds to the numbers of a position.

    (Most positions have one image only, of two numbers; the numbers of several are a row, reckoned with at once.)
    """
    chains.near[chain], chains.far[chain], chains.length[chain] = near, far, length
    chains.sides[chain] = sides
    if chain >= WORD:
        _note_kind(board, chains, chain)
    stamp = stamp_of(board, near, far)
    if board.stamps.shape[1] > 2:
        multiply_rows(chains.stamp, chain, board.stamps, stamp, board.lengths, length)
    else:
        chains.stamp[chain, 0] = board.stamps[stamp, 0] * board.lengths[length, 0]
        chains.stamp[chain, 1] = board.stamps[stamp, 1] * board.lengths[length, 1]


@tight
def _note_kind(board: Board, chains: Chains, chain: int) -> None:
    """Notes what a chain along boxes may hand back, and whether a joint holds it."""
    outside, mine = board.masks.size, bit(chain - WORD)
    near, far = chains.near[chain], chains.far[chain]
    chains.gift[chain] = LOOP_GIFT if near > outside else CHAIN_GIFT if chains.length[chain] >= LONG else 0
    chains.apart[0] = chains.apart[0] & ~mine | (mine if near >= outside and far >= outside else NONE)
    chains.rich[0] = chains.rich[0] & ~mine | (mine if chains.gift[chain] > 0 else NONE)


@tight
def stamp_of(board: Board, near: int, far: int) -> int:
    """Which row of a board's stamps is that of the chains between two ends."""
    return natural(near * (board.masks.size + 2) + far)


@tight
def count_in(board: Board, chains: Chains, depth: int, chain: int) -> None:
    """Adds a chain to the position of a depth."""
    if chain < WORD:
        chains.lone[depth] |= bit(chain)
    else:
        chains.long[depth] |= bit(chain - WORD)
    if board.stamps.shape[1] > 2:
        add_row(chains.whole, depth, chains.stamp, chain)
    else:
        chains.whole[depth, 0] += chains.stamp[chain, 0]
        chains.whole[depth, 1] += chains.stamp[chain, 1]


@tight
def count_out(board: Board, chains: Chains, depth: int, chain: int) -> None:
    """Removes a chain from the position of a depth."""
    if chain < WORD:
        chains.lone[depth] &= ~bit(chain)
    else:
        chains.long[depth] &= ~bit(chain - WORD)
    if board.stamps.shape[1] > 2:
        subtract_row(chains.whole, depth, chains.stamp, chain)
    else:
        chains.whole[depth, 0] -= chains.stamp[chain, 0]
        chains.whole[depth, 1] -= chains.stamp[chain, 1]


@tight
def across(chains: Chains, chain: int, joint: int) -> int:
    """The other end of a chain."""
    return to_signed(chains.near[chain]) ^ to_signed(chains.far[chain]) ^ joint


@tight
def number_of(board: Board, chains: Chains, depth: int) -> tuple[np.uint64, np.uint64]:
    """The number of the position of a depth and its check number, the same for all of its images."""
    if board.stamps.shape[1] > 2:
        return hash_row(chains.whole, depth)
    return chains.whole[depth, 0], chains.whole[depth, 1]
