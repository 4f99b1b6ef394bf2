"""A quiet position as chains between joints, its only relevant structure, with its hash.

In a quiet position no box has a single open side. A joint is a box with three or more. A chain leads from a joint, or
the outside, along boxes with two open sides to another one, or comes back to where it began; a lone side between two
joints is a chain without boxes. Positions whose joints are linked by the same chains have the same value, wherever
the chains lie on the board.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engines.dots.search.board import WORD, Board
from engines.dots.search.walk import NONE, ONE, bit, follow, lowest_bit
from engines.kernels.compiling import natural, tight
from engines.kernels.intrinsics import ROW, add_row, hash_row, multiply_rows, popcount, subtract_row, to_signed
from engines.kernels.record import record

TWO = np.uint64(2)
LONG = 3
CHAIN_GIFT, LOOP_GIFT = 2, 4
HASHES = ROW
"""The hash and the check hash of each image of a position, in turn."""


class Chains:
    """The chains of a position and of those on the way to it from the root.

    Each chain has two ends, a first and a last side, a length in boxes, the number of boxes that its taker may hand
    back (`gift`, 0 if none), the two chains that it was merged from, its sides, and a stamp, which it adds to the
    hashes. The first WORD chains are the single sides and never change; the others lead along boxes: those of the root,
    and those merged on the way. (Small numbers are bytes, so that the compiler need not check for negative ones.)

    `owner[side]` is the chain that begins or ends with a side in the current position. Of the chains along boxes, as
    bits of one word: those without a joint (`independent_chains`), those with a gift (`gift_chains`). For each depth:
    the single sides and the chains along boxes of the position, as bits (`single_sides`, `box_chains`), the index after
    the last chain made (`chain_end`), and the hashes of all images (`hashes`).
    """

    near_end: NDArray[np.uint8]
    far_end: NDArray[np.uint8]
    first_side: NDArray[np.uint8]
    last_side: NDArray[np.uint8]
    length: NDArray[np.uint8]
    gift: NDArray[np.uint8]
    part_one: NDArray[np.uint8]
    part_two: NDArray[np.uint8]
    sides: NDArray[np.uint64]
    stamp: NDArray[np.uint64]
    owner: NDArray[np.uint8]
    independent_chains: NDArray[np.uint64]
    gift_chains: NDArray[np.uint64]
    single_sides: NDArray[np.uint64]
    box_chains: NDArray[np.uint64]
    chain_end: NDArray[np.int64]
    hashes: NDArray[np.uint64]


def new_chains(depths: int) -> Chains:
    """Allocate the chains for positions of `depths` depths."""
    most, word = 2 * WORD, np.uint64
    byte_array, owner = (np.uint8, most), (np.uint8, WORD)
    sides, stamp, bits, by_depth = (word, most), (word, (most, HASHES)), (word, 1), (word, depths)
    chain_end, hashes = (np.int64, depths), (word, (depths, HASHES))
    return record(Chains, *8 * [byte_array], sides, stamp, owner, bits, bits, by_depth, by_depth, chain_end, hashes)


@tight
def prepare(board: Board, chains: Chains) -> None:
    """Set up the one-side chains, which are the same in all positions of a board."""
    for side in range(board.later_twins.size):
        chains.first_side[side] = chains.last_side[side] = side
        set_chain(board, chains, side, board.ends[side, 0], board.ends[side, 1], 0, bit(side))


@tight
def find_chains(board: Board, chains: Chains, sides: np.uint64) -> None:
    """Find the chains and the hashes of a quiet position and store them at depth 0."""
    two, chain_sides = NONE, NONE
    for box in range(board.masks.size):
        box_sides = sides & board.masks[box]
        if popcount(box_sides) == TWO:
            two |= bit(box)
            chain_sides |= box_sides
    chains.single_sides[0], chains.box_chains[0], chains.chain_end[0] = NONE, NONE, WORD
    for image in range(HASHES):
        chains.hashes[0, image] = board.salt
    remaining = sides & ~chain_sides
    while remaining != NONE:
        side = lowest_bit(remaining)
        remaining &= remaining - ONE
        chains.owner[side] = side
        add_chain(board, chains, 0, side)
    _find_long_chains(board, chains, sides, two)


@tight
def _find_long_chains(board: Board, chains: Chains, sides: np.uint64, two: np.uint64) -> None:
    """Add the chains along boxes; `two` are all boxes with two open sides."""
    outside = board.masks.size
    while two != NONE:
        box, chain = lowest_bit(two), chains.chain_end[0]
        box_sides = sides & board.masks[box]
        path, boxes, length, near_end, first_side = follow(board, sides, box, lowest_bit(box_sides))
        two &= ~(boxes | bit(box))
        if near_end == box:
            set_chain(board, chains, chain, outside + 1, outside + 1, length + 1, path)
        else:
            back, boxes, further, far_end, last_side = follow(
                board, sides, box, lowest_bit(box_sides & (box_sides - ONE))
            )
            two &= ~boxes
            chains.first_side[chain], chains.last_side[chain] = first_side, last_side
            chains.owner[first_side] = chains.owner[last_side] = chain
            set_chain(board, chains, chain, near_end, far_end, length + 1 + further, path | back)
        chains.chain_end[0] += 1
        add_chain(board, chains, 0, chain)


@tight
def set_chain(
    board: Board, chains: Chains, chain: int, near_end: int, far_end: int, length: int, sides: np.uint64
) -> None:
    """Set a chain and its contribution to the hashes of a position.

    (Most positions have one image, thus two hashes; the hashes of several images are a row, computed at once.)
    """
    chains.near_end[chain], chains.far_end[chain], chains.length[chain] = near_end, far_end, length
    chains.sides[chain] = sides
    if chain >= WORD:
        _set_kind(board, chains, chain)
    stamp = stamp_row(board, near_end, far_end)
    if board.stamps.shape[1] > 2:
        multiply_rows(chains.stamp, chain, board.stamps, stamp, board.lengths, length)
    else:
        chains.stamp[chain, 0] = board.stamps[stamp, 0] * board.lengths[length, 0]
        chains.stamp[chain, 1] = board.stamps[stamp, 1] * board.lengths[length, 1]


@tight
def _set_kind(board: Board, chains: Chains, chain: int) -> None:
    """Set the gift of a chain along boxes, and whether it is independent."""
    outside, box_sides = board.masks.size, bit(chain - WORD)
    near_end, far_end = chains.near_end[chain], chains.far_end[chain]
    chains.gift[chain] = LOOP_GIFT if near_end > outside else CHAIN_GIFT if chains.length[chain] >= LONG else 0
    chains.independent_chains[0] = chains.independent_chains[0] & ~box_sides | (
        box_sides if near_end >= outside and far_end >= outside else NONE
    )
    chains.gift_chains[0] = chains.gift_chains[0] & ~box_sides | (box_sides if chains.gift[chain] > 0 else NONE)


@tight
def stamp_row(board: Board, near_end: int, far_end: int) -> int:
    """Return the row of a board's stamps for chains between two ends."""
    return natural(near_end * (board.masks.size + 2) + far_end)


