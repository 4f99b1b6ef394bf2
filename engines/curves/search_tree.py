"""Monte-Carlo tree search: the tree grows where lines look promising or have done well, games are played out below."""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engines.curves.search_field import Field, State
from engines.curves.search_play import PASS, draw, listed, play_out, promise
from engines.search import Watch, kernel, rung

CHILDREN = 40
ROOM = 400_000
CURIOSITY = 1.1
CAUTION = 0.1
MARGIN_SHARE, WIDEST = 0.2, 6.0
HOPE = 0.25


class Tree(NamedTuple):
    """Moves tried, as rows of children: the move, how often and how well it did for who made it, and where its own
    children begin (0: not grown yet; their number is in `size`). `margins` adds up First's final leads."""

    move: NDArray[np.int64]
    visits: NDArray[np.int64]
    worth: NDArray[np.float64]
    margins: NDArray[np.float64]
    prior: NDArray[np.float64]
    first: NDArray[np.int64]
    size: NDArray[np.int64]


def new_tree() -> Tree:
    """An empty tree; entry 0 is the root itself."""
    move, visits, first, size = np.zeros((4, ROOM), np.int64)
    worth, margins, prior = np.zeros((3, ROOM))
    return Tree(move, visits, worth, margins, prior, first, size)


@kernel
def explore(field: Field, root: State, turn: int, passes: int, tree: Tree, seed: int, games: int, watch: Watch) -> int:
    """Plays games until the watch rings or there were so many; their number."""
    np.random.seed(seed)
    path, found = np.empty(256, np.int64), np.empty(field.lines.shape[0] + 1, np.int64)
    looks = np.empty(field.lines.shape[0] + 1)
    state = State(root.masks.copy(), root.holder.copy(), root.legal.copy())
    used, played = 1, 0
    while played == 0 or (played < games and not rung(watch)):
        state.masks[:], state.holder[:], state.legal[:] = root.masks, root.holder, root.legal
        used = _one_game(field, state, turn, passes, tree, used, path, found, looks)
        played += 1
    return played


@kernel
def _one_game(
    field: Field,
    state: State,
    seat: int,
    passes: int,
    tree: Tree,
    used: int,
    path: NDArray[np.int64],
    found: NDArray[np.int64],
    looks: NDArray[np.float64],
) -> int:
    """Walks down the tree, grows it by one row, plays out, and notes the result; how much of the tree is used."""
    mover, node, depth = seat, 0, 1
    path[0] = 0
    while passes < 2:
        if tree.first[node] == 0:
            if node and tree.visits[node] == 0:
                break
            used = _grow(field, state, seat, tree, node, used, found, looks)
            if tree.size[node] == 0:
                break
        node = _choice(tree, node)
        path[depth] = node
        depth += 1
        if tree.move[node] == PASS:
            passes += 1
        else:
            passes = 0
            draw(field, state, tree.move[node], seat)
        seat = 1 - seat
    _note(tree, path, depth, mover, play_out(field, state, seat, passes, found))
    return used


@kernel
def _grow(
    field: Field,
    state: State,
    seat: int,
    tree: Tree,
    node: int,
    used: int,
    found: NDArray[np.int64],
    looks: NDArray[np.float64],
) -> int:
    """Gives a node the most promising moves as children, and the pass, unless no line is left or the tree is full."""
    count = listed(state, found)
    wide = min(count, CHILDREN * (1 if node else 4))
    if count == 0 or used + wide + 1 > tree.move.size:
        return used
    for i in range(count):
        looks[i] = -promise(field, state, found[i], seat) - 0.01 * np.random.random()
    order = np.argsort(looks[:count])
    total = HOPE
    for i in range(wide):
        entry = used + i
        tree.move[entry] = found[order[i]]
        tree.prior[entry] = HOPE - looks[order[i]]
        total += tree.prior[entry]
    tree.move[used + wide], tree.prior[used + wide] = PASS, HOPE
    for entry in range(used, used + wide + 1):
        tree.prior[entry] /= total
    tree.first[node], tree.size[node] = used, wide + 1
    return used + wide + 1


@kernel
def _choice(tree: Tree, node: int) -> int:
    """The child that has done best, or is promising for how seldom it was tried."""
    best, most = 0, -1e9
    seen = sqrt(float(tree.visits[node]) + 1.0)
    unknown = (1.0 - tree.worth[node] / tree.visits[node] if tree.visits[node] else 0.5) - CAUTION
    for child in range(tree.first[node], tree.first[node] + tree.size[node]):
        visits = tree.visits[child]
        value = tree.worth[child] / visits if visits else unknown
        value += CURIOSITY * tree.prior[child] * seen / (1.0 + visits)
        if value > most:
            best, most = child, value
    return best


@kernel
def _note(tree: Tree, path: NDArray[np.int64], depth: int, mover: int, lead: int) -> None:
    """Adds a game's result to every move on its way; the root counts as a move of who is not to move."""
    for step in range(depth):
        node = path[step]
        by_first = (mover == 0) == (step % 2 == 1)
        own = float(lead) if by_first else -float(lead)
        won = 1.0 if own > 0 else 0.5 if own == 0 else 0.0
        wide = 0.5 + 0.5 * max(-1.0, min(1.0, own / WIDEST))
        tree.visits[node] += 1
        tree.worth[node] += (1.0 - MARGIN_SHARE) * won + MARGIN_SHARE * wide
        tree.margins[node] += float(lead)


@kernel
def rollouts(field: Field, root: State, turn: int, seed: int, games: int, watch: Watch) -> tuple[int, int]:
    """Games played out without a tree: their number, and First's leads added up."""
    np.random.seed(seed)
    found = np.empty(field.lines.shape[0] + 1, np.int64)
    state = State(root.masks.copy(), root.holder.copy(), root.legal.copy())
    played, total = 0, 0
    while played < games and not rung(watch):
        state.masks[:], state.holder[:], state.legal[:] = root.masks, root.holder, root.legal
        total += play_out(field, state, turn, 0, found)
        played += 1
    return played, total
