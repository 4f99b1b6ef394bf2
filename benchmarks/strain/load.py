"""`make load`: what people on Telegram wait for when many play, and what the bot takes for it."""

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
from benchmarks.service import house
from benchmarks.strain import town
from benchmarks.strain.crowd import Crowd, Pace
from benchmarks.strain.on_telegram import TelegramRoom
from benchmarks.strain.process import megabytes
from benchmarks.strain.table import Table
from benchmarks.strain.town import House
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
    """Figures that are taken together, in processes and with a store of their own, and how long that may take."""

    name: str
    taken: Callable[[], Figures]
    minutes: float

    async def printed(self) -> None:
        """Prints each as soon as it is known, and why there are no more of them."""
        try:
            async with asyncio.timeout(60 * self.minutes), aclosing(self.taken()) as figures:
                async for figure in figures:
                    print(line(figure), flush=True)
        except Exception as failed:
            print(f"!! {self.name}: failed, {type(failed).__name__} {failed}", flush=True)


def parts(games: int) -> tuple[Part, ...]:
    """All of them, in the order in which they are printed."""
    return (
        Part("memory", _memory, 1.5),
        Part("a flood", _flooded, 1.5),
        Part("the store", _bytes_of_a_game, 1),
        Part("a crowd", _crowded, 1),
        Part("one process", partial(_moves, games), 3),
        *(Part(f"{count} processes", partial(_moves_of_several, games, count), 2) for count in PROCESSES),
    )


def main(games: int) -> None:
    """Prints the machine, and each figure; what fails keeps nobody from taking the others."""
    print(machine(), flush=True)
    for part in parts(games):
        asyncio.run(part.printed())


async def _memory() -> Figures:
    """Before anybody plays, and when each game has been begun once and a hint been given in it."""
    async with town.one() as bot:
        await asyncio.sleep(_SETTLES)
        yield Figure("memory of an idle bot behind Telegram", megabytes(*bot.processes), 90, "MB")
        for name in GAMES:
            human = Human(bot.town, "Ann")
            human.says(human.starts(), f"/challenge bot easy {name}")
            await _posted(human.room)
            human.says(human.room, "/hint")
            await _posted(human.room)
            await asyncio.sleep(_SETTLES)
        yield Figure("memory after the first game and hint of each kind", megabytes(*bot.processes), 250, "MB")


async def _flooded() -> Figures:
    """What one group waits for while somebody types thousands of commands in another."""
    async with town.one() as bot:
        ann, bob = Human(bot.town, "Ann"), Human(bot.town, "Bob")
        loud, calm = bot.town.group("Loud"), bot.town.group("Calm")
        for _ in range(FLOOD):
            ann.says(loud, "/games")
        await _posted(loud)
        begun = time.perf_counter()
        bob.says(calm, "/games")
        await _posted(calm)
        waited = time.perf_counter() - begun
    yield Figure(f"a group's answer while another is flooded with {FLOOD}", waited, 1, "s")


async def _bytes_of_a_game() -> Figures:
    """All keys that have a game's code in their name, or hold nothing else, when its sixty moves are played."""
    with tempfile.TemporaryDirectory() as data, serve(Path(data)) as server:
        async with house(server.url, paints=False) as router:
            table = service.Table(router, "5x5", Random(1), until_shown=True)
            await table.sit_down()
            await table.moves(60)
        redis = connect(server.url)
        (log,) = [key.decode() async for key in redis.scan_iter(f"{LOGS}*")]
        code = game_of(log)
        shows = [key async for key in redis.scan_iter(f"{MESSAGES}*")]
        named = [key async for key in redis.scan_iter(f"*{code}*")]
        size = sum([await redis.memory_usage(key) or 0 for key in (*named, *shows)])
        await redis.aclose()
    yield Figure("a finished game of 60 moves in the store", size / 1000, 4, "kB")


async def _crowded() -> Figures:
    with tempfile.TemporaryDirectory() as data, serve(Path(data)) as server:
        waited = await service.until_all_are_answered(server.url)
    yield Figure(f"{service.CROWD} people type at once, until all are answered", waited, 3, "s")


async def _moves(games: int) -> Figures:
    """Moves at an even pace, and then more than Telegram takes boards; each until its picture is there."""
    async with town.one() as bot:
        crowd = await _sitting(bot, games)
        rate = RATE * games / GAMES_AT_ONCE
        steady = await crowd.at_pace(rate, STEADILY, bot.processor)
        for figure in _of_pace(steady, f"{games} games, {rate:g} moves/s", 11):
            yield figure
        rate = BURST * games / GAMES_AT_ONCE
        burst = await crowd.at_pace(rate, SHORTLY, bot.processor)
        yield Figure(f"{games} games, {rate:g} moves/s: every board after its slot", burst.latest, 2, "s")
        yield Figure(f"{games} games, {rate:g} moves/s: CPU a move with its picture", 1000 * burst.spent, 15, "ms")
        yield Figure(f"{games} games: lost, doubled or stuck", await crowd.missing(bot.store), 0, "")


async def _moves_of_several(games: int, processes: int) -> Figures:
    """The same steady pace behind a webhook, with updates passed to the processes by turns."""
    async with town.several(processes) as bot:
        crowd = await _sitting(bot, games)
        rate = RATE * games / GAMES_AT_ONCE
        pace = await crowd.at_pace(rate, STEADILY / 2, bot.processor)
        for figure in _of_pace(pace, f"{processes} processes, {rate:g} moves/s"):
            yield figure
        yield Figure(f"{processes} processes: lost, doubled or stuck", await crowd.missing(bot.store), 0, "")


async def _sitting(bot: House, games: int) -> Crowd:
    crowd = Crowd([Table(TelegramRoom(bot.town), "5x5", Random(number)) for number in range(games)])
    await crowd.sit_down()
    await crowd.settle(bot.processor)
    return crowd


def _of_pace(pace: Pace, title: str, spent: float = 15) -> Iterator[Figure]:
    yield Figure(f"{title}: half of the boards within", pace.half, 0.5, "s")
    yield Figure(f"{title}: 99 of 100 boards within", pace.nearly_all, 0.5, "s")
    yield Figure(f"{title}: CPU a move with its picture", 1000 * pace.spent, spent, "ms")


async def _posted(room: Room) -> None:
    """Returns when the bot has posted something there."""
    async with asyncio.timeout(_PATIENCE):
        await room.posts.get()


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else GAMES_AT_ONCE)
