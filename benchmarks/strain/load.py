"""`make load`: waiting times of people on Telegram under load, and the bot's use of resources."""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from collections.abc import AsyncGenerator, Callable, Iterator
from contextlib import aclosing
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random

from benchmarks import service
from benchmarks.figure import Figure
from benchmarks.printing import line, machine
from benchmarks.service import running_bot
from benchmarks.strain import town
from benchmarks.strain.crowd import Crowd, Pace
from benchmarks.strain.on_telegram import TelegramRoom
from benchmarks.strain.process import megabytes
from benchmarks.strain.table import Table
from benchmarks.strain.town import RunningBot
from bot.store.connection import connect
from bot.store.embedded import serve
from bot.store.keys import LOGS, MESSAGES, game_of
from engines import GAMES
from tests.bot.platforms.telegram.people import Human
from tests.bot.platforms.telegram.town import Room

GAMES_AT_ONCE = 500
RATE, STEADILY = 25, 40.0  # moves a second, for how many seconds
BURST, SHORTLY = 50, 20.0
PROCESSES = (2, 4)
FLOOD = 2000
_PATIENCE = 120.0
_SETTLES = 4.0

Figures = AsyncGenerator[Figure, None]


@dataclass(frozen=True)
class Part:
    """Figures measured together, with separate processes and a store, within a time limit."""

    name: str
    measure: Callable[[], Figures]
    minutes: float

    async def print_figures(self) -> None:
        """Print each figure as it is measured, or the reason if the part fails."""
        try:
            async with asyncio.timeout(60 * self.minutes), aclosing(self.measure()) as figures:
                async for figure in figures:
                    print(line(figure), flush=True)
        except Exception as error:
            print(f"!! {self.name}: failed, {type(error).__name__} {error}", flush=True)


def parts(games: int) -> tuple[Part, ...]:
    """Return all parts in printing order."""
    return (
        Part("memory", _memory, 1.5),
        Part("a flood", _flood_wait, 1.5),
        Part("the store", _bytes_of_a_game, 1),
        Part("a crowd", _crowd_wait, 1),
        Part("one process", partial(_moves, games), 3),
        *(Part(f"{count} processes", partial(_moves_of_several, games, count), 2) for count in PROCESSES),
    )


def main(games: int) -> None:
    """Print the machine and each figure; a failed part does not stop the others."""
    print(machine(), flush=True)
    for part in parts(games):
        asyncio.run(part.print_figures())


async def _memory() -> Figures:
    """Yield the memory before anyone plays, and after a first game and hint of each kind."""
    async with town.run_one() as bot:
        await asyncio.sleep(_SETTLES)
        yield Figure("memory of an idle bot behind Telegram", megabytes(*bot.processes), 90, "MB")
        for name in GAMES:
            human = Human(bot.town, "Ann")
            human.says(human.starts(), f"/challenge bot easy {name}")
            await _wait_for_post(human.room)
            human.says(human.room, "/hint")
            await _wait_for_post(human.room)
            await asyncio.sleep(_SETTLES)
        yield Figure("memory after the first game and hint of each kind", megabytes(*bot.processes), 250, "MB")


async def _flood_wait() -> Figures:
    """Yield one group's waiting time while another is flooded with commands."""
    async with town.run_one() as bot:
        ann, bob = Human(bot.town, "Ann"), Human(bot.town, "Bob")
        busy_room, quiet_room = bot.town.group("Loud"), bot.town.group("Calm")
        for _ in range(FLOOD):
            ann.says(busy_room, "/games")
        await _wait_for_post(busy_room)
        start = time.perf_counter()
        bob.says(quiet_room, "/games")
        await _wait_for_post(quiet_room)
        seconds = time.perf_counter() - start
    yield Figure(f"answer to a group while another is flooded with {FLOOD} messages", seconds, 1, "s")


async def _bytes_of_a_game() -> Figures:
    """Yield the size of all keys of a finished game of sixty moves."""
    with tempfile.TemporaryDirectory() as data, serve(Path(data)) as server:
        async with running_bot(server.url, paints=False) as router:
            table = service.Table(router, "5x5", Random(1), until_shown=True)
            await table.sit_down()
            await table.moves(60)
        redis = connect(server.url)
        (log,) = [key.decode() async for key in redis.scan_iter(f"{LOGS}*")]
        code = game_of(log)
        message_keys = [key async for key in redis.scan_iter(f"{MESSAGES}*")]
        game_keys = [key async for key in redis.scan_iter(f"*{code}*")]
        size = sum([await redis.memory_usage(key) or 0 for key in (*game_keys, *message_keys)])
        await redis.aclose()
    yield Figure("a finished game of 60 moves in the store", size / 1000, 4, "kB")


async def _crowd_wait() -> Figures:
    with tempfile.TemporaryDirectory() as data, serve(Path(data)) as server:
        seconds = await service.until_all_are_answered(server.url)
    yield Figure(f"{service.CROWD} people type at once: time until all have an answer", seconds, 3, "s")


async def _moves(games: int) -> Figures:
    """Yield the delays of boards at a steady pace, and at a pace above Telegram's limit."""
    async with town.run_one() as bot:
        crowd = await _sitting(bot, games)
        rate = RATE * games / GAMES_AT_ONCE
        steady = await crowd.at_pace(rate, STEADILY, bot.processor)
        for figure in _of_pace(steady, f"{games} games, {rate:g} moves/s", 11):
            yield figure
        rate = BURST * games / GAMES_AT_ONCE
        burst = await crowd.at_pace(rate, SHORTLY, bot.processor)
        yield Figure(f"{games} games, {rate:g} moves/s: delay of the latest board after its slot", burst.latest, 2, "s")
        yield Figure(
            f"{games} games, {rate:g} moves/s: CPU per move with its picture",
            1000 * burst.cpu_seconds_per_move,
            15,
            "ms",
        )
        yield Figure(f"{games} games: lost, duplicated or stuck", await crowd.missing(bot.store), 0, "")


async def _moves_of_several(games: int, processes: int) -> Figures:
    """Yield the delays at the same pace with several processes behind a webhook."""
    async with town.run_several(processes) as bot:
        crowd = await _sitting(bot, games)
        rate = RATE * games / GAMES_AT_ONCE
        pace = await crowd.at_pace(rate, STEADILY / 2, bot.processor)
        for figure in _of_pace(pace, f"{processes} processes, {rate:g} moves/s"):
            yield figure
        yield Figure(f"{processes} processes: lost, duplicated or stuck", await crowd.missing(bot.store), 0, "")


async def _sitting(bot: RunningBot, games: int) -> Crowd:
    crowd = Crowd([Table(TelegramRoom(bot.town), "5x5", Random(number)) for number in range(games)])
    await crowd.sit_down()
    await crowd.settle(bot.processor)
    return crowd


def _of_pace(pace: Pace, title: str, cpu_target: float = 15) -> Iterator[Figure]:
    yield Figure(f"{title}: board delay, median", pace.median_delay, 0.5, "s")
    yield Figure(f"{title}: board delay, 99th percentile", pace.delay_99, 0.5, "s")
    yield Figure(f"{title}: CPU per move with its picture", 1000 * pace.cpu_seconds_per_move, cpu_target, "ms")


async def _wait_for_post(room: Room) -> None:
    """Wait until the bot posts a message in a room."""
    async with asyncio.timeout(_PATIENCE):
        await room.posts.get()


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else GAMES_AT_ONCE)
