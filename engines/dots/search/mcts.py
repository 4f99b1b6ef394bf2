"""Monte-Carlo tree search where exact search is out of reach: random safe play, each game judged by its chains."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engines.dots.search.playout import (
    Field,
    State,
    chain_of,
    copy,
    draw,
    endgame,
    is_safe,
    open_chain,
)
from engines.kernels.alarm import Watch, has_rung
from engines.kernels.compiling import kernel, section, tight
from engines.kernels.intrinsics import to_signed

MOST_NODES = 300_000
DEEPEST = 300
WIDEN_AFTER = 3
CURIOSITY = 0.6
WIN_SHARE = 0.8
SMALL_GIFT = 2


class Tree(NamedTuple):
    """Nodes by number, the root being 0: the move that leads there, its children, visits and what came of them.

    `total` and `margins` are sums for the player of the move. `used` counts nodes and games; `dice` is chance's state.
    """

    side: NDArray[np.int16]
    child: NDArray[np.int32]
    children: NDArray[np.int16]
    visits: NDArray[np.int32]
    total: NDArray[np.float64]
    margins: NDArray[np.float64]
    path: NDArray[np.int32]
    used: NDArray[np.int64]
    dice: NDArray[np.uint64]
    pool: NDArray[np.int64]


def tree(sides: int, seed: int) -> Tree:
    """A tree of nothing but its root."""
    return Tree(
        side=np.zeros(MOST_NODES, np.int16),
        child=np.zeros(MOST_NODES, np.int32),
        children=np.zeros(MOST_NODES, np.int16),
        visits=np.zeros(MOST_NODES, np.int32),
        total=np.zeros(MOST_NODES, np.float64),
        margins=np.zeros(MOST_NODES, np.float64),
        path=np.zeros(DEEPEST, np.int32),
        used=np.array([1, 0], np.int64),
        dice=np.array([(seed * 0x9E3779B97F4A7C15 + 0x1234567) % 2**64 | 1], np.uint64),
        pool=np.zeros(sides, np.int64),
    )


@tight
def roll(tree: Tree, below: int) -> int:
    """A random whole number from 0."""
    dice = tree.dice[0]
    dice ^= dice << np.uint64(13)
    dice ^= dice >> np.uint64(7)
    dice ^= dice << np.uint64(17)
    tree.dice[0] = dice
    return to_signed((dice >> np.uint64(33)) % np.uint64(below))


@tight
def playout(field: Field, state: State, tree: Tree) -> int:
    """Random safe sides while there are any, then the chains: the margin for the side to move."""
    count = 0
    for side in range(state.open.size):
        if state.open[side] != 0 and is_safe(field, state, side):
            tree.pool[count] = side
            count += 1
    sign = 1
    while count > 0:
        at = roll(tree, count)
        side = tree.pool[at]
        count -= 1
        tree.pool[at] = tree.pool[count]
        if is_safe(field, state, side):
            draw(field, state, side)
            sign = -sign
    return sign * endgame(field, state)


@tight
def _widen(field: Field, state: State, tree: Tree, node: int) -> None:
    """Adds the moves of a node: every safe side, and one side of each chain so short that it cannot be handed back."""
    first = tree.used[0]
    if first + state.open.size > tree.side.size:
        return
    count = 0
    for side in range(state.open.size):
        if state.open[side] != 0 and is_safe(field, state, side):
            tree.side[first + count] = side
            count += 1
    if count > 0:
        state.seen[:] = 0
        for box in range(field.around.shape[0]):
            if state.left[box] == 2 and state.seen[box] == 0:
                length, _ = chain_of(field, state, box)
                if length <= SMALL_GIFT:
                    tree.side[first + count] = -1 - box
                    count += 1
    tree.child[node], tree.children[node] = first, count
    tree.used[0] += count


@tight
def _choose(tree: Tree, node: int) -> int:
    """The child that did best so far, curiosity about the rarely tried counted in."""
    first, count = int(tree.child[node]), int(tree.children[node])
    log = np.log(tree.visits[node] + 1.0)
    best, best_worth = first, -1e9
    offset = roll(tree, count)
    for step in range(count):
        child = first + (step + offset) % count
        visits = tree.visits[child]
        if visits == 0:
            return child
        worth = tree.total[child] / visits + CURIOSITY * np.sqrt(log / visits)
        if worth > best_worth:
            best, best_worth = child, worth
    return best


@tight
def _apply(field: Field, state: State, move: int) -> int:
    """Plays a move; the boxes it gives to the opponent, who takes them and moves on."""
    if move >= 0:
        draw(field, state, move)
        return 0
    return open_chain(field, state, -1 - move)


@section
def _grow(field: Field, state: State, tree: Tree, lead: int) -> None:
    """One game: down the tree, a random end, and what came of it noted on the way back.

    `lead`: how many boxes more than the opponent the root's mover owns.
    """
    node, depth, given, sign = 0, 0, 0, 1
    tree.path[0] = 0
    while tree.children[node] > 0 and depth + 1 < DEEPEST:
        node = _choose(tree, node)
        depth += 1
        tree.path[depth] = node
        given -= sign * _apply(field, state, tree.side[node])
        sign = -sign
    if tree.visits[node] >= WIDEN_AFTER and tree.child[node] == 0:
        _widen(field, state, tree, node)
    margin = given + sign * playout(field, state, tree)
    boxes = field.around.shape[0]
    final = margin + lead
    reward = WIN_SHARE * np.sign(final) + (1 - WIN_SHARE) * final / boxes
    for at in range(depth + 1):
        sign = 1 if at % 2 == 1 else -1
        tree.visits[tree.path[at]] += 1
        tree.total[tree.path[at]] += sign * reward
        tree.margins[tree.path[at]] += sign * margin
    tree.used[1] += 1


@kernel
def grow(field: Field, root: State, state: State, tree: Tree, lead: int, watch: Watch, most: int) -> None:
    """Grows the tree of a quiet position, `root`, until the watch rings or so many games are played."""
    copy(root, state)
    _widen(field, state, tree, 0)
    while tree.used[1] < most:
        if tree.used[1] & 15 == 0 and has_rung(watch):
            return
        copy(root, state)
        _grow(field, state, tree, lead)
