"""Makes a map for a number of cities and a seed: of many random ones, the first that is good to play on."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from random import Random

from engines.tupik.map.random_map import Style, sketch
from engines.tupik.map.roadmap import RoadMap
from engines.tupik.map.roads import tangles
from engines.tupik.rating import rated

_MOST_CHOSEN = 18
_CANDIDATES = {15: 16, 16: 9, 17: 6, 18: 4}
_MANY = 24
_DRAFTS, _CITIES_A_TANGLE = 3, 12
_MOST_EXTRA_ROADS, _MOST_TWO_WAY = 0.5, 0.2


@lru_cache(maxsize=64)
def made(count: int, seed: int) -> RoadMap:
    """The first good map, else the least faulty of those tried; how many are tried depends on `count` alone.

    Equal seeds give equal maps, of which running games are made anew. So a map of more than _MOST_CHOSEN cities stays
    the first that comes: it did so when none of that size could be rated.
    """
    maps = sketches(count, seed)
    if count > _MOST_CHOSEN:
        return next(maps)
    tried: list[tuple[float, RoadMap]] = []
    while len(tried) < _CANDIDATES.get(count, _MANY):
        roads = next(maps)
        tried.append((rated(roads).fault, roads))
        if not tried[-1][0]:
            break
    return min(tried, key=lambda found: found[0])[1]


def sketches(count: int, seed: int) -> Iterator[RoadMap]:
    """Random maps without end, of many styles, all with a single road into the dead end: the others are too uneven."""
    chance = Random(f"{count} {seed}")
    while True:
        drafts = (_draft(count, chance) for _ in range(_DRAFTS))
        yield next((draft for draft in drafts if tangles(draft) <= count // _CITIES_A_TANGLE), _draft(count, chance))


def _draft(count: int, chance: Random) -> RoadMap:
    roads = 1.3 + _MOST_EXTRA_ROADS * chance.random()
    return sketch(count, chance, Style(roads, _MOST_TWO_WAY * chance.random()))
