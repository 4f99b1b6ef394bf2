"""By how much a hint takes longer than its limit, in every game."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping

from benchmarks.figure import Figure, titled
from engines import GAMES
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
    """The worst of some positions spread over whole games, each asked about with every limit, the kernels loaded."""
    for game, settings in BOARDS:
        warm(game)
        positions = _spread(GAMES[game], settings)
        worst = max(_overrun(GAMES[game], position, seconds) for position in positions for seconds in LIMITS)
        yield Figure(f"{titled(game, settings)}: over the limit of 0.1 or 0.5 s", max(0.0, worst), 50, "ms")


def _spread(game: AnyGame, settings: Mapping[str, str]) -> list[AnyPosition]:
    """Evenly spread over one game, or over as many as it takes to find enough."""
    seen: list[AnyPosition] = []
    seed = 0
    while len(seen) < POSITIONS:
        seen += _played(game, settings, seed)
        seed += 1
    return [seen[len(seen) * index // POSITIONS] for index in range(POSITIONS)]


def _played(game: AnyGame, settings: Mapping[str, str], seed: int) -> Iterator[AnyPosition]:
    position = game.start(settings, seed)
    while position.outcome is None:
        yield position
        position, _ = advance(position, game.hint(position, Limit(seed=seed), Level.CLASSIC).move)


def _overrun(game: AnyGame, position: AnyPosition, seconds: float) -> float:
    """Milliseconds; less than nothing for a hint within its time."""
    began = time.perf_counter()
    game.hint(position, Limit(seconds), Level.STRONG)
    return 1000 * (time.perf_counter() - began - seconds)
