"""Makes a map for a number of cities and a seed: of many random ones, the best to play on."""

from __future__ import annotations

from functools import lru_cache
from random import Random

from engines.tupik.roadmap import RoadMap
from engines.tupik.sketch import Style, sketch


@lru_cache(maxsize=64)
def made(count: int, seed: int) -> RoadMap:
    return sketch(count, Random(f"{count} {seed}"), Style())
