"""Monte-Carlo tree search: the tree grows where lines look promising or have done well, games are played out below."""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engines.curves.search.field import Field, State
from engines.curves.search.play import PASS, draw, listed, play_out, promise
from engines.kernels.alarm import Watch, has_rung
from engines.kernels.compiling import kernel, section, tight

CHILDREN, ROOT_CHILDREN = 40, 160
ROOM = 400_000
RIPE = 4
CURIOSITY = 1.1
CAUTION = 0.1
MARGIN_SHARE, WIDEST = 0.2, 6.0
HOPE, DITHER = 0.25, 0.01


class Tree(NamedTuple):
    """Moves tried, as rows of children: the move, how often and how well it did for who made it, and where its own
    children begin (0: not grown yet; their number is in `size`).

    `margins` adds up First's final leads; `moved` is where an entry goes when room is made.
    """

    move: NDArray[np.int32]
    visits: NDArray[np.int32]
    worth: NDArray[np.float64]
    margins: NDArray[np.float64]
    prior: NDArray[np.float32]
    first: NDArray[np.int32]
    size: NDArray[np.int32]
    moved: NDArray[np.int32]


def new_tree(room: int = ROOM) -> Tree:
    """An empty tree with room for so many entries; entry 0 is the root itself."""
    move, visits, first, size, moved = np.zeros((5, room), np.int32)
    worth, margins = np.zeros((2, room))
    return Tree(move, visits, worth, margins, np.zeros(room, np.float32), first, size, moved)


class Room(NamedTuple):
    """Where a game is worked out: its state, the way through the tree, the lines that may be drawn."""

    state: State
    path: NDArray[np.int64]
    found: NDArray[np.int64]


def new_room(field: Field, state: State) -> Room:
    """Room for games that begin in a state."""
    copy = State(state.masks.copy(), state.holder.copy(), state.legal.copy(), state.drawn.copy())
    return Room(copy, np.zeros(256, np.int64), np.zeros(len(field.lines) + 1, np.int64))


@kernel
def explore(
    field: Field,
    root: State,
    turn: int,
    passes: int,
    tie: float,
    tree: Tree,
    room: Room,
    seed: int,
    games: int,
    watch: Watch,
) -> int:
    """Plays games until the watch rings or there were so many, at least one; their number.

    An equal score is worth `tie` to First, who wins above 0. A tree that is nearly full loses what grows below its
    least tried moves.
    """
    np.random.seed(seed)
    used, played = 1, 0
    while played == 0 or (played < games and not has_rung(watch)):
        _set_up(room.state, root)
        used = _one_game(field, turn, passes, tie, tree, used, room)
        if used + ROOT_CHILDREN >= tree.move.size:
            used = _thinned(tree, used)
        played += 1
    return played


@section
def _thinned(tree: Tree, used: int) -> int:
    """Makes room in a tree: rows of children stay where their parent was tried often; how much is used then."""
    often, kept = RIPE, used
    while kept > tree.move.size // 2:
        often *= 2
        kept = _marked(tree, used, often)
    count = 1
    for entry in range(1, used):
        if tree.moved[entry]:
            tree.moved[entry] = count
            count += 1
    tree.moved[0] = 0
    for entry in range(used):
        place = tree.moved[entry]
        if entry and not place:
            continue
        tree.move[place], tree.visits[place], tree.prior[place] = (
            tree.move[entry],
            tree.visits[entry],
            tree.prior[entry],
        )
        tree.worth[place], tree.margins[place] = tree.worth[entry], tree.margins[entry]
        row = tree.moved[tree.first[entry]] if tree.first[entry] else 0
        tree.first[place], tree.size[place] = row, tree.size[entry] if row else 0
    for entry in range(count, used):
        tree.visits[entry] = tree.first[entry] = tree.size[entry] = 0
        tree.worth[entry] = tree.margins[entry] = 0.0
    return count


