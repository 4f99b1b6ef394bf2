"""Estimates where exact search is out of reach, from random safe play and the chains that result."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engines.dots.grid import Grid
from engines.dots.search.mcts import grow, new_tree
from engines.dots.search.playout import (
    Field,
    PlayoutState,
    best_capture,
    copy_state,
    endgame,
    new_field,
    new_state,
    opening_side,
    shortest_chain,
    take_boxes,
)
from engines.game import Limit
from engines.kernels.alarm import Watch, alarm

MAX_GAMES = 1 << 40
# With fewer visits than this, the average of all games is a better estimate than the best move's own.
MIN_VISITS = 50


@dataclass(frozen=True)
class Guess:
    """An estimated margin to come for the side to draw, its winning chance (-1 to 1), and a side (-1: none)."""

    margin: float
    hope: float
    side: int
    games: int


def guess(grid: Grid, drawn_sides: int, lead: int, limit: Limit) -> Guess:
    """Return an estimate of the margin; `lead` is the current lead of the side to draw, in boxes."""
    with alarm(limit) as watch:
        return _guess(grid, drawn_sides, lead, limit, watch)


def _guess(grid: Grid, drawn_sides: int, lead: int, limit: Limit, watch: Watch) -> Guess:
    shape, start = new_field(grid), new_state(grid, drawn_sides)
    rest = new_state(grid, drawn_sides)
    captures, gift = take_boxes(shape, rest)
    scratch = new_state(grid, drawn_sides)
    rest_guess = _tree_guess(shape, rest, scratch, lead + captures, limit, watch)
    if not captures:
        return rest_guess
    side, margin = best_capture(shape, start, rest, scratch, rest_guess.margin)
    hands_back = gift > 0 and rest_guess.margin < -gift
    return Guess(margin, -rest_guess.hope if hands_back else rest_guess.hope, side, rest_guess.games)


def _tree_guess(
    shape: Field, rest: PlayoutState, scratch: PlayoutState, lead: int, limit: Limit, watch: Watch
) -> Guess:
    if not rest.open_sides.any():
        return Guess(0.0, float(np.sign(lead)), -1, 0)
    tree = new_tree(rest.open_sides.size, limit.seed)
    grow(shape, rest, scratch, tree, lead, watch, limit.nodes or MAX_GAMES)
    if not tree.children[0]:
        return _opening_guess(shape, rest, scratch, lead)
    first = int(tree.child[0])
    children = range(first, first + int(tree.children[0]))
    best_child = max(children, key=lambda child: (int(tree.visits[child]), float(tree.total[child])))
    judged_node, sign = (best_child, 1) if tree.visits[best_child] >= MIN_VISITS else (0, -1)
    visits = max(1, int(tree.visits[judged_node]))
    return Guess(
        sign * float(tree.margins[judged_node]) / visits,
        sign * float(tree.total[judged_node]) / visits,
        _move_side(shape, rest, int(tree.side[best_child])),
        int(tree.counters[1]),
    )


def _opening_guess(shape: Field, rest: PlayoutState, scratch: PlayoutState, lead: int) -> Guess:
    """Return the estimate without safe sides: the shortest chain is opened."""
    copy_state(rest, scratch)
    margin = float(endgame(shape, scratch))
    box, _, _ = shortest_chain(shape, rest)
    return Guess(margin, float(np.sign(lead + margin)), opening_side(shape, rest, box), 1)


def _move_side(shape: Field, rest: PlayoutState, move: int) -> int:
    return move if move >= 0 else opening_side(shape, rest, -1 - move)
