"""What a position is without one of its chains: joints that lose their third side become a part of longer chains."""

from __future__ import annotations

import numpy as np

from engines.dots.search.board import Board
from engines.dots.search.chains import TWO, Chains, across, count_in, count_out, note, number_of, stamp_of
from engines.dots.search.walk import NONE, ONE, place_of
from engines.kernels.compiling import kernel, tight
from engines.kernels.intrinsics import add_product, copy_row, popcount, subtract_row, to_signed

NO_CHAIN = -1


@tight
def take_out(board: Board, chains: Chains, depth: int, sides: np.uint64, chain: int) -> tuple[np.uint64, int]:
    """Makes the position without a chain that of the next depth; the sides left, and how many boxes fell."""
    outside = board.masks.size
    _copy(board, chains, depth)
    count_out(board, chains, depth + 1, chain)
    rest, taken = sides & ~chains.sides[chain], to_signed(chains.length[chain])
    near, far = to_signed(chains.near[chain]), to_signed(chains.far[chain])
    if near == far < outside:
        last = rest & board.masks[near]
        if last & (last - ONE) == NONE:
            stem = to_signed(chains.owner[place_of(last)])
            count_out(board, chains, depth + 1, stem)
            rest &= ~chains.sides[stem]
            taken += 1 + to_signed(chains.length[stem])
            near = far = across(chains, stem, near)
    _mend(board, chains, depth + 1, rest, near)
    if far != near:
        _mend(board, chains, depth + 1, rest, far)
    return rest, taken


@tight
def _copy(board: Board, chains: Chains, depth: int) -> None:
    """Makes the position of a depth that of the next one."""
    chains.lone[depth + 1], chains.long[depth + 1] = chains.lone[depth], chains.long[depth]
    chains.end[depth + 1] = chains.end[depth]
    if board.stamps.shape[1] > 2:
        copy_row(chains.whole, depth + 1, chains.whole, depth)
    else:
        chains.whole[depth + 1, 0], chains.whole[depth + 1, 1] = chains.whole[depth, 0], chains.whole[depth, 1]


@tight
def put_back(chains: Chains, depth: int) -> None:
    """Returns from the position of the next depth to that of this one."""
    for chain in range(chains.end[depth + 1] - 1, chains.end[depth] - 1, -1):
        one, other = to_signed(chains.one[chain]), to_signed(chains.other[chain])
        chains.owner[to_signed(chains.first[one])] = chains.owner[to_signed(chains.last[one])] = one
        chains.owner[to_signed(chains.first[other])] = chains.owner[to_signed(chains.last[other])] = other


@tight
def _mend(board: Board, chains: Chains, depth: int, rest: np.uint64, joint: int) -> None:
    """Makes one of the two chains that are left at what was a joint, or a loop of one that comes back."""
    one, other = _two_at(board, chains, rest, joint)
    if one == NO_CHAIN:
        return
    made, loop = chains.end[depth], board.masks.size + 1
    chains.end[depth] += 1
    chains.one[made], chains.other[made] = one, other
    length, sides = to_signed(chains.length[one]) + 1, chains.sides[one]
    count_out(board, chains, depth, one)
    if one == other:
        note(board, chains, made, loop, loop, length, sides)
    else:
        count_out(board, chains, depth, other)
        first, last = _far_side(chains, one, joint), _far_side(chains, other, joint)
        chains.first[made], chains.last[made] = first, last
        chains.owner[first] = chains.owner[last] = made
        length += to_signed(chains.length[other])
        sides |= chains.sides[other]
        note(board, chains, made, across(chains, one, joint), across(chains, other, joint), length, sides)
    count_in(board, chains, depth, made)


@tight
def _far_side(chains: Chains, chain: int, joint: int) -> int:
    """The side of a chain at its other end."""
    return to_signed(chains.last[chain] if chains.near[chain] == joint else chains.first[chain])


@tight
def _two_at(board: Board, chains: Chains, rest: np.uint64, end: int) -> tuple[int, int]:
    """The chains at the end of one if it has two sides left (the same twice if that comes back), or else NO_CHAIN."""
    if end < board.masks.size:
        mine = rest & board.masks[end]
        if popcount(mine) == TWO:
            return to_signed(chains.owner[place_of(mine)]), to_signed(chains.owner[place_of(mine & (mine - ONE))])
    return NO_CHAIN, NO_CHAIN


