"""Monte-Carlo tree search where exact search is out of reach: random safe play, then a verdict by the chains."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engines.dots.search.playout import (
    Field,
    PlayoutState,
    chain_of,
    copy_state,
    draw,
    endgame,
    is_safe,
    open_chain,
)
from engines.kernels.alarm import Watch, has_rung
from engines.kernels.compiling import kernel, section, tight
from engines.kernels.intrinsics import to_signed

MAX_NODES = 300_000
MAX_DEPTH = 300
WIDEN_AFTER = 3
EXPLORATION = 0.6
WIN_SHARE = 0.8
SMALL_GIFT = 2


class Tree(NamedTuple):
    """Nodes by number, with the root at 0: the move that leads there, its children, visits and results.

    `total` and `margins` are sums for the player of the move. `counters` are the numbers of nodes and of games, `dice`
    is the state of the random numbers.
    """

    side: NDArray[np.int16]
    child: NDArray[np.int32]
    children: NDArray[np.int16]
    visits: NDArray[np.int32]
    total: NDArray[np.float64]
    margins: NDArray[np.float64]
    path: NDArray[np.int32]
    counters: NDArray[np.int64]
    dice: NDArray[np.uint64]
    pool: NDArray[np.int64]


def new_tree(sides: int, seed: int) -> Tree:
    """Return a tree with only its root."""
    return Tree(
        side=np.zeros(MAX_NODES, np.int16),
        child=np.zeros(MAX_NODES, np.int32),
        children=np.zeros(MAX_NODES, np.int16),
        visits=np.zeros(MAX_NODES, np.int32),
        total=np.zeros(MAX_NODES, np.float64),
        margins=np.zeros(MAX_NODES, np.float64),
        path=np.zeros(MAX_DEPTH, np.int32),
        counters=np.array([1, 0], np.int64),
        dice=np.array([(seed * 0x9E3779B97F4A7C15 + 0x1234567) % 2**64 | 1], np.uint64),
        pool=np.zeros(sides, np.int64),
    )


@tight
def roll(tree: Tree, below: int) -> int:
    """Return a random whole number from 0 to `below` - 1."""
    dice = tree.dice[0]
    dice ^= dice << np.uint64(13)
    dice ^= dice >> np.uint64(7)
    dice ^= dice << np.uint64(17)
    tree.dice[0] = dice
    return to_signed((dice >> np.uint64(33)) % np.uint64(below))


@tight
def playout(field: Field, state: PlayoutState, tree: Tree) -> int:
    """Play random safe sides while there are any, then the chains; return the margin for the side to move."""
    count = 0
    for side in range(state.open_sides.size):
        if state.open_sides[side] != 0 and is_safe(field, state, side):
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
def _widen(field: Field, state: PlayoutState, tree: Tree, node: int) -> None:
    """Add the moves of a node: every safe side, and one side of each chain too short to hand back."""
    first = tree.counters[0]
    if first + state.open_sides.size > tree.side.size:
        return
    count = 0
    for side in range(state.open_sides.size):
        if state.open_sides[side] != 0 and is_safe(field, state, side):
            tree.side[first + count] = side
            count += 1
    if count > 0:
        state.marks[:] = 0
        for box in range(field.around.shape[0]):
            if state.open_counts[box] == 2 and state.marks[box] == 0:
                length, _ = chain_of(field, state, box)
                if length <= SMALL_GIFT:
                    tree.side[first + count] = -1 - box
                    count += 1
    tree.child[node], tree.children[node] = first, count
    tree.counters[0] += count


@tight
def _choose(tree: Tree, node: int) -> int:
    """Return the child with the highest upper confidence bound."""
    first, count = int(tree.child[node]), int(tree.children[node])
    log = np.log(tree.visits[node] + 1.0)
    best_child, best_value = first, -1e9
    offset = roll(tree, count)
    for step in range(count):
        child = first + (step + offset) % count
        visits = tree.visits[child]
        if visits == 0:
            return child
        value = tree.total[child] / visits + EXPLORATION * np.sqrt(log / visits)
        if value > best_value:
            best_child, best_value = child, value
    return best_child


@tight
def _play_move(field: Field, state: PlayoutState, move: int) -> int:
    """Play a move; return the boxes that it gives to the opponent, who takes them and moves again."""
    if move >= 0:
        draw(field, state, move)
        return 0
    return open_chain(field, state, -1 - move)


@section
def _play_game(field: Field, state: PlayoutState, tree: Tree, lead: int) -> None:
    """Play one game, down the tree and then at random, and add its result to the nodes on its path.

    `lead` is how many boxes more than the opponent the root's mover owns.
    """
    node, depth, gain, sign = 0, 0, 0, 1
    tree.path[0] = 0
    while tree.children[node] > 0 and depth + 1 < MAX_DEPTH:
        node = _choose(tree, node)
        depth += 1
        tree.path[depth] = node
        gain -= sign * _play_move(field, state, tree.side[node])
        sign = -sign
    if tree.visits[node] >= WIDEN_AFTER and tree.child[node] == 0:
        _widen(field, state, tree, node)
    margin = gain + sign * playout(field, state, tree)
    boxes = field.around.shape[0]
    final = margin + lead
    reward = WIN_SHARE * np.sign(final) + (1 - WIN_SHARE) * final / boxes
    for at in range(depth + 1):
        sign = 1 if at % 2 == 1 else -1
        tree.visits[tree.path[at]] += 1
        tree.total[tree.path[at]] += sign * reward
        tree.margins[tree.path[at]] += sign * margin
    tree.counters[1] += 1


@kernel
def grow(
    field: Field, root: PlayoutState, state: PlayoutState, tree: Tree, lead: int, watch: Watch, max_games: int
) -> None:
    """Grow the tree of a quiet position, `root`, until the watch rings or `max_games` games are played."""
    copy_state(root, state)
    _widen(field, state, tree, 0)
    while tree.counters[1] < max_games:
        if tree.counters[1] & 15 == 0 and has_rung(watch):
            return
        copy_state(root, state)
        _play_game(field, state, tree, lead)
