"""Monte-Carlo tree search: the tree grows at promising and successful lines, and playouts follow below it."""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engines.curves.search.field import Field, State
from engines.curves.search.play import PASS, draw_line, line_promise, list_legal_lines, play_out
from engines.kernels.alarm import Watch, has_rung
from engines.kernels.compiling import kernel, section, tight

CHILDREN, ROOT_CHILDREN = 40, 160
CAPACITY = 400_000
RIPE = 4
CURIOSITY = 1.1
CAUTION = 0.1
MARGIN_SHARE, WIDEST = 0.2, 6.0
HOPE, DITHER = 0.25, 0.01


class Tree(NamedTuple):
    """The nodes of the tree, with the children of a node in a row: the move, its visits and its results.

    `worth` adds up the results for the player of the move, `margins` First's final leads. `first` is the row of a
    node's own children (0: not grown yet), `size` their number. `moved` is the new place of an entry when the tree is
    thinned.
    """

    move: NDArray[np.int32]
    visits: NDArray[np.int32]
    worth: NDArray[np.float64]
    margins: NDArray[np.float64]
    prior: NDArray[np.float32]
    first: NDArray[np.int32]
    size: NDArray[np.int32]
    moved: NDArray[np.int32]


def new_tree(capacity: int = CAPACITY) -> Tree:
    """Return an empty tree for that many entries; entry 0 is the root."""
    move, visits, first, size, new_places = np.zeros((5, capacity), np.int32)
    results, margins = np.zeros((2, capacity))
    return Tree(move, visits, results, margins, np.zeros(capacity, np.float32), first, size, new_places)


class Workspace(NamedTuple):
    """The working memory of one game: its state, the path through the tree, the legal lines."""

    state: State
    path: NDArray[np.int64]
    buffer: NDArray[np.int64]


def new_workspace(field: Field, state: State) -> Workspace:
    """Return working memory for games that begin in a state."""
    copy = State(state.masks.copy(), state.holder.copy(), state.legal.copy(), state.drawn.copy())
    return Workspace(copy, np.zeros(256, np.int64), np.zeros(len(field.lines) + 1, np.int64))


@kernel
def explore(
    field: Field,
    root: State,
    turn: int,
    passes: int,
    tie: float,
    tree: Tree,
    workspace: Workspace,
    seed: int,
    games: int,
    watch: Watch,
) -> int:
    """Play games until the watch rings or `games` are played, at least one; return the number played.

    An equal score is worth `tie` to First, who wins above 0. A tree that is nearly full loses the children of its least
    visited entries.
    """
    np.random.seed(seed)
    used_entries, game_count = 1, 0
    while game_count == 0 or (game_count < games and not has_rung(watch)):
        _reset_state(workspace.state, root)
        used_entries = _play_game(field, turn, passes, tie, tree, used_entries, workspace)
        if used_entries + ROOT_CHILDREN >= tree.move.size:
            used_entries = _thin_tree(tree, used_entries)
        game_count += 1
    return game_count


@section
def _thin_tree(tree: Tree, used_entries: int) -> int:
    """Drop the children of rarely visited entries to free memory; return the entries still used."""
    often, kept_entries = RIPE, used_entries
    while kept_entries > tree.move.size // 2:
        often *= 2
        kept_entries = _mark_children(tree, used_entries, often)
    count = 1
    for entry in range(1, used_entries):
        if tree.moved[entry]:
            tree.moved[entry] = count
            count += 1
    tree.moved[0] = 0
    for entry in range(used_entries):
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
    for entry in range(count, used_entries):
        tree.visits[entry] = tree.first[entry] = tree.size[entry] = 0
        tree.worth[entry] = tree.margins[entry] = 0.0
    return count


@section
def _mark_children(tree: Tree, used_entries: int, often: int) -> int:
    """Mark the children of entries with at least `often` visits; return the number of marked entries."""
    tree.moved[0], marked_entries = 1, 1
    for entry in range(used_entries):
        stays = tree.moved[entry] and tree.visits[entry] >= often
        for child in range(tree.first[entry], tree.first[entry] + tree.size[entry]):
            tree.moved[child] = stays
            marked_entries += stays
    return marked_entries


