"""A quiet position as chains between joints, which is all that matters of it, and the number that tells it apart.

In a quiet position no box has a single open side. A joint is a box with three or more. A chain leads from a joint, or
the outside, along boxes with two open sides to another one, or comes back to where it began; a lone side between two
joints is a chain without boxes. Positions whose joints are joined by the same chains are worth the same, wherever on
the board the chains lie.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engines.dots.search_board import WORD, Board
from engines.dots.search_walk import NONE, ONE, bit, follow, place_of
from engines.search import popcount, tight

TWO, THREE = np.uint64(2), np.uint64(3)
IMAGES = 8


class Chains(NamedTuple):
    """The chains of a position: each one's two ends, how many boxes and which sides it has.

    The first WORD are those of one side each, by side, always the same; the others are those of the position, and
    `owner[side]` is which of them begins or ends with a side, `chosen` are those worth playing.

    Of each image of the position there are two numbers in turn, the number and the check number: `whole` is the
    position's, `stamp` what a chain adds to it, and `effect` what becomes of the chain's ends once it is gone; where
    that is not simply the sum of what becomes of either, the chain is `tangled`.
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
def prepare(board: Board, chains: Chains) -> None:
    """Notes what is the same in all positions of a board: the chains of one side."""
    for side in range(board.above.size):
        _note(board, chains, side, board.ends[side, 0], board.ends[side, 1], 0, bit(side))


@tight
def trace(board: Board, chains: Chains, sides: np.uint64) -> tuple[np.uint64, np.uint64, int]:
    """Finds the chains of a quiet position, and its number.

    The sides that are a chain each, the joints with three open sides, and the place after the last of the other chains.
    """
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
    return lone, three, _trace_long(board, chains, sides, two)


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
    """Notes a chain, and what it adds to the number of a position."""
    chains.near[chain], chains.far[chain], chains.length[chain] = near, far, length
    chains.sides[chain] = sides
    stamp = near * (board.masks.size + 2) + far
    for image in range(board.stamps.shape[1]):
        chains.stamp[chain, image] = board.stamps[stamp, image] * board.lengths[length, image]


@tight
def _count_in(board: Board, chains: Chains, chain: int) -> None:
    """Adds a chain to the number of the position; nothing is known of its effect yet."""
    chains.tangled[chain] = chains.near[chain] == chains.far[chain] and chains.near[chain] < board.masks.size
    for image in range(board.stamps.shape[1]):
        chains.effect[chain, image] = NONE
        chains.whole[image] += chains.stamp[chain, image]


@tight
def chain_of(chains: Chains, side: int, hot: np.uint64) -> int:
    """The chain that begins or ends with a side; `hot` are all sides of chains along boxes."""
    return int(chains.owner[side]) if hot & bit(side) != NONE else side


@tight
def across(chains: Chains, chain: int, joint: int) -> int:
    """The other end of a chain."""
    return int(chains.near[chain] + chains.far[chain] - joint)


@tight
def number_of(board: Board, chains: Chains) -> tuple[np.uint64, np.uint64]:
    """The number of a position and its check number: the least of its images'."""
    number, check = chains.whole[0], chains.whole[1]
    for image in range(2, board.stamps.shape[1], 2):
        if chains.whole[image] < number:
            number, check = chains.whole[image], chains.whole[image + 1]
    return number, check
