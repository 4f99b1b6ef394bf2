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
from benchmarks.strain.town import House

TABLES = 100
RATE, SECONDS = 25, 2.0
TURNS = 20


def figures() -> Iterable[Figure]:
    """Medians of short turns that two bots take, for what else the machine does changes meanwhile."""
    fast, plain = asyncio.run(_by_turns())
    ratios = [one / other for one, other in zip(fast, plain, strict=True)]
    yield Figure(f"CPU a move with its picture, {RATE} moves/s", statistics.median(fast), 11, "ms")
    yield Figure("the same without uvloop and hiredis", statistics.median(plain), 15, "ms")
    yield Figure("with them, in what it takes without them", statistics.median(ratios), 1, "times")


async def _by_turns() -> tuple[list[float], list[float]]:
    """Milliseconds of the processor that a move takes, turn by turn: with both libraries, and without."""
    fast: list[float] = []
    plain: list[float] = []
    async with town.one() as bot, town.one("benchmarks.strain.plain") as other:
        moving, compared = await _sitting(bot), await _sitting(other)
        for _ in range(TURNS):
            fast.append(1000 * (await moving.at_pace(RATE, SECONDS, bot.processor)).spent)
            plain.append(1000 * (await compared.at_pace(RATE, SECONDS, other.processor)).spent)
    return fast, plain


async def _sitting(bot: House) -> Crowd:
    crowd = Crowd([Table(TelegramRoom(bot.town), "5x5", Random(number)) for number in range(TABLES)])
    await crowd.sit_down()
    await crowd.settle(bot.processor)
    return crowd
