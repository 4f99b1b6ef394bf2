"""What a move takes of the processor with uvloop and hiredis, and how that compares with doing without them."""

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

TABLES = 100
RATE, SECONDS = 25, 16.0
TURNS = 2


def figures() -> Iterable[Figure]:
    """Medians of turns, for what else the machine does changes from one to the next."""
    fast, plain = zip(
        *((asyncio.run(_spent("bot")), asyncio.run(_spent("benchmarks.strain.plain"))) for _ in range(TURNS)),
        strict=True,
    )
    with_them, without = statistics.median(fast), statistics.median(plain)
    yield Figure(f"CPU a move with its picture, {RATE} moves/s", with_them, 11, "ms")
    yield Figure("the same without uvloop and hiredis", without, 15, "ms")
    yield Figure("with them, in what it takes without them", with_them / without, 1, "times")


async def _spent(module: str) -> float:
    """Milliseconds of the processor that a move takes in a bot that is started by this module."""
    async with town.one(module) as bot:
        crowd = Crowd([Table(TelegramRoom(bot.town), "5x5", Random(number)) for number in range(TABLES)])
        await crowd.sit_down()
        await crowd.settle(bot.processor)
        return 1000 * (await crowd.at_pace(RATE, SECONDS, bot.processor)).spent
