"""Generator of a map for a number of cities and a seed: the first random map that is good to play on."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from random import Random

from engines.tupik.map.random_map import Style, sketch
from engines.tupik.map.roadmap import RoadMap
from engines.tupik.map.roads import tangles
from engines.tupik.rating import rate_map

_MOST_CHOSEN = 18
_CANDIDATES = {15: 16, 16: 9, 17: 6, 18: 4}
_MANY = 24
_DRAFTS, _CITIES_A_TANGLE = 3, 12
_MOST_EXTRA_ROADS, _MOST_TWO_WAY = 0.5, 0.2


@lru_cache(maxsize=64)
def make_map(count: int, seed: int) -> RoadMap:
    """Return the first good map, else the least faulty of those tried; the number of tries depends only on `count`.

    Equal seeds give equal maps, from which running games are rebuilt. Therefore a map of more than _MOST_CHOSEN cities
    stays the first that is generated, as it was before maps of that size could be rated.
    """
    maps = sketches(count, seed)
    if count > _MOST_CHOSEN:
        return next(maps)
    attempts: list[tuple[float, RoadMap]] = []
    while len(attempts) < _CANDIDATES.get(count, _MANY):
        roads = next(maps)
        attempts.append((rate_map(roads).fault, roads))
        if not attempts[-1][0]:
            break
    return min(attempts, key=lambda found: found[0])[1]


def sketches(count: int, seed: int) -> Iterator[RoadMap]:
    """Yield random maps of many styles without end, each with a single road into the dead end.

    Maps with more roads into it are too uneven.
    """
    chance = Random(f"{count} {seed}")
    while True:
        drafts = (_draft(count, chance) for _ in range(_DRAFTS))
        yield next((draft for draft in drafts if tangles(draft) <= count // _CITIES_A_TANGLE), _draft(count, chance))


def _draft(count: int, chance: Random) -> RoadMap:
    roads = 1.3 + _MOST_EXTRA_ROADS * chance.random()
    return sketch(count, chance, Style(roads, _MOST_TWO_WAY * chance.random()))
