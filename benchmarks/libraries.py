"""CPU time of a move with uvloop and hiredis, and without them."""

from __future__ import annotations

import asyncio
import statistics
from collections.abc import Iterable
from random import Random

from benchmarks.figure import Figure
from benchmarks.strain import town
from benchmarks.strain.crowd import Crowd
from benchmarks.strain.on_telegram import TelegramRoom
from benchmarks.strain.table import Table
from benchmarks.strain.town import RunningBot

TABLES = 100
RATE, SECONDS = 25, 2.0
TURNS = 20


def figures() -> Iterable[Figure]:
    """Yield medians of short turns that two bots take alternately, since other load on the machine varies."""
    fast_times, plain_times = asyncio.run(_by_turns())
    ratios = [fast_time / plain_time for fast_time, plain_time in zip(fast_times, plain_times, strict=True)]
    yield Figure(f"CPU per move with its picture, {RATE} moves/s", statistics.median(fast_times), 11, "ms")
    yield Figure("the same without uvloop and hiredis", statistics.median(plain_times), 15, "ms")
    yield Figure("with both, relative to without", statistics.median(ratios), 1, "times")


async def _by_turns() -> tuple[list[float], list[float]]:
    """Return the CPU milliseconds of a move, turn by turn, with both libraries and without."""
    fast_times: list[float] = []
    plain_times: list[float] = []
    async with town.run_one() as fast_bot, town.run_one("benchmarks.strain.plain") as plain_bot:
        fast_crowd, plain_crowd = await _sitting(fast_bot), await _sitting(plain_bot)
        for _ in range(TURNS):
            fast_times.append(1000 * (await fast_crowd.at_pace(RATE, SECONDS, fast_bot.processor)).cpu_seconds_per_move)
            plain_times.append(
                1000 * (await plain_crowd.at_pace(RATE, SECONDS, plain_bot.processor)).cpu_seconds_per_move
            )
    return fast_times, plain_times


async def _sitting(bot: RunningBot) -> Crowd:
    crowd = Crowd([Table(TelegramRoom(bot.town), "5x5", Random(number)) for number in range(TABLES)])
    await crowd.sit_down()
    await crowd.settle(bot.processor)
    return crowd
