"""How long the advice of Tupik takes, and how good the maps are that the map maker makes."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from functools import partial
from random import Random

from benchmarks.figure import Figure, timed
from engines.tupik.forecast import forecasts
from engines.tupik.map.random_map import Style, sketch
from engines.tupik.map_maker import make_map
from engines.tupik.rating import rate_map
from engines.tupik.rules import Position
from engines.tupik.worth import exact_value
from tests.engines.tupik.slow import arrangements, drive_values

SEEDS = range(5)
MADE = (8, 12, 16, 18)
SIZES = (12, 24, 40)
CHECKED = 20


def figures() -> Iterable[Figure]:
    """What the closed form costs, its errors against a slow solver, then the map maker's time and its good maps."""
    for count in SIZES:
        position = Position(sketch(count, Random(1), Style()))
        yield Figure(f"tupik map of {count} cities solved", timed(partial(exact_value, position), 20), 5, "ms")
        yield Figure(f"tupik map of {count} cities, every move", timed(partial(forecasts, position), 3), 500, "ms")
    yield _errors()
    for count in MADE:
        yield from _maker_figures(count)


def _errors() -> Figure:
    """Of all arrangements of the drive on random maps, those that the slow solver values otherwise."""
    wrong = looked_at = 0
    for seed in range(CHECKED):
        roads = sketch(9, Random(seed), Style(1.0 + seed % 5 / 4, seed % 3 / 3))
        slow = drive_values(roads)
        wrong += sum(exact_value(each) != slow[each.key] for each in arrangements(roads))
        looked_at += len(slow)
    return Figure(f"tupik arrangements that a slow solver values otherwise, of {looked_at}", wrong, 0, "")


def _maker_figures(count: int) -> Iterator[Figure]:
    seconds, good = [], 0
    for seed in SEEDS:
        began = time.perf_counter()
        roads = make_map.__wrapped__(count, seed)
        seconds.append(time.perf_counter() - began)
        good += rate_map(roads).is_good
    yield Figure(f"tupik map of {count} cities made", max(seconds), 2.0, "s")
    yield Figure(f"tupik maps of {count} cities made that are good", 100 * good / len(SEEDS), 60, "%", at_least=True)
