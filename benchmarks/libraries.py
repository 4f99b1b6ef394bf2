"""CPU time of a move with and without uvloop and hiredis."""

from __future__ import annotations

import asyncio
import statistics
from collections.abc import Iterable

from benchmarks.figure import Figure
from benchmarks.strain import town
from benchmarks.strain.turns import milliseconds_by_turns

TABLES = 100
RATE, SECONDS = 25, 2.0
TURNS = 20


def figures() -> Iterable[Figure]:
    """Yield medians over short turns of two bots, since the load on the machine varies."""
    fast_times, plain_times = asyncio.run(_by_turns())
    ratios = [fast_time / plain_time for fast_time, plain_time in zip(fast_times, plain_times, strict=True)]
    yield Figure(f"CPU per move with its picture, {RATE} moves/s", statistics.median(fast_times), 11, "ms")
    yield Figure("the same without uvloop and hiredis", statistics.median(plain_times), 15, "ms")
    yield Figure("with both, relative to without", statistics.median(ratios), 1, "times")


async def _by_turns() -> tuple[list[float], list[float]]:
    """Return the CPU milliseconds of a move, turn by turn, with both libraries and without."""
    async with town.run_one() as fast_bot, town.run_one("benchmarks.strain.plain") as plain_bot:
        return await milliseconds_by_turns((fast_bot, plain_bot), TABLES, RATE, SECONDS, TURNS)
