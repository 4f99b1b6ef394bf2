"""Digits and Dots: the solver's speed, and the strength of the search against the heuristics."""

from __future__ import annotations

import math
import statistics
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from random import Random

from benchmarks.figure import Figure, median_milliseconds
from engines.digits import GAME
from engines.digits.classic import classic
from engines.digits.rules import Position
from engines.digits.search import solve, warm
from engines.digits.search.best_throw import ThrowSearch
from engines.game import Level, Limit, Seat, advance
from engines.kernels.alarm import alarm

LONG = Limit(60.0)
BOARDS = 40
GAMES = 200
SECONDS_A_MOVE = 0.1


def figures() -> Iterable[Figure]:
    """Yield medians and worst cases over many positions, then shares of points with seats exchanged."""
    warm()
    yield from _dot_figures("6x6, digits 1-4", {}, 50)
    yield from _dot_figures("8x8, digits 1-5", {"size": "8x8"}, 1000)
    yield from _every_dot_figures("6x6, digits 1-4", {}, 200)
    yield from _digit_figures(1000)
    start = time.perf_counter()
    solution = GAME.solve(GAME.start({}, 0), Limit(600.0))
    yield Figure("digits 6x6 solved from the empty board", time.perf_counter() - start, 150, "s")
    yield Figure("digits 6x6: First's winning margin", solution.value, 0, "")
    yield from _shares(Level.STRONG, Level.CLASSIC, 75)


def _dot_figures(name: str, settings: Mapping[str, str], target: float) -> Iterator[Figure]:
    yield from _spread(f"digits {name}: dot placements solved", settings, 0, _margin, target)


def _every_dot_figures(name: str, settings: Mapping[str, str], target: float) -> Iterator[Figure]:
    yield from _spread(f"digits {name}: value of every dot placement", settings, 0, _margins, target)


def _digit_figures(target: float) -> Iterator[Figure]:
    yield from _spread("digits 6x6: all best cells for the last two digits", {}, 2, _solution, target)


def _spread(
    name: str, settings: Mapping[str, str], missing: int, measure: Callable[[Position], object], target: float
) -> Iterator[Figure]:
    times = [median_milliseconds(partial(measure, position), 1) for position in _positions(settings, missing)]
    yield Figure(name, statistics.median(times), target, "ms")
    yield Figure(f"{name}, slowest of {BOARDS}", max(times), target, "ms")


def _positions(settings: Mapping[str, str], missing: int) -> Iterator[Position]:
    """Yield positions, mostly reached by the classic heuristic, with `missing` digits still to be placed."""
    for seed in range(BOARDS):
        chance, position = Random(seed), GAME.start(settings, seed)
        while len(position.digit_cells) < 2 * len(position.digits) - missing:
            choices = list(position.moves())
            move = classic(position, Limit(seed=seed)).move if chance.random() < 0.7 else chance.choice(choices)
            position, _ = advance(position, move)
        yield position


def _margin(position: Position) -> object:
    with alarm(LONG) as watch:
        return ThrowSearch(position, watch).margin()


def _margins(position: Position) -> object:
    with alarm(LONG) as watch:
        return ThrowSearch(position, watch).margins()


def _solution(position: Position) -> object:
    return solve(position, LONG)


def _shares(level: Level, lower_level: Level, target: float) -> Iterator[Figure]:
    """Yield the better level's share of points from each seat, and the lower end of its 95 % interval."""
    points = {seat: [_points(level, lower_level, seat, seed) for seed in range(GAMES // 2)] for seat in Seat}
    for seat, seat_points in points.items():
        yield Figure(
            f"digits 6x6: {level} against {lower_level} as {seat}",
            100 * statistics.mean(seat_points),
            target,
            "%",
            True,
        )
    every = [point for seat_points in points.values() for point in seat_points]
    lower_bound = 100 * (statistics.mean(every) - 1.96 * statistics.stdev(every) / math.sqrt(len(every)))
    yield Figure(f"digits 6x6: {level} against {lower_level}, lower bound at 95%", lower_bound, target, "%", True)


def _points(level: Level, lower_level: Level, seat: Seat, seed: int) -> float:
    position = GAME.start({}, seed)
    step = 0
    while position.outcome is None:
        limit = Limit(SECONDS_A_MOVE, seed=1000 * seed + step)
        hint = GAME.hint(position, limit, level if position.turn is seat else lower_level)
        position, _ = advance(position, hint.move)
        step += 1
    winner = position.outcome.winner
    return 0.5 if winner is None else float(winner is seat)
