"""What a position is without one of its chains: joints that lose their third side become a part of longer chains."""

from __future__ import annotations

import numpy as np

from engines.dots.search_board import Board
from engines.dots.search_chains import Chains, across, chain_of
from engines.dots.search_walk import NONE, ONE, place_of
from engines.search import popcount, seldom, signed, tight

SIDES = 4


@tight
def foresee(board: Board, chains: Chains, sides: np.uint64, hot: np.uint64, three: np.uint64) -> None:
    """Notes what the loss of each chain does to joints with three open sides; `hot` are the sides of long chains."""
    while three != NONE:
        joint = place_of(three)
        three &= three - ONE
        _foresee_at(board, chains, joint, sides, hot)


@tight
def _foresee_at(board: Board, chains: Chains, joint: int, sides: np.uint64, hot: np.uint64) -> None:
    """For each chain at a joint of three: without it the other two are one."""
    mine = sides & board.masks[joint]
    one = chain_of(chains, place_of(mine), hot)
    mine &= mine - ONE
    two = chain_of(chains, place_of(mine), hot)
    three = chain_of(chains, place_of(mine & (mine - ONE)), hot)
    _foresee_merger(board, chains, joint, one, two, three)
    _foresee_merger(board, chains, joint, two, one, three)
    _foresee_merger(board, chains, joint, three, one, two)


@tight
def _foresee_merger(board: Board, chains: Chains, joint: int, chain: int, one: int, other: int) -> None:
    """Without a chain the other two at its joint are one (or a loop); says so if another leads to the same two ends."""
    third = across(chains, chain, joint)
    if third in (across(chains, one, joint), across(chains, other, joint)) and third != board.masks.size:
        chains.tangled[chain] = 1
    _merge(board, chains, chain, joint, one, other)


@tight
def without(board: Board, chains: Chains, chain: int) -> tuple[np.uint64, np.uint64]:
    """The number of the position that is left when a chain is gone, and its check number."""
    number = chains.whole[0] - chains.stamp[chain, 0] + chains.effect[chain, 0]
    best = 1
    for image in range(2, board.stamps.shape[1], 2):
        found = chains.whole[image] - chains.stamp[chain, image] + chains.effect[chain, image]
        if found < number:
            number, best = found, image + 1
    return number, chains.whole[best] - chains.stamp[chain, best] + chains.effect[chain, best]


@seldom
def untangle(board: Board, chains: Chains, chain: int, sides: np.uint64, hot: np.uint64) -> int:
    """Sees to the effect of a tangled chain; the chain that falls with it, or itself."""
    near, far, outside = chains.near[chain], chains.far[chain], board.masks.size
    if near != far and not _open(board, near, sides) == _open(board, far, sides) == SIDES - 1:
        return chain
    for image in range(board.stamps.shape[1]):
        chains.effect[chain, image] = 0
    if near != far:
        _untangle_pair(board, chains, chain, sides, hot)
        return chain
    one, other = _others(board, chains, near, chain, sides, hot)
    if _open(board, near, sides) == SIDES:
        _merge(board, chains, chain, near, one, other)
        return chain
    end = across(chains, one, near)
    _lose(board, chains, chain, one)
    if end != outside and _open(board, end, sides) == SIDES - 1:
        _merge(board, chains, chain, end, *_others(board, chains, end, one, sides, hot))
    return one


@tight
def _untangle_pair(board: Board, chains: Chains, chain: int, sides: np.uint64, hot: np.uint64) -> None:
    """Two joints of three lose a chain between them, and another leads from one to the other too."""
    near, far, loop = chains.near[chain], chains.far[chain], board.masks.size + 1
    one, other = _others(board, chains, near, chain, sides, hot)
    third, fourth = _others(board, chains, far, chain, sides, hot)
    if other in (third, fourth):
        one, other = other, one
    last = fourth if third == one else third
    length = chains.length[one] + chains.length[other] + 2
    _lose(board, chains, chain, one)
    _lose(board, chains, chain, other)
    if last == other:
        _gain(board, chains, chain, loop, loop, length)
    else:
        _lose(board, chains, chain, last)
        ends = across(chains, other, near), across(chains, last, far)
        _gain(board, chains, chain, ends[0], ends[1], length + chains.length[last])


@tight
def _open(board: Board, box: int, sides: np.uint64) -> int:
    return signed(popcount(sides & board.masks[box]))


@tight
def _others(board: Board, chains: Chains, joint: int, chain: int, sides: np.uint64, hot: np.uint64) -> tuple[int, int]:
    """Two of the chains at a joint besides this one: all that there are, or the same twice if there is one."""
    mine, one, other = sides & board.masks[joint], -1, -1
    while mine != NONE:
        met = chain_of(chains, place_of(mine), hot)
        mine &= mine - ONE
        if met != chain:
            one, other = other, met
    return (other if one < 0 else one), other


@tight
def _merge(board: Board, chains: Chains, chain: int, joint: int, one: int, other: int) -> None:
    """As an effect of a chain, makes one of the two that are left at a joint, or a loop of one that comes back."""
    _lose(board, chains, chain, one)
    if one == other:
        loop = board.masks.size + 1
        _gain(board, chains, chain, loop, loop, chains.length[one] + 1)
        return
    _lose(board, chains, chain, other)
    length = chains.length[one] + chains.length[other] + 1
    _gain(board, chains, chain, across(chains, one, joint), across(chains, other, joint), length)


@tight
def _lose(board: Board, chains: Chains, chain: int, lost: int) -> None:
    for image in range(board.stamps.shape[1]):
        chains.effect[chain, image] -= chains.stamp[lost, image]


@tight
def _gain(board: Board, chains: Chains, chain: int, one: int, other: int, length: int) -> None:
    stamp = one * (board.masks.size + 2) + other
    for image in range(board.stamps.shape[1]):
        chains.effect[chain, image] += board.stamps[stamp, image] * board.lengths[length, image]
