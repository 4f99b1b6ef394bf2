"""Overrun of hints beyond their time limit, in every game."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping

from benchmarks.figure import Figure, board_title
from engines import GAMES
from engines.explaining import advise
from engines.game import AnyGame, AnyPosition, Level, Limit, advance
from engines.kernels.loading import warm

BOARDS: tuple[tuple[str, Mapping[str, str]], ...] = (
    ("dots", {"size": "5x5"}),
    ("dots", {"size": "12x12"}),
    ("lgame", {"variant": "scoring"}),
    ("tupik", {"map": "salt-road"}),
    ("tupik", {"map": "big-city"}),
    ("digits", {"size": "6x6"}),
    ("digits", {"size": "12x12"}),
    ("curves", {"points": "8"}),
    ("curves", {"points": "24"}),
)
POSITIONS = 10
LIMITS = (0.1, 0.5)


def figures() -> Iterator[Figure]:
    """Yield the worst overrun over positions spread through whole games, with loaded kernels."""
    for game, settings in BOARDS:
        warm(game)
        positions = _spread(GAMES[game], settings)
        overrun = max(_overrun(GAMES[game], position, seconds) for position in positions for seconds in LIMITS)
        yield Figure(f"{board_title(game, settings)}: over the limit of 0.1 or 0.5 s", max(0.0, overrun), 50, "ms")


def _spread(game: AnyGame, settings: Mapping[str, str]) -> list[AnyPosition]:
    """Return positions spread evenly over one game, or over as many games as are needed."""
    positions: list[AnyPosition] = []
    seed = 0
    while len(positions) < POSITIONS:
        positions += _positions(game, settings, seed)
        seed += 1
    return [positions[len(positions) * index // POSITIONS] for index in range(POSITIONS)]


def _positions(game: AnyGame, settings: Mapping[str, str], seed: int) -> Iterator[AnyPosition]:
    position = game.start(settings, seed)
    while position.outcome is None:
        yield position
        position, _ = advance(position, game.hint(position, Limit(seed=seed), Level.CLASSIC).move)


def _overrun(game: AnyGame, position: AnyPosition, seconds: float) -> float:
    """Return the milliseconds over the limit; negative for a hint within its time."""
    start = time.perf_counter()
    advise(game, position, Limit(seconds), Level.STRONG)
    return 1000 * (time.perf_counter() - start - seconds)
