"""How the readers of texts from outside grow with a hostile text, and what they cost at their limits."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator

from benchmarks.figure import Figure
from tests.hostile import READERS, Reader

_DOUBLINGS = 3
"""How often the size is doubled up to the limit."""
_ENOUGH = 0.02
"""Seconds of work that a size is measured by, at least."""
_NOTICED = 0.002
"""Seconds at the limit below which growth is noise."""
_SLOWEST = 6
"""Kinds of hostile texts whose growth is measured, of those that take longest at the limit."""
_Make = Callable[[int], str]


def figures() -> Iterator[Figure]:
    """For each reader the worst of all hostile texts: its growth, as an exponent, and the CPU time at the limit."""
    for reader in READERS:
        kinds = sorted(((_once(reader, make(reader.most)), at) for at, make in enumerate(reader.texts())), reverse=True)
        makes = list(reader.texts())
        worst = [(seconds, makes[at]) for seconds, at in kinds[:_SLOWEST]]
        grown = [(_exponent(reader, make) if seconds > _NOTICED else 0.0, _shown(make)) for seconds, make in worst]
        growth, shape = max(grown)
        slowest, make = worst[0]
        yield Figure(f"{reader.name}: growth with its length", growth, 1.1, "(exponent)", details=(shape,))
        limit = f"{reader.name}: CPU at {reader.most} characters"
        yield Figure(
            limit, 1000 * min(slowest, seconds_of(reader, make(reader.most))), 200, "ms", details=(_shown(make),)
        )


def _exponent(reader: Reader, make: _Make) -> float:
    """Return the slope of the CPU time over the size, both as logarithms, by least squares."""
    sizes = [reader.most >> step for step in range(_DOUBLINGS, -1, -1)]
    points = [(math.log(size), math.log(seconds_of(reader, make(size)))) for size in sizes]
    x, y = (sum(values) / len(points) for values in zip(*points, strict=True))
    slope: float = sum((a - x) * (b - y) for a, b in points) / sum((a - x) ** 2 for a, _ in points)
    return slope


def seconds_of(reader: Reader, text: str) -> float:
    """Return the CPU seconds of reading a text, the least of several times."""
    spent, least = 0.0, math.inf
    while spent < _ENOUGH or least == math.inf:
        seconds = _once(reader, text)
        spent, least = spent + seconds, min(least, seconds)
    return max(least, 1e-7)


def _once(reader: Reader, text: str) -> float:
    began = time.thread_time()
    reader.try_to_read(text)
    return time.thread_time() - began


def _shown(make: _Make) -> str:
    """Return how such a text looks."""
    return repr(make(40))