@tight
def _reset_state(state: State, root: State) -> None:
    for i in range(root.masks.size):
        state.masks[i] = root.masks[i]
    for i in range(root.holder.size):
        state.holder[i] = root.holder[i]
    for i in range(root.legal.size):
        state.legal[i] = root.legal[i]
        state.drawn[0, i], state.drawn[1, i] = root.drawn[0, i], root.drawn[1, i]


@section
def _play_game(
    field: Field, seat: int, passes: int, tie: float, tree: Tree, used_entries: int, workspace: Workspace
) -> int:
    """Descend the tree, grow it by one row, play out, record the result; return the entries used."""
    mover, node, depth = seat, 0, 1
    workspace.path[0] = 0
    while passes < 2:
        if tree.first[node] == 0:
            if node and tree.visits[node] < RIPE:
                break
            used_entries = _grow(field, seat, tree, node, used_entries, workspace)
            if tree.size[node] == 0:
                break
        node = _choose_child(tree, node)
        workspace.path[depth] = node
        depth += 1
        if tree.move[node] == PASS:
            passes += 1
        else:
            passes = 0
            draw_line(field, workspace.state, int(np.int64(tree.move[node])), seat)
        seat = 1 - seat
    _record_result(
        tree, workspace.path, depth, mover, tie, play_out(field, workspace.state, seat, passes, workspace.buffer)
    )
    return used_entries


@section
def _grow(field: Field, seat: int, tree: Tree, node: int, used_entries: int, workspace: Workspace) -> int:
    """Give a node the most promising moves and the pass as children, unless the game is over or the tree is full."""
    count = list_legal_lines(workspace.state, workspace.buffer)
    wide = min(count, CHILDREN if node else ROOT_CHILDREN)
    if count == 0 or used_entries + wide + 1 > tree.move.size:
        return used_entries
    for i in range(count):
        look = line_promise(field, workspace.state, workspace.buffer[i], seat) + DITHER * np.random.random()
        _insert_ranked(tree, used_entries, min(i, wide), wide, workspace.buffer[i], HOPE + look)
    tree.move[used_entries + wide], tree.prior[used_entries + wide] = PASS, HOPE
    total = 0.0
    for entry in range(used_entries, used_entries + wide + 1):
        total += tree.prior[entry]
    for entry in range(used_entries, used_entries + wide + 1):
        tree.prior[entry] /= total
    tree.first[node], tree.size[node] = used_entries, wide + 1
    return used_entries + wide + 1


@tight
def _insert_ranked(tree: Tree, first: int, count: int, wide: int, move: int, prior: float) -> None:
    """Insert a move into the sorted list of the `wide` best moves so far."""
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
def _choose_child(tree: Tree, node: int) -> int:
    """Return the child with the best sum of its value and its exploration bonus."""
    best_child, most = 0, -1e9
    visit_root = sqrt(float(tree.visits[node]) + 1.0)
    unknown = (1.0 - tree.worth[node] / tree.visits[node] if tree.visits[node] else 0.5) - CAUTION
    for child in range(tree.first[node], tree.first[node] + tree.size[node]):
        visits = tree.visits[child]
        value = tree.worth[child] / visits if visits else unknown
        value += CURIOSITY * tree.prior[child] * visit_root / (1.0 + visits)
        if value > most:
            best_child, most = child, value
    return best_child


@tight
def _record_result(tree: Tree, path: NDArray[np.int64], depth: int, mover: int, tie: float, lead: int) -> None:
    """Add a game's result to every move on its path; the root counts for the player who is not to move."""
    for step in range(depth):
        node = path[step]
        by_first = (mover == 0) == (step % 2 == 1)
        mover_lead = float(lead) + tie if by_first else -float(lead) - tie
        win_share = 1.0 if mover_lead > 0 else 0.5 if mover_lead == 0 else 0.0
        wide = 0.5 + 0.5 * max(-1.0, min(1.0, mover_lead / WIDEST))
        tree.visits[node] += 1
        tree.worth[node] += (1.0 - MARGIN_SHARE) * win_share + MARGIN_SHARE * wide
        tree.margins[node] += float(lead)