@tight
def without(board: Board, chains: Chains, depth: int, sides: np.uint64, chain: int) -> tuple[np.uint64, np.uint64, int]:
    """The number and the check number of what is left when a chain is gone, and how many boxes fell.

    Mostly that is the sum of what becomes of the chain's two ends.
    """
    near, far = to_signed(chains.near[chain]), to_signed(chains.far[chain])
    rest = sides & ~chains.sides[chain]
    one, two = _two_at(board, chains, rest, near)
    three, four = _two_at(board, chains, rest, far)
    is_tangled = near == far < board.masks.size or (one != NO_CHAIN and (one in (three, four) or two in (three, four)))
    if is_tangled:
        return _without(board, chains, depth, sides, chain)
    if board.stamps.shape[1] > 2:
        number, check = _of_images(board, chains, depth, rest, chain)
        return number, check, to_signed(chains.length[chain])
    number = chains.whole[depth, 0] - chains.stamp[chain, 0]
    check = chains.whole[depth, 1] - chains.stamp[chain, 1]
    if one != NO_CHAIN:
        more, again = _merger(board, chains, near, one, two)
        number += more
        check += again
    if three != NO_CHAIN:
        more, again = _merger(board, chains, far, three, four)
        number += more
        check += again
    return number, check, to_signed(chains.length[chain])


@tight
def _merger(board: Board, chains: Chains, joint: int, one: int, other: int) -> tuple[np.uint64, np.uint64]:
    """What it adds to the number and the check number of a position when two chains at a joint become one."""
    number, check = NONE - chains.stamp[one, 0], NONE - chains.stamp[one, 1]
    if one != other:
        number -= chains.stamp[other, 0]
        check -= chains.stamp[other, 1]
    stamp, length = _merged(board, chains, joint, one, other)
    number += board.stamps[stamp, 0] * board.lengths[length, 0]
    return number, check + board.stamps[stamp, 1] * board.lengths[length, 1]


@tight
def _merged(board: Board, chains: Chains, joint: int, one: int, other: int) -> tuple[int, int]:
    """Which row of a board's stamps is that of the chain that two at a joint become, and its length."""
    near = far = board.masks.size + 1
    length = to_signed(chains.length[one]) + 1
    if one != other:
        near, far = across(chains, one, joint), across(chains, other, joint)
        length += to_signed(chains.length[other])
    return stamp_of(board, near, far), length


@kernel
def _without(
    board: Board, chains: Chains, depth: int, sides: np.uint64, chain: int
) -> tuple[np.uint64, np.uint64, int]:
    """As `without`, for a chain whose ends are not apart: that is taken out and put back."""
    _, taken = take_out(board, chains, depth, sides, chain)
    put_back(chains, depth)
    number, check = number_of(board, chains, depth + 1)
    return number, check, taken


@tight
def _of_images(board: Board, chains: Chains, depth: int, rest: np.uint64, chain: int) -> tuple[np.uint64, np.uint64]:
    """The number and the check number of what is left when a chain is gone, for several images."""
    copy_row(chains.whole, depth + 1, chains.whole, depth)
    subtract_row(chains.whole, depth + 1, chains.stamp, chain)
    for end in (to_signed(chains.near[chain]), to_signed(chains.far[chain])):
        one, other = _two_at(board, chains, rest, end)
        if one != NO_CHAIN:
            _add_merger(board, chains, depth + 1, end, one, other)
    return number_of(board, chains, depth + 1)


@tight
def _add_merger(board: Board, chains: Chains, depth: int, joint: int, one: int, other: int) -> None:
    """As `_merger`, added to all numbers of a depth."""
    stamp, length = _merged(board, chains, joint, one, other)
    add_product(chains.whole, depth, board.stamps, stamp, board.lengths, length)
    subtract_row(chains.whole, depth, chains.stamp, one)
    if one != other:
        subtract_row(chains.whole, depth, chains.stamp, other)
