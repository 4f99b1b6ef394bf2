"""Curvilinear capture: how fast the plain rules are late in a big game, and how the search fares.

Takes about a quarter of an hour."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from random import Random

from benchmarks.figure import Figure
from engines.console.match import BuiltInPlayer, contest
from engines.curves import GAME
from engines.curves.classic import greedy
from engines.curves.clearance import stretch
from engines.curves.joints import pieces
from engines.curves.line import Line
from engines.curves.move import Move
from engines.curves.options import start
from engines.curves.remaining import first_line
from engines.curves.rules import Position
from engines.curves.sample import legal_lines
from engines.game import AnyPosition, Level

SHEETS = 10
MOVER = "curves: a move at 24 points with 20 lines, its outcome included"
LISTER = "curves: moves() at 24 points with 20 lines"
ENDS = ((12, 300), (40, 2000))
"""Points, and how many milliseconds it may take at most to decide whether a line is left where the sample is empty."""


@dataclass(frozen=True)
class Mover:
    """A player that is no level of the engine."""

    name: str
    move: Callable[[Position, int], Move]

    def sitting(self, start: AnyPosition) -> AbstractContextManager[object]:
        return nullcontext()

    def choose(self, position: AnyPosition, messages: tuple[str, ...], seed: int) -> str:
        assert isinstance(position, Position)
        return str(self.move(position, seed))


def figures() -> Iterator[Figure]:
    """Plain rules first, nothing kept from earlier calls; then the search, at its hardest last."""
    late = [_late(seed) for seed in range(SHEETS)]
    yield Figure(MOVER, statistics.median(_milliseconds_to_play(each) for each in late), 5, "ms")
    yield Figure(LISTER, statistics.median(_milliseconds_to_list(each) for each in late), 200, "ms")
    for points, target in ENDS:
        slowest = max(_milliseconds_to_decide(points, seed) for seed in range(SHEETS))
        yield Figure(f"curves: whether any line is left, {points} points, slowest of {SHEETS}", slowest, target, "ms")
    yield _won(Mover("at random", _at_random), 20, 0.2, 20)
    yield _won(Mover("one step ahead", _one_step_ahead), 100, 1.0, 90)


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


def _milliseconds_to_decide(points: int, seed: int) -> float:
    """Lines of the sample are drawn at random until there is none."""
    chance = Random(seed)
    sheet = start({}).sheet
    marks = tuple(
        chance.sample([(column, row) for column in range(sheet.columns) for row in range(sheet.rows)], points)
    )
    drawn: tuple[Line, ...] = ()
    while lines := list(legal_lines(sheet, marks, drawn)):
        drawn = (*drawn, chance.choice(lines))
    _forget()
    began = time.perf_counter()
    assert first_line(sheet, marks, drawn) not in drawn
    return 1000 * (time.perf_counter() - began)


def _forget() -> None:
    stretch.cache_clear()
    pieces.cache_clear()


def _won(mover: Mover, games: int, seconds: float, target: int) -> Figure:
    """How many games of 12 points the search wins, beginning every other one."""
    *_, (tally, _) = contest(GAME, {}, (BuiltInPlayer(GAME, Level.STRONG, seconds), mover), games)
    name = f"curves: of {games} games won against {mover.name}, {seconds:g} s a move"
    return Figure(name, tally.won, target, "games", at_least=True)


def _one_step_ahead(position: Position, seed: int) -> Move:
    return greedy(position, seed).move


def _at_random(position: Position, seed: int) -> Move:
    return Random(f"{seed} {len(position.marks)} {len(position.drawn)}").choice(list(position.moves()))
