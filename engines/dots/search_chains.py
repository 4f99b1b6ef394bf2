"""A quiet position as chains between joints, which is all that matters of it, and the number that tells it apart.

A joint is a box with three or more open sides. A chain leads from a joint, or the outside, along boxes with two open
sides to another one, or comes back to where it began; a lone side between two joints is a chain without boxes.
Positions whose joints are joined by the same chains are worth the same, wherever on the board the chains lie.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engines.dots.search_board import WORD, Board
from engines.search import popcount, seldom, signed, tight, trailing_zeros

NONE, ONE, TWO, THREE = np.uint64(0), np.uint64(1), np.uint64(2), np.uint64(3)
SIDES = 4
IMAGES = 8


class Chains(NamedTuple):
    """The chains of a position: each one's two ends, how many boxes and which sides it has.

    The first WORD are those of one side each, by side, always the same; the others are those of the position, and
    `owner[side]` is which of them begins or ends with a side, `chosen` are those worth playing.

    For each image of the position, number and check number: `whole` is the position's, `stamp` what a chain adds to
    it, and `effect` what becomes of the chain's ends once it is gone; where that is not simply the sum of what becomes
    of either, the chain is `tangled`.
    """

    near: NDArray[np.int64]
    far: NDArray[np.int64]
    length: NDArray[np.int64]
    sides: NDArray[np.uint64]
    tangled: NDArray[np.int64]
    owner: NDArray[np.int64]
    chosen: NDArray[np.int64]
    whole: NDArray[np.uint64]
    stamp: NDArray[np.uint64]
    effect: NDArray[np.uint64]


def no_chains() -> Chains:
    """Room for the chains of any position."""
    most = 2 * WORD
    near, far, length, tangled = (np.zeros(most, np.int64) for _ in range(4))
    stamp, effect = (np.zeros((most, 2 * IMAGES), np.uint64) for _ in range(2))
    owner, chosen = (np.zeros(WORD, np.int64) for _ in range(2))
    sides, whole = np.zeros(most, np.uint64), np.zeros(2 * IMAGES, np.uint64)
    return Chains(near, far, length, sides, tangled, owner, chosen, whole, stamp, effect)


@tight
def bit(place: int) -> np.uint64:
    return ONE << np.uint64(place)


@tight
def place_of(word: np.uint64) -> int:
    """The place of the lowest one."""
    return signed(trailing_zeros(word))


@tight
def follow(board: Board, sides: np.uint64, start: int, side: int) -> tuple[np.uint64, np.uint64, int, int, int]:
    """Walks from a box through a side, on along boxes with two open sides, to whatever else comes, or to the start.

    The sides passed, the boxes passed (as bits, the start not among them), their number, the box where it ends, and
    the side passed last.
    """
    passed, boxes, length, box = NONE, NONE, 0, start
    while True:
        passed |= bit(side)
        box = board.ends[side, 0] + board.ends[side, 1] - box
        if box in (start, board.masks.size):
            return passed, boxes, length, box, side
        onward = sides & board.masks[box] & ~bit(side)
        if onward & (onward - ONE) != NONE or onward == NONE:
            return passed, boxes, length, box, side
        length += 1
        boxes |= bit(box)
        side = place_of(onward)


@tight
def prepare(board: Board, chains: Chains) -> None:
    """Notes what is the same in all positions of a board: the chains of one side."""
    for side in range(board.above.size):
        _note(board, chains, side, board.ends[side, 0], board.ends[side, 1], 0, bit(side))


@tight
def trace(board: Board, chains: Chains, sides: np.uint64) -> tuple[np.uint64, int]:
    """Finds the chains of a quiet position and its number: the lone sides among them, and where the others end."""
    two, three, hot = NONE, NONE, NONE
    for box in range(board.masks.size):
        mine = sides & board.masks[box]
        count = popcount(mine)
        is_two = np.uint64(count == TWO)
        two |= is_two << np.uint64(box)
        three |= np.uint64(count == THREE) << np.uint64(box)
        hot |= mine & (NONE - is_two)
    for image in range(board.stamps.shape[1]):
        chains.whole[image] = board.salt
    lone = sides & ~hot
    left = lone
    while left != NONE:
        _count_in(board, chains, place_of(left))
        left &= left - ONE
    end = _trace_long(board, chains, sides, two)
    while three != NONE:
        joint = place_of(three)
        three &= three - ONE
        _foresee(board, chains, joint, sides, hot)
    return lone, end


@tight
def _trace_long(board: Board, chains: Chains, sides: np.uint64, two: np.uint64) -> int:
    """Adds the chains along boxes, `two` being all these boxes; the place after the last."""
    outside, chain = board.masks.size, WORD
    while two != NONE:
        box = place_of(two)
        mine = sides & board.masks[box]
        passed, walked, length, near, first = follow(board, sides, box, place_of(mine))
        two &= ~(walked | bit(box))
        if near == box:
            _note(board, chains, chain, outside + 1, outside + 1, length + 1, passed)
        else:
            back, walked, further, far, last = follow(board, sides, box, place_of(mine & (mine - ONE)))
            two &= ~walked
            chains.owner[first] = chains.owner[last] = chain
            _note(board, chains, chain, min(near, far), max(near, far), length + 1 + further, passed | back)
        _count_in(board, chains, chain)
        chain += 1
    return chain


@tight
def _note(board: Board, chains: Chains, chain: int, near: int, far: int, length: int, sides: np.uint64) -> None:
    chains.near[chain], chains.far[chain], chains.length[chain] = near, far, length
    chains.sides[chain] = sides
    stamp = near * (board.masks.size + 2) + far
    for one in range(0, board.stamps.shape[1], 2):
        other = one + 1
        chains.stamp[chain, one] = board.stamps[stamp, one] * board.lengths[length, one]
        chains.stamp[chain, other] = board.stamps[stamp, other] * board.lengths[length, other]


@tight
def _count_in(board: Board, chains: Chains, chain: int) -> None:
    """Adds a chain to the number of the position; nothing is known of its effect yet."""
    chains.tangled[chain] = chains.near[chain] == chains.far[chain] and chains.near[chain] < board.masks.size
    for one in range(0, board.stamps.shape[1], 2):
        other = one + 1
        chains.effect[chain, one], chains.effect[chain, other] = NONE, NONE
        chains.whole[one] += chains.stamp[chain, one]
        chains.whole[other] += chains.stamp[chain, other]


@tight
def _chain_of(chains: Chains, side: int, hot: np.uint64) -> int:
    """The chain that begins or ends with a side; `hot` are all sides of chains along boxes."""
    return int(chains.owner[side]) if hot & bit(side) != NONE else side


@tight
def _foresee(board: Board, chains: Chains, joint: int, sides: np.uint64, hot: np.uint64) -> None:
    """For each chain at a joint of three: without it the other two are one."""
    mine = sides & board.masks[joint]
    one = _chain_of(chains, place_of(mine), hot)
    mine &= mine - ONE
    two = _chain_of(chains, place_of(mine), hot)
    three = _chain_of(chains, place_of(mine & (mine - ONE)), hot)
    if one in (two, three) or two == three:
        _foresee_loop(board, chains, one if one in (two, three) else two, one + two + three)
        return
    _foresee_merger(board, chains, joint, one, two, three)
    _foresee_merger(board, chains, joint, two, one, three)
    _foresee_merger(board, chains, joint, three, one, two)


@tight
def _foresee_loop(board: Board, chains: Chains, loop: int, total: int) -> None:
    """A chain comes back to its joint; without the third the joint is part of a loop."""
    stem, stamp = total - 2 * loop, board.stamps.shape[0] - 1
    for image in range(board.stamps.shape[1]):
        gained = board.stamps[stamp, image] * board.lengths[chains.length[loop] + 1, image]
        chains.effect[stem, image] += gained - chains.stamp[loop, image]


@tight
def _foresee_merger(board: Board, chains: Chains, joint: int, chain: int, one: int, other: int) -> None:
    end, another, across = _across(chains, one, joint), _across(chains, other, joint), _across(chains, chain, joint)
    if across in (end, another) and across != board.masks.size:
        chains.tangled[chain] = 1
    stamp, length = end * (board.masks.size + 2) + another, chains.length[one] + chains.length[other] + 1
    for image in range(0, board.stamps.shape[1], 2):
        gained = board.stamps[stamp, image] * board.lengths[length, image]
        chains.effect[chain, image] += gained - chains.stamp[one, image] - chains.stamp[other, image]
        check = image + 1
        gained = board.stamps[stamp, check] * board.lengths[length, check]
        chains.effect[chain, check] += gained - chains.stamp[one, check] - chains.stamp[other, check]


@tight
def number_of(board: Board, chains: Chains) -> tuple[np.uint64, np.uint64]:
    """The number of a position and its check number: the least of its images'."""
    number, check = chains.whole[0], chains.whole[1]
    for image in range(2, board.stamps.shape[1], 2):
        if chains.whole[image] < number:
            number, check = chains.whole[image], chains.whole[image + 1]
    return number, check


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
    if near != far:
        if _open(board, near, sides) == _open(board, far, sides) == SIDES - 1:
            _untangle_pair(board, chains, chain, sides, hot)
        return chain
    for image in range(board.stamps.shape[1]):
        chains.effect[chain, image] = 0
    one, other = _others(board, chains, near, chain, sides, hot)
    if _open(board, near, sides) == SIDES:
        _merge(board, chains, chain, near, one, other)
        return chain
    end = _across(chains, one, near)
    _lose(board, chains, chain, one)
    if end != outside and _open(board, end, sides) == SIDES - 1:
        _merge(board, chains, chain, end, *_others(board, chains, end, one, sides, hot))
    return one


