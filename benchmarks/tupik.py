"""How long the tables of Tupik take, how large they are, and how good the maps are that the map maker makes."""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterable, Iterator
from random import Random

from benchmarks.figure import Figure
from engines.game import Limit
from engines.kernels.alarm import alarm
from engines.tupik import search
from engines.tupik.map.random_map import Style, sketch
from engines.tupik.map.roadmap import RoadMap
from engines.tupik.search.map_maker import made
from engines.tupik.search.table import Table, solved

SEEDS = range(5)
MADE = (8, 12, 16, 18)
TIMED = ((18, 3, 2.0), (21, 1, 30.0))


def figures() -> Iterable[Figure]:
    """Tables of random maps, placing included, then the map maker's time and its share of good maps."""
    search.warm()
    for count, repeats, target in TIMED:
        yield from _table_figures(count, repeats, target)
    for count in MADE:
        yield from _maker_figures(count)


def _table_figures(count: int, repeats: int, target: float) -> Iterator[Figure]:
    seconds, table = [], None
    for seed in range(repeats):
        roads, began = sketch(count, Random(seed), Style()), time.perf_counter()
        table = _solved(roads)
        seconds.append(time.perf_counter() - began)
    yield Figure(f"tupik table of {count} cities", statistics.median(seconds), target, "s")
    yield Figure(f"tupik table of {count} cities, memory", _mebibytes(table), 300, "MiB")


def _solved(roads: RoadMap) -> Table | None:
    with alarm(Limit(600)) as watch:
        return solved(roads, watch)


def _mebibytes(table: Table | None) -> float:
    """The most that is held at once: the drive while it is solved, or the drive with the placings."""
    if table is None:
        return float("inf")
    solving = 2 * table.values.nbytes + len(table.values)
    kept = table.values.nbytes + sum(worths.nbytes for worths in table.placings.values())
    return (max(solving, kept) + table.board.rank.nbytes + table.board.sets.nbytes) / 2**20


def _maker_figures(count: int) -> Iterator[Figure]:
    seconds, good = [], 0
    for seed in SEEDS:
        began = time.perf_counter()
        roads = made.__wrapped__(count, seed)
        seconds.append(time.perf_counter() - began)
        good += search.rated(roads).good
    yield Figure(f"tupik map of {count} cities made", max(seconds), 2.0, "s")
    yield Figure(f"tupik maps of {count} cities made that are good", 100 * good / len(SEEDS), 60, "%", at_least=True)
