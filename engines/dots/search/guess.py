"""Estimates where exact search is out of reach: what random safe play, judged by chains, says of each move."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engines.dots.grid import Grid
from engines.dots.search.mcts import grow, tree
from engines.dots.search.playout import (
    Field,
    State,
    best_taking,
    cheapest,
    copy,
    endgame,
    field,
    opening_side,
    settle,
    state,
)
from engines.game import Limit
from engines.kernels.alarm import Watch, alarm

PLENTY = 1 << 40
# So many games say something of a move; with fewer, all games together are the better guess.
TELLING = 50


@dataclass(frozen=True)
class Guess:
    """About the margin to come for the side to draw, how sure a win is (-1 to 1), and the side advised (-1: none)."""

    margin: float
    hope: float
    side: int
    games: int


def guess(grid: Grid, drawn: int, lead: int, limit: Limit) -> Guess:
    """What to draw next; `lead`: how many boxes more than the opponent the side to draw owns."""
    with alarm(limit) as watch:
        return _guess(grid, drawn, lead, limit, watch)


def _guess(grid: Grid, drawn: int, lead: int, limit: Limit, watch: Watch) -> Guess:
    shape, start = field(grid), state(grid, drawn)
    rest = state(grid, drawn)
    taken, gift = settle(shape, rest)
    scratch = state(grid, drawn)
    quiet = _grown(shape, rest, scratch, lead + taken, limit, watch)
    if not taken:
        return quiet
    side, margin = best_taking(shape, start, rest, scratch, quiet.margin)
    hands_back = gift > 0 and quiet.margin < -gift
    return Guess(margin, -quiet.hope if hands_back else quiet.hope, side, quiet.games)


def _grown(shape: Field, rest: State, scratch: State, lead: int, limit: Limit, watch: Watch) -> Guess:
    if not rest.open.any():
        return Guess(0.0, float(np.sign(lead)), -1, 0)
    grown = tree(rest.open.size, limit.seed)
    grow(shape, rest, scratch, grown, lead, watch, limit.nodes or PLENTY)
    if not grown.children[0]:
        return _opening(shape, rest, scratch, lead)
    first = int(grown.child[0])
    children = range(first, first + int(grown.children[0]))
    best = max(children, key=lambda child: (int(grown.visits[child]), float(grown.total[child])))
    judged, sign = (best, 1) if grown.visits[best] >= TELLING else (0, -1)
    visits = max(1, int(grown.visits[judged]))
    return Guess(
        sign * float(grown.margins[judged]) / visits,
        sign * float(grown.total[judged]) / visits,
        _side_of(shape, rest, int(grown.side[best])),
        int(grown.used[1]),
    )


def _opening(shape: Field, rest: State, scratch: State, lead: int) -> Guess:
    """No side is safe: the shortest chain is opened."""
    copy(rest, scratch)
    margin = float(endgame(shape, scratch))
    box, _, _ = cheapest(shape, rest)
    return Guess(margin, float(np.sign(lead + margin)), opening_side(shape, rest, box), 1)


def _side_of(shape: Field, rest: State, move: int) -> int:
    return move if move >= 0 else opening_side(shape, rest, -1 - move)
