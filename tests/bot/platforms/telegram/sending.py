"""A simulation of many messages to Telegram, which refuses more than it takes: how long answers and boards wait."""

from __future__ import annotations

import asyncio
from collections import deque
from dataclasses import dataclass

from bot.platforms.telegram.flood_control import Priority, SendQueue
from tests.bot.platforms.telegram.clocked import at_once

_RATE_AT_FIRST = 30
_BURST = 1.0
"""Seconds over which Telegram counts."""


@dataclass(frozen=True)
class Waits:
    """The longest waits in seconds, the messages that were sent, and how often Telegram refused one."""

    board: float
    answer: float
    sent: int
    refused: int


def longest_waits(offered: int, seconds: int, most: int) -> Waits:
    """Return how long messages wait when so many are offered each second, every other one an answer, in simulated time.

    Telegram takes `most` a second. A refused message is offered once more.
    """
    return at_once(_offer(offered, seconds, most))


async def _offer(offered: int, seconds: int, most: int) -> Waits:
    queue, loop = SendQueue(_RATE_AT_FIRST), asyncio.get_running_loop()
    waits: dict[Priority, float] = dict.fromkeys(Priority, 0.0)
    taken, refusal = deque[float](), 0

    async def come(number: int) -> None:
        nonlocal refusal
        priority = Priority.BOARD if number % 2 else Priority.ANSWER
        await asyncio.sleep(number / offered)
        came = loop.time()
        while True:
            await queue.pass_through(priority)
            while taken and taken[0] <= loop.time() - _BURST:
                taken.popleft()
            if len(taken) < most:
                break
            refusal += 1
            await queue.slow_down()
        taken.append(loop.time())
        waits[priority] = max(waits[priority], loop.time() - came)

    coming = [asyncio.create_task(come(number)) for number in range(offered * seconds)]
    await asyncio.sleep(seconds)
    late = [task for task in coming if not task.done()]
    for task in late:
        task.cancel()
    return Waits(waits[Priority.BOARD], waits[Priority.ANSWER], len(coming) - len(late), refusal)
