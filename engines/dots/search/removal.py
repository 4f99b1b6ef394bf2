"""Positions after one chain is removed: joints that lose their third side become part of longer chains."""

from __future__ import annotations

import numpy as np

from engines.dots.search.board import Board
from engines.dots.search.chains import (
    TWO,
    Chains,
    add_chain,
    hash_of,
    opposite_end,
    set_chain,
    stamp_row,
    subtract_chain,
)
from engines.dots.search.walk import NONE, ONE, lowest_bit
from engines.kernels.compiling import kernel, tight
from engines.kernels.intrinsics import add_product, copy_row, popcount, subtract_row, to_signed

NO_CHAIN = -1


@tight
def remove_chain(board: Board, chains: Chains, depth: int, sides: np.uint64, chain: int) -> tuple[np.uint64, int]:
    """Write the position without a chain to the next depth; return its sides and the boxes captured."""
    outside = board.masks.size
    _copy_position(board, chains, depth)
    subtract_chain(board, chains, depth + 1, chain)
    rest, captures = sides & ~chains.sides[chain], to_signed(chains.length[chain])
    near_end, far_end = to_signed(chains.near_end[chain]), to_signed(chains.far_end[chain])
    if near_end == far_end < outside:
        last_side = rest & board.masks[near_end]
        if last_side & (last_side - ONE) == NONE:
            stem = to_signed(chains.owner[lowest_bit(last_side)])
            subtract_chain(board, chains, depth + 1, stem)
            rest &= ~chains.sides[stem]
            captures += 1 + to_signed(chains.length[stem])
            near_end = far_end = opposite_end(chains, stem, near_end)
    _merge_at(board, chains, depth + 1, rest, near_end)
    if far_end != near_end:
        _merge_at(board, chains, depth + 1, rest, far_end)
    return rest, captures


@tight
def _copy_position(board: Board, chains: Chains, depth: int) -> None:
    """Copy the position of a depth to the next one."""
    chains.single_sides[depth + 1], chains.box_chains[depth + 1] = chains.single_sides[depth], chains.box_chains[depth]
    chains.chain_end[depth + 1] = chains.chain_end[depth]
    if board.stamps.shape[1] > 2:
        copy_row(chains.hashes, depth + 1, chains.hashes, depth)
    else:
        chains.hashes[depth + 1, 0], chains.hashes[depth + 1, 1] = chains.hashes[depth, 0], chains.hashes[depth, 1]


@tight
def restore_chain(chains: Chains, depth: int) -> None:
    """Undo `remove_chain`: return from the next depth to this one."""
    for chain in range(chains.chain_end[depth + 1] - 1, chains.chain_end[depth] - 1, -1):
        first_chain, second_chain = to_signed(chains.part_one[chain]), to_signed(chains.part_two[chain])
        chains.owner[to_signed(chains.first_side[first_chain])] = chains.owner[
            to_signed(chains.last_side[first_chain])
        ] = first_chain
        chains.owner[to_signed(chains.first_side[second_chain])] = chains.owner[
            to_signed(chains.last_side[second_chain])
        ] = second_chain


@tight
def _merge_at(board: Board, chains: Chains, depth: int, rest: np.uint64, joint: int) -> None:
    """Merge the two chains left at a former joint, or close them into a loop."""
    first_chain, second_chain = _chains_at(board, chains, rest, joint)
    if first_chain == NO_CHAIN:
        return
    new_chain, loop = chains.chain_end[depth], board.masks.size + 1
    chains.chain_end[depth] += 1
    chains.part_one[new_chain], chains.part_two[new_chain] = first_chain, second_chain
    length, sides = to_signed(chains.length[first_chain]) + 1, chains.sides[first_chain]
    subtract_chain(board, chains, depth, first_chain)
    if first_chain == second_chain:
        set_chain(board, chains, new_chain, loop, loop, length, sides)
    else:
        subtract_chain(board, chains, depth, second_chain)
        first_side, last_side = _far_side(chains, first_chain, joint), _far_side(chains, second_chain, joint)
        chains.first_side[new_chain], chains.last_side[new_chain] = first_side, last_side
        chains.owner[first_side] = chains.owner[last_side] = new_chain
        length += to_signed(chains.length[second_chain])
        sides |= chains.sides[second_chain]
        set_chain(
            board,
            chains,
            new_chain,
            opposite_end(chains, first_chain, joint),
            opposite_end(chains, second_chain, joint),
            length,
            sides,
        )
    add_chain(board, chains, depth, new_chain)


@tight
def _far_side(chains: Chains, chain: int, joint: int) -> int:
    """Return the side of a chain at its other end."""
    return to_signed(chains.last_side[chain] if chains.near_end[chain] == joint else chains.first_side[chain])


