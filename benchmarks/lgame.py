"""The L-game: the time of a perfect hint, and the cost of its tables."""

from __future__ import annotations

import statistics
from collections.abc import Iterator
from functools import partial
from random import Random

from benchmarks.figure import Figure, median_milliseconds
from engines.game import Limit
from engines.lgame import GAME, search
from engines.lgame.options import MOST_NEEDED
from engines.lgame.rules import Position, Variant
from engines.lgame.search.far import FEW, MOST
from engines.lgame.search.retrograde import plies
from engines.lgame.search.tables import plain_table, scoring_table

POSITIONS = 40


def figures() -> Iterator[Figure]:
    """Yield medians over positions of random games with loaded tables, then the cost of the tables."""
    for variant in Variant:
        yield Figure(f"lgame {variant}: perfect hint", _hint_milliseconds(variant), 1, "ms")
    for variant in (Variant.CLASSIC, Variant.SYMMETRY):
        yield Figure(
            f"lgame {variant}: build of the table", median_milliseconds(partial(plain_table, variant), 5), 1000, "ms"
        )
    yield Figure(
        f"lgame scoring to {MOST_NEEDED}: first build of the table",
        median_milliseconds(scoring_table, 1) / 1000,
        10,
        "s",
    )
    seconds = median_milliseconds(lambda: [scoring_table((MOST, FEW)), scoring_table((FEW, MOST))], 1) / 1000
    yield Figure(f"lgame scoring to {MOST}: first build of the tables", seconds, 15, "s")
    yield Figure("lgame scoring: memory of the table", search.table(Variant.SCORING).nbytes / 2**20, 300, "MiB")
    yield Figure("lgame classic: longest win", _longest_win(), 9, "plies")


def _hint_milliseconds(variant: Variant) -> float:
    positions = [_after_random_moves(variant, Random(seed)) for seed in range(POSITIONS)]
    search.table(variant)
    return statistics.median(
        median_milliseconds(partial(search.strong_hint, position, Limit()), 5) for position in positions
    )


def _after_random_moves(variant: Variant, chance: Random) -> Position:
    position = GAME.start({"variant": variant}, 0)
    for _ in range(chance.randrange(6)):
        after = position.play(chance.choice(list(position.moves())))
        position = position if after.outcome else after
    return position


def _longest_win() -> int:
    values = search.table(Variant.CLASSIC)[0, 0, 0]
    return max(plies(int(value)) for value in values[values > 0])