@section
def _marked(tree: Tree, used: int, often: int) -> int:
    """Marks what stays below entries that were tried so often; how much that is."""
    tree.moved[0], kept = 1, 1
    for entry in range(used):
        stays = tree.moved[entry] and tree.visits[entry] >= often
        for child in range(tree.first[entry], tree.first[entry] + tree.size[entry]):
            tree.moved[child] = stays
            kept += stays
    return kept


@tight
def _set_up(state: State, root: State) -> None:
    for i in range(root.masks.size):
        state.masks[i] = root.masks[i]
    for i in range(root.holder.size):
        state.holder[i] = root.holder[i]
    for i in range(root.legal.size):
        state.legal[i] = root.legal[i]
        state.drawn[0, i], state.drawn[1, i] = root.drawn[0, i], root.drawn[1, i]


@section
def _one_game(field: Field, seat: int, passes: int, tie: float, tree: Tree, used: int, room: Room) -> int:
    """Walks down the tree, grows it by one row, plays out, and notes the result; how much of the tree is used."""
    mover, node, depth = seat, 0, 1
    room.path[0] = 0
    while passes < 2:
        if tree.first[node] == 0:
            if node and tree.visits[node] < RIPE:
                break
            used = _grow(field, seat, tree, node, used, room)
            if tree.size[node] == 0:
                break
        node = _choice(tree, node)
        room.path[depth] = node
        depth += 1
        if tree.move[node] == PASS:
            passes += 1
        else:
            passes = 0
            draw(field, room.state, int(np.int64(tree.move[node])), seat)
        seat = 1 - seat
    _note(tree, room.path, depth, mover, tie, play_out(field, room.state, seat, passes, room.found))
    return used


@section
def _grow(field: Field, seat: int, tree: Tree, node: int, used: int, room: Room) -> int:
    """Gives a node the most promising moves as children, and the pass, unless no line is left or the tree is full."""
    count = listed(room.state, room.found)
    wide = min(count, CHILDREN if node else ROOT_CHILDREN)
    if count == 0 or used + wide + 1 > tree.move.size:
        return used
    for i in range(count):
        look = promise(field, room.state, room.found[i], seat) + DITHER * np.random.random()
        _rank(tree, used, min(i, wide), wide, room.found[i], HOPE + look)
    tree.move[used + wide], tree.prior[used + wide] = PASS, HOPE
    total = 0.0
    for entry in range(used, used + wide + 1):
        total += tree.prior[entry]
    for entry in range(used, used + wide + 1):
        tree.prior[entry] /= total
    tree.first[node], tree.size[node] = used, wide + 1
    return used + wide + 1


@tight
def _rank(tree: Tree, first: int, count: int, wide: int, move: int, prior: float) -> None:
    """Puts a move in its place among the best so far, of which at most `wide` are kept."""
    place = first + count
    if count == wide:
        place -= 1
        if prior <= tree.prior[place]:
            return
    while place > first and tree.prior[place - 1] < prior:
        tree.move[place], tree.prior[place] = tree.move[place - 1], tree.prior[place - 1]
        place -= 1
    tree.move[place], tree.prior[place] = move, prior


@tight
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


@tight
def _note(tree: Tree, path: NDArray[np.int64], depth: int, mover: int, tie: float, lead: int) -> None:
    """Adds a game's result to every move on its way; the root counts as a move of who is not to move."""
    for step in range(depth):
        node = path[step]
        by_first = (mover == 0) == (step % 2 == 1)
        own = float(lead) + tie if by_first else -float(lead) - tie
        won = 1.0 if own > 0 else 0.5 if own == 0 else 0.0
        wide = 0.5 + 0.5 * max(-1.0, min(1.0, own / WIDEST))
        tree.visits[node] += 1
        tree.worth[node] += (1.0 - MARGIN_SHARE) * won + MARGIN_SHARE * wide
        tree.margins[node] += float(lead)