@tight
def _chains_at(board: Board, chains: Chains, rest: np.uint64, end: int) -> tuple[int, int]:
    """Return the two chains at a joint with two sides left (one twice for a loop), or else NO_CHAIN."""
    if end < board.masks.size:
        end_sides = rest & board.masks[end]
        if popcount(end_sides) == TWO:
            return to_signed(chains.owner[lowest_bit(end_sides)]), to_signed(
                chains.owner[lowest_bit(end_sides & (end_sides - ONE))]
            )
    return NO_CHAIN, NO_CHAIN


@tight
def hash_without(
    board: Board, chains: Chains, depth: int, sides: np.uint64, chain: int
) -> tuple[np.uint64, np.uint64, int]:
    """Return the hash and check hash of the position without a chain, and the boxes captured.

    Usually that is the sum of what happens at the chain's two ends.
    """
    near_end, far_end = to_signed(chains.near_end[chain]), to_signed(chains.far_end[chain])
    rest = sides & ~chains.sides[chain]
    first_chain, two = _chains_at(board, chains, rest, near_end)
    three, four = _chains_at(board, chains, rest, far_end)
    is_tangled = near_end == far_end < board.masks.size or (
        first_chain != NO_CHAIN and (first_chain in (three, four) or two in (three, four))
    )
    if is_tangled:
        return _tangled_hash_without(board, chains, depth, sides, chain)
    if board.stamps.shape[1] > 2:
        number, check = _image_hash_without(board, chains, depth, rest, chain)
        return number, check, to_signed(chains.length[chain])
    number = chains.hashes[depth, 0] - chains.stamp[chain, 0]
    check = chains.hashes[depth, 1] - chains.stamp[chain, 1]
    if first_chain != NO_CHAIN:
        more, again = _merge_delta(board, chains, near_end, first_chain, two)
        number += more
        check += again
    if three != NO_CHAIN:
        more, again = _merge_delta(board, chains, far_end, three, four)
        number += more
        check += again
    return number, check, to_signed(chains.length[chain])


@tight
def _merge_delta(
    board: Board, chains: Chains, joint: int, first_chain: int, second_chain: int
) -> tuple[np.uint64, np.uint64]:
    """Return the change of a position's hash and check hash when two chains merge at a joint."""
    number, check = NONE - chains.stamp[first_chain, 0], NONE - chains.stamp[first_chain, 1]
    if first_chain != second_chain:
        number -= chains.stamp[second_chain, 0]
        check -= chains.stamp[second_chain, 1]
    stamp, length = _merge_row(board, chains, joint, first_chain, second_chain)
    number += board.stamps[stamp, 0] * board.lengths[length, 0]
    return number, check + board.stamps[stamp, 1] * board.lengths[length, 1]


@tight
def _merge_row(board: Board, chains: Chains, joint: int, first_chain: int, second_chain: int) -> tuple[int, int]:
    """Return the row of a board's stamps for the merger of two chains at a joint, and its length."""
    near_end = far_end = board.masks.size + 1
    length = to_signed(chains.length[first_chain]) + 1
    if first_chain != second_chain:
        near_end, far_end = opposite_end(chains, first_chain, joint), opposite_end(chains, second_chain, joint)
        length += to_signed(chains.length[second_chain])
    return stamp_row(board, near_end, far_end), length


@kernel
def _tangled_hash_without(
    board: Board, chains: Chains, depth: int, sides: np.uint64, chain: int
) -> tuple[np.uint64, np.uint64, int]:
    """Compute `hash_without` by removing and restoring a chain whose ends depend on each other."""
    _, captures = remove_chain(board, chains, depth, sides, chain)
    restore_chain(chains, depth)
    number, check = hash_of(board, chains, depth + 1)
    return number, check, captures


@tight
def _image_hash_without(
    board: Board, chains: Chains, depth: int, rest: np.uint64, chain: int
) -> tuple[np.uint64, np.uint64]:
    """Return the hash and check hash of the position without a chain, over several images."""
    copy_row(chains.hashes, depth + 1, chains.hashes, depth)
    subtract_row(chains.hashes, depth + 1, chains.stamp, chain)
    for end in (to_signed(chains.near_end[chain]), to_signed(chains.far_end[chain])):
        first_chain, second_chain = _chains_at(board, chains, rest, end)
        if first_chain != NO_CHAIN:
            _add_merge_delta(board, chains, depth + 1, end, first_chain, second_chain)
    return hash_of(board, chains, depth + 1)


@tight
def _add_merge_delta(board: Board, chains: Chains, depth: int, joint: int, first_chain: int, second_chain: int) -> None:
    """Add the change that `_merge_delta` returns to all hashes of a depth."""
    stamp, length = _merge_row(board, chains, joint, first_chain, second_chain)
    add_product(chains.hashes, depth, board.stamps, stamp, board.lengths, length)
    subtract_row(chains.hashes, depth, chains.stamp, first_chain)
    if first_chain != second_chain:
        subtract_row(chains.hashes, depth, chains.stamp, second_chain)
