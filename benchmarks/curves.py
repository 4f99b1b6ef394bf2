"""Curvilinear capture: how fast the plain rules are late in a big game, and how the search fares.

Takes about ten minutes."""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator
from random import Random

from benchmarks.figure import Figure
from engines.curves.classic import greedy
from engines.curves.clearance import stretch
from engines.curves.joints import pieces
from engines.curves.moves import Line
from engines.curves.options import start
from engines.curves.rules import Position
from engines.curves.search import strong, warm
from engines.game import Limit, Seat

GAMES = 100
SHEETS = 10
MOVER = "curves: a move at 24 points with 20 lines, its outcome included"
LISTER = "curves: moves() at 24 points with 20 lines"


def figures() -> Iterator[Figure]:
    """Plain rules first, nothing kept from earlier calls; then the search at one second a move."""
    late = [_late(seed) for seed in range(SHEETS)]
    yield Figure(MOVER, statistics.median(_milliseconds_to_play(each) for each in late), 5, "ms")
    yield Figure(LISTER, statistics.median(_milliseconds_to_list(each) for each in late), 200, "ms")
    warm()
    yield Figure("curves: over the limit of 0.5 s", max(_overtime(seed) for seed in range(SHEETS)), 50, "ms")
    wins = sum(_wins(seed) for seed in range(GAMES))
    yield Figure("curves: of 100 games won against one step ahead, 1 s a move", wins, 90, "games", at_least=True)


def _late(seed: int) -> Position:
    """24 points with 20 lines, played at random; another try where the lines ran out before."""
    chance = Random(seed)
    position = start({"points": "24"})
    while len(position.drawn) < 20:
        moves = [move for move in position.moves() if position.marking or isinstance(move, Line)]
        position = position.play(chance.choice(moves)) if moves else start({"points": "24"})
    return position if position.outcome is None else _late(seed + SHEETS)


def _milliseconds_to_play(position: Position) -> float:
    line = position.line_left
    assert line is not None
    _forget()
    began = time.perf_counter()
    ended = position.play(line).outcome
    assert ended is None or ended.reason
    return 1000 * (time.perf_counter() - began)


def _milliseconds_to_list(position: Position) -> float:
    _forget()
    began = time.perf_counter()
    assert list(position.moves())
    return 1000 * (time.perf_counter() - began)


def _forget() -> None:
    stretch.cache_clear()
    pieces.cache_clear()


def _overtime(seed: int) -> float:
    """Milliseconds by which a hint on 24 points took longer than half a second."""
    position = start({"points": "24"})
    while position.marking:
        position = position.play(greedy(position, seed).move)
    began = time.perf_counter()
    strong(position, Limit(0.5))
    return 1000 * (time.perf_counter() - began - 0.5)


def _wins(seed: int) -> bool:
    """Whether the search wins a game of 12 points, beginning every other one."""
    mine = Seat.SECOND if seed % 2 else Seat.FIRST
    position = start({})
    while position.outcome is None:
        hint = greedy(position, seed)
        if position.turn is mine:
            hint = strong(position, Limit(1.0, seed=seed))
        position = position.play(hint.move)
    return position.outcome.winner is mine
