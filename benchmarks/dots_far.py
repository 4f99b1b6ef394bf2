"""Dots and Boxes as far as two cores and minutes reach: 4x4 from the empty board, 5x5 from early on.

Takes two minutes or three and half a gigabyte; no figure may take over an hour."""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterator
from random import Random
from time import perf_counter

from benchmarks.dots import safe_opening
from benchmarks.figure import Figure
from engines.dots.grid import grid
from engines.dots.search import warm
from engines.dots.search.exact import truth
from engines.game import Limit

TOGETHER = Limit(3600.0, threads=2)
POSITIONS = 5


def figures() -> Iterator[Figure]:
    """Seconds to the proved value and a best side, with nothing known from before; infinite if over an hour."""
    warm()
    for lines, target in ((18, 20.0), (16, 5.0)):
        chance, shape = Random(lines), grid(5, 5)
        seconds = [_solved(5, safe_opening(shape, lines, chance)) for _ in range(POSITIONS)]
        yield Figure(
            f"dots 5x5 solved after {lines} sides, two threads (median)", statistics.median(seconds), target, "s"
        )
    yield Figure("dots 4x4 solved from the empty board, two threads", _solved(4, 0, margin=0), 3600, "s")


def _solved(edge: int, drawn: int, margin: int | None = None) -> float:
    began = perf_counter()
    found = truth(grid(edge, edge), drawn, TOGETHER)
    assert found is None or margin in (None, found.margin)
    return perf_counter() - began if found else math.inf