@tight
def add_chain(board: Board, chains: Chains, depth: int, chain: int) -> None:
    """Add a chain to the position of a depth."""
    if chain < WORD:
        chains.single_sides[depth] |= bit(chain)
    else:
        chains.box_chains[depth] |= bit(chain - WORD)
    if board.stamps.shape[1] > 2:
        add_row(chains.hashes, depth, chains.stamp, chain)
    else:
        chains.hashes[depth, 0] += chains.stamp[chain, 0]
        chains.hashes[depth, 1] += chains.stamp[chain, 1]


@tight
def subtract_chain(board: Board, chains: Chains, depth: int, chain: int) -> None:
    """Remove a chain from the position of a depth."""
    if chain < WORD:
        chains.single_sides[depth] &= ~bit(chain)
    else:
        chains.box_chains[depth] &= ~bit(chain - WORD)
    if board.stamps.shape[1] > 2:
        subtract_row(chains.hashes, depth, chains.stamp, chain)
    else:
        chains.hashes[depth, 0] -= chains.stamp[chain, 0]
        chains.hashes[depth, 1] -= chains.stamp[chain, 1]


@tight
def opposite_end(chains: Chains, chain: int, joint: int) -> int:
    """Return the end of a chain opposite to a joint."""
    return to_signed(chains.near_end[chain]) ^ to_signed(chains.far_end[chain]) ^ joint


@tight
def hash_of(board: Board, chains: Chains, depth: int) -> tuple[np.uint64, np.uint64]:
    """Return the hash and the check hash of the position of a depth, the same for all of its images."""
    if board.stamps.shape[1] > 2:
        return hash_row(chains.hashes, depth)
    return chains.hashes[depth, 0], chains.hashes[depth, 1]