@tight
def _untangle_pair(board: Board, chains: Chains, chain: int, sides: np.uint64, hot: np.uint64) -> None:
    """Two joints of three lose a chain between them, and another leads from one to the other too."""
    near, far, loop = chains.near[chain], chains.far[chain], board.masks.size + 1
    for image in range(board.stamps.shape[1]):
        chains.effect[chain, image] = 0
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
        ends = _across(chains, other, near), _across(chains, last, far)
        _gain(board, chains, chain, ends[0], ends[1], length + chains.length[last])


@tight
def _open(board: Board, box: int, sides: np.uint64) -> int:
    return signed(popcount(sides & board.masks[box]))


@tight
def _others(
    board: Board, chains: Chains, joint: int, chain: int, sides: np.uint64, hot: np.uint64
) -> tuple[int, int]:
    """Two of the chains at a joint besides this one: all that there are, or the same twice if there is one."""
    mine, one, other = sides & board.masks[joint], -1, -1
    while mine != NONE:
        met = _chain_of(chains, place_of(mine), hot)
        mine &= mine - ONE
        if met != chain:
            one, other = other, met
    return (other if one < 0 else one), other


@tight
def _across(chains: Chains, chain: int, joint: int) -> int:
    """The other end of a chain."""
    return int(chains.near[chain] + chains.far[chain] - joint)


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
    _gain(board, chains, chain, _across(chains, one, joint), _across(chains, other, joint), length)


@tight
def _lose(board: Board, chains: Chains, chain: int, lost: int) -> None:
    for image in range(board.stamps.shape[1]):
        chains.effect[chain, image] -= chains.stamp[lost, image]


@tight
def _gain(board: Board, chains: Chains, chain: int, one: int, other: int, length: int) -> None:
    stamp = one * (board.masks.size + 2) + other
    for image in range(board.stamps.shape[1]):
        chains.effect[chain, image] += board.stamps[stamp, image] * board.lengths[length, image]
