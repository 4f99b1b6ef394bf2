"""Makes a map for a number of cities and a seed: of many random ones, the first that is good to play on."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from random import Random

from engines.tupik.rating import Rating
from engines.tupik.roadmap import RoadMap
from engines.tupik.sketch import Style, sketch

MOST_RATED = 18
_CANDIDATES = {15: 32, 16: 10, 17: 5, 18: 3}
_MANY = 60
_MOST_EXTRA_ROADS, _MOST_TWO_WAY = 0.6, 0.3


@lru_cache(maxsize=64)
def made(count: int, seed: int) -> RoadMap:
    """The first good map, else the least faulty of those tried; how many are tried depends on `count` alone.

    Equal seeds give equal maps. A map of more than MOST_RATED cities is the first that comes, since none can be rated.
    """
    maps = sketches(count, seed)
    if count > MOST_RATED:
        return next(maps)
    tried: list[tuple[float, RoadMap]] = []
    while len(tried) < _CANDIDATES.get(count, _MANY):
        roads = next(maps)
        tried.append((_rating(roads).fault, roads))
        if not tried[-1][0]:
            break
    return min(tried, key=lambda found: found[0])[1]


def sketches(count: int, seed: int) -> Iterator[RoadMap]:
    """Random maps without end, of many styles, all with a single road into the dead end: the others are too uneven."""
    chance = Random(f"{count} {seed}")
    while True:
        roads = 1.4 + _MOST_EXTRA_ROADS * chance.random()
        yield sketch(count, chance, Style(roads, _MOST_TWO_WAY * chance.random()))


def _rating(roads: RoadMap) -> Rating:
    from engines.tupik.search import rated

    return rated(roads)
