"""The growth of readers of outside texts with the size of a hostile text, and their cost at their limits."""

from __future__ import annotations

import math
import statistics
import time
from collections.abc import Callable, Iterator
from itertools import pairwise

from benchmarks.figure import Figure
from tests.hostile import READERS, Reader

_DOUBLINGS = 4
"""The number of times that the size is doubled up to the limit."""
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
        worst = _slowest(reader)
        growth, shape = max((_exponent(reader, make), _shown(make)) for _, make in worst)
        yield Figure(f"{reader.name}: growth with its length", round(growth, 2), 1.1, "(exponent)", details=(shape,))
        seconds, make = max(worst, key=lambda kind: kind[0])
        limit = f"{reader.name}: CPU at {reader.most} characters"
        yield Figure(limit, 1000 * seconds, 200, "ms", details=(_shown(make),))


def seconds_of(reader: Reader, text: str) -> float:
    """Return the CPU seconds of reading a text, the least of several times."""
    spent, least = 0.0, math.inf
    while spent < _ENOUGH:
        seconds = max(_once(reader, text), 1e-7)
        spent, least = spent + seconds, min(least, seconds)
    return least


def _slowest(reader: Reader) -> list[tuple[float, _Make]]:
    """Return the kinds of hostile texts that take longest at the limit, with their seconds."""
    makes = list(reader.texts())
    reader.try_to_read(makes[0](reader.most))  # what is compiled or loaded once is no part of it
    slowest = sorted(makes, key=lambda make: _once(reader, make(reader.most)), reverse=True)[:_SLOWEST]
    return [(seconds_of(reader, make(reader.most)), make) for make in slowest]


def _exponent(reader: Reader, make: _Make) -> float:
    """Return how the CPU time grows when the size doubles, as an exponent; 0 where that is noise.

    The median of several doublings: at one of them the memory that is needed outgrows what the allocator keeps.
    """
    spent = [seconds_of(reader, make(reader.most >> step)) for step in range(_DOUBLINGS, -1, -1)]
    doublings = [math.log2(after / before) for before, after in pairwise(spent)]
    return statistics.median(doublings) if spent[-1] > _NOTICED else 0.0


def _once(reader: Reader, text: str) -> float:
    began = time.thread_time()
    reader.try_to_read(text)
    return time.thread_time() - began


def _shown(make: _Make) -> str:
    """Return how such a text begins."""
    return repr(make(40))
