"""Curvilinear Capture: the speed of the plain rules late in a big game, and the strength of the search.

Takes about half an hour.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from random import Random

from benchmarks.figure import Figure
from engines.console.match import BuiltInPlayer, play_match
from engines.curves import GAME
from engines.curves.classic import greedy
from engines.curves.clearance import stretch
from engines.curves.joints import pieces
from engines.curves.line import Line
from engines.curves.move import Move
from engines.curves.options import start
from engines.curves.remaining import first_line
from engines.curves.rules import Position
from engines.curves.sample import Sample
from engines.curves.search import MOST_LINES
from engines.curves.search.field import build_field
from engines.curves.search.mcts import explore, new_tree, new_workspace
from engines.game import AnyPosition, Level, Limit
from engines.kernels.alarm import alarm

SHEETS = 10
MOVER = "curves: a move at 24 points with 20 lines, its outcome included"
LISTER = "curves: moves() at 24 points with 20 lines"
RESULTS = {"expected-margin", "counted-out", "guess"}
ENDS = ((12, 300), (40, 2000))
"""Numbers of points, and the most milliseconds to decide whether a line remains where the sample is empty."""


@dataclass(frozen=True)
class Mover:
    """A player by a function instead of a level of the engine."""

    name: str
    move: Callable[[Position, int], Move]

    def session(self, start: AnyPosition) -> AbstractContextManager[object]:
        """Return an empty context, since this player needs no preparation."""
        return nullcontext()

    def choose(self, position: AnyPosition, messages: tuple[str, ...], seed: int) -> str:
        """Return the player's move as text."""
        assert isinstance(position, Position)
        return str(self.move(position, seed))


def figures() -> Iterator[Figure]:
    """Yield the plain rules' times without caches, then the search's results."""
    positions = [_late_position(seed) for seed in range(SHEETS)]
    yield Figure(MOVER, statistics.median(_milliseconds_to_play(each) for each in positions), 5, "ms")
    yield Figure(LISTER, statistics.median(_milliseconds_to_list(each) for each in positions), 200, "ms")
    for points, target in ENDS:
        slowest = max(_milliseconds_to_decide(points, seed) for seed in range(SHEETS))
        yield Figure(f"curves: check for a remaining line, {points} points, slowest of {SHEETS}", slowest, target, "ms")
    yield _growth()
    yield _hints_without_idea(60)
    yield _wins(Mover("at random", _at_random), 20, 0.2, 20)
    yield _wins(Mover("one step ahead", _one_step_ahead), 100, 1.0, 90)
    yield _wins(Mover("one step ahead", _one_step_ahead), 100, 1.0, 70, Level.CLASSIC)
    yield _seat_balance(200, 0.15)


def _late_position(seed: int) -> Position:
    """Return a random position with 24 points and 20 lines; retry if the legal lines run out first."""
    chance = Random(seed)
    position = start({"points": "24"})
    while len(position.drawn) < 20:
        moves = [move for move in position.moves() if position.is_marking or isinstance(move, Line)]
        position = position.play(chance.choice(moves)) if moves else start({"points": "24"})
    return position if position.outcome is None else _late_position(seed + SHEETS)


def _milliseconds_to_play(position: Position) -> float:
    line = position.remaining_line
    assert line is not None
    _clear_caches()
    start_time = time.perf_counter()
    outcome = position.play(line).outcome
    assert outcome is None or outcome.reason
    return 1000 * (time.perf_counter() - start_time)


def _milliseconds_to_list(position: Position) -> float:
    _clear_caches()
    start_time = time.perf_counter()
    assert list(position.moves())
    return 1000 * (time.perf_counter() - start_time)


def _milliseconds_to_decide(points: int, seed: int) -> float:
    """Draw random lines until the sample is empty, then time the search for any remaining line."""
    chance = Random(seed)
    sheet = start({}).sheet
    marks = tuple(
        chance.sample([(column, row) for column in range(sheet.columns) for row in range(sheet.rows)], points)
    )
    lines_so_far: tuple[Line, ...] = ()
    while lines := list(Sample(sheet, marks, lines_so_far)):
        lines_so_far = (*lines_so_far, chance.choice(lines))
    _clear_caches()
    start_time = time.perf_counter()
    assert first_line(sheet, marks, lines_so_far) not in lines_so_far
    return 1000 * (time.perf_counter() - start_time)


def _clear_caches() -> None:
    stretch.cache_clear()
    pieces.cache_clear()


def _wins(mover: Mover, games: int, seconds: float, target: int, level: Level = Level.STRONG) -> Figure:
    """Return the number of games with 12 points that `level` wins, moving first in every second one."""
    *_, (tally, _) = play_match(GAME, {}, (BuiltInPlayer(GAME, level, seconds), mover), games)
    name = f"curves: of {games} games against {mover.name}, won by {level} at {seconds:g} s a move"
    return Figure(name, tally.wins, target, "games", at_least=True)


def _seat_balance(games: int, seconds: float) -> Figure:
    """Return the better seat's share of the points, with two strong players and ties counted for Second."""
    player = BuiltInPlayer(GAME, Level.STRONG, seconds)
    *_, (one, two) = play_match(GAME, {"even": "yes"}, (player, player), games)
    first, second = one.points_as_first + two.points_as_first, one.points_as_second + two.points_as_second
    name = f"curves: the better seat's share of {games} even games between strong, {seconds:g} s a move"
    return Figure(name, 100 * max(first, second) / games, 55, "%")


def _hints_without_idea(count: int) -> Figure:
    """Return the number of strong hints, out of `count` in mixed games, that name only a result."""
    chance, without_idea, total = Random(0), 0, 0
    position = start({"size": "10x8", "points": "8"})
    while total < count:
        hint = GAME.hint(position, Limit(0.1, seed=total), Level.STRONG)
        without_idea += {reason.code for reason in hint.reasons} <= RESULTS
        total += 1
        level = chance.choice((Level.EASY, Level.CLASSIC, None))
        move = GAME.hint(position, Limit(0.1, seed=total), level).move if level else chance.choice([*position.moves()])
        position = position.play(move)
        if position.outcome is not None:
            position = start({"size": "10x8", "points": "8"})
    return Figure(f"curves: strong hints of {count} that name only a result", without_idea, 8, "hints")


def _growth() -> Figure:
    """Return the ratio of tree positions visited in 2 s to those visited in a third of a second."""
    position = start({})
    while position.is_marking:
        position = position.play(GAME.hint(position, Limit(0.1), Level.CLASSIC).move)
    short_search, long_search = (_tree_positions(position, seconds) for seconds in (1 / 3, 2.0))
    return Figure(
        "curves: tree positions of a 2 s search relative to a third of a second",
        long_search / short_search,
        1.5,
        "x",
        at_least=True,
    )


def _tree_positions(position: Position, seconds: float) -> int:
    field, state, _ = build_field(position, MOST_LINES)
    tree = new_tree()
    with alarm(Limit(seconds)) as watch:
        explore(field, state, 0, 0, 0.0, tree, new_workspace(field, state), 0, 10**9, watch)
    return int((tree.visits > 0).sum())


def _one_step_ahead(position: Position, seed: int) -> Move:
    return greedy(position, Limit(seed=seed)).move


def _at_random(position: Position, seed: int) -> Move:
    return Random(f"{seed} {len(position.marks)} {len(position.drawn)}").choice(list(position.moves()))
