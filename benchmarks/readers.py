"""Cost of the readers of external texts: its growth with the size of a hostile text, and the time at their limits."""

from __future__ import annotations

import math
import statistics
import time
from collections.abc import Callable, Iterator
from itertools import pairwise

from benchmarks.figure import Figure
from tests.hostile import READERS, Reader

_DOUBLINGS = 4
"""The number of doublings of the size up to the limit."""
_ENOUGH = 0.02
"""The least CPU seconds spent on measuring a size."""
_NOTICED = 0.002
"""Seconds at the limit below which growth is noise."""
_SLOWEST = 6
"""The number of hostile texts, the slowest at the limit, whose growth is measured."""
_Make = Callable[[int], str]


def figures() -> Iterator[Figure]:
    """Yield the worst growth exponent of each reader over all hostile texts, and its CPU time at the limit."""
    for reader in READERS:
        slowest = _slowest(reader)
        growth, shape = max((_exponent(reader, make), _beginning(make)) for _, make in slowest)
        yield Figure(f"{reader.name}: growth exponent", round(growth, 2), 1.1, "(exponent)", details=(shape,))
        seconds, make = max(slowest, key=lambda kind: kind[0])
        limit = f"{reader.name}: CPU at {reader.most} characters"
        yield Figure(limit, 1000 * seconds, 200, "ms", details=(_beginning(make),))


def seconds_of(reader: Reader, text: str) -> float:
    """Return the CPU seconds to read a text, the minimum over several runs."""
    total, minimum = 0.0, math.inf
    while total < _ENOUGH:
        seconds = max(_read_seconds(reader, text), 1e-7)
        total, minimum = total + seconds, min(minimum, seconds)
    return minimum


def _slowest(reader: Reader) -> list[tuple[float, _Make]]:
    """Return the hostile texts that take longest at the limit, with their seconds."""
    makes = list(reader.texts())
    reader.try_to_read(makes[0](reader.most))  # one-time compiling and loading does not count
    slowest = sorted(makes, key=lambda make: _read_seconds(reader, make(reader.most)), reverse=True)[:_SLOWEST]
    return [(seconds_of(reader, make(reader.most)), make) for make in slowest]


def _exponent(reader: Reader, make: _Make) -> float:
    """Return the exponent of the CPU time's growth with the size; 0 if the time is too short to matter.

    The median of several doublings, since at one of them the memory needed outgrows the allocator's reserve.
    """
    seconds = [seconds_of(reader, make(reader.most >> step)) for step in range(_DOUBLINGS, -1, -1)]
    doublings = [math.log2(after / before) for before, after in pairwise(seconds)]
    return statistics.median(doublings) if seconds[-1] > _NOTICED else 0.0


def _read_seconds(reader: Reader, text: str) -> float:
    start = time.thread_time()
    reader.try_to_read(text)
    return time.thread_time() - start


def _beginning(make: _Make) -> str:
    """Return the beginning of a hostile text, quoted."""
    return repr(make(40))
