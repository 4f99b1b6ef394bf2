"""Alternating turns of two bots, since the load on the machine varies."""

from __future__ import annotations

from random import Random

from benchmarks.strain.crowd import Crowd
from benchmarks.strain.on_telegram import TelegramRoom
from benchmarks.strain.table import Table
from benchmarks.strain.town import RunningBot


async def milliseconds_by_turns(
    bots: tuple[RunningBot, RunningBot], games: int, rate: float, seconds: float, turns: int
) -> tuple[list[float], list[float]]:
    """Return the CPU milliseconds per move of each bot, turn by turn, at `rate` moves a second."""
    sides = [(bot, await _seat(bot, games), list[float]()) for bot in bots]
    for turn in range(turns):
        for bot, crowd, milliseconds in sides[:: -1 if turn % 2 else 1]:
            pace = await crowd.at_pace(rate, seconds, bot.processor)
            milliseconds.append(1000 * pace.cpu_seconds_per_move)
    (_, _, first_times), (_, _, second_times) = sides
    return first_times, second_times


async def _seat(bot: RunningBot, games: int) -> Crowd:
    crowd = Crowd([Table(TelegramRoom(bot.town), "5x5", Random(number)) for number in range(games)])
    await crowd.sit_down()
    await crowd.settle(bot.processor)
    return crowd
