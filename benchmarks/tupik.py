"""Tupik: the time of advice, and the quality of generated maps."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from functools import partial
from random import Random

from benchmarks.figure import Figure, median_milliseconds
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
    """Yield the closed form's times and its errors against a slow solver, then the map maker's results."""
    for count in SIZES:
        position = Position(sketch(count, Random(1), Style()))
        yield Figure(
            f"solving a tupik map of {count} cities", median_milliseconds(partial(exact_value, position), 20), 5, "ms"
        )
        yield Figure(
            f"explaining every move of a tupik map of {count} cities",
            median_milliseconds(partial(forecasts, position), 3),
            500,
            "ms",
        )
    yield _errors()
    for count in MADE:
        yield from _maker_figures(count)


def _errors() -> Figure:
    """Return on how many car arrangements of random maps the closed form and the slow solver disagree."""
    errors = total = 0
    for seed in range(CHECKED):
        roads = sketch(9, Random(seed), Style(1.0 + seed % 5 / 4, seed % 3 / 3))
        slow_values = drive_values(roads)
        errors += sum(exact_value(each) != slow_values[each.key] for each in arrangements(roads))
        total += len(slow_values)
    return Figure(f"tupik positions of {total} that a slow solver rates differently", errors, 0, "")


def _maker_figures(count: int) -> Iterator[Figure]:
    seconds, good_maps = [], 0
    for seed in SEEDS:
        start = time.perf_counter()
        roads = make_map.__wrapped__(count, seed)
        seconds.append(time.perf_counter() - start)
        good_maps += rate_map(roads).is_good
    yield Figure(f"generating a tupik map of {count} cities", max(seconds), 2.0, "s")
    yield Figure(
        f"good tupik maps among those generated with {count} cities",
        100 * good_maps / len(SEEDS),
        60,
        "%",
        at_least=True,
    )
