"""`make load`: what people on Telegram wait for when many play, and what the bot takes for it."""

from __future__ import annotations

import asyncio
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Coroutine, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

from benchmarks import service
from benchmarks.figure import Figure
from benchmarks.printing import printed
from benchmarks.service import house
from benchmarks.strain.on_telegram import TelegramRoom
from benchmarks.strain.process import megabytes, processor_seconds, running
from benchmarks.strain.slots import Seen, behind
from benchmarks.strain.table import Table
from bot.store.connection import connect
from bot.store.embedded import serve
from bot.store.keys import LOGS, MESSAGES, game_of
from engines import GAMES
from tests.bot.platforms.telegram.people import Human
from tests.bot.platforms.telegram.server import BotApi
from tests.bot.platforms.telegram.town import Room, Town

GAMES_AT_ONCE = 500
RATES = ((25, 40.0), (50, 20.0))  # moves a second, for how many seconds
FLOOD = 2000
_AT_ONCE = 20
_PATIENCE = 120.0
_SETTLES = 4.0


def figures(games: int) -> Iterator[Figure]:
    """Each in a process of its own, with a store of its own that confirms what is on disk."""
    yield from asyncio.run(_memory())
    yield asyncio.run(_flooded())
    yield asyncio.run(_bytes_of_a_game())
    yield asyncio.run(_crowded())
    yield from asyncio.run(_moves(games))


@asynccontextmanager
async def _house() -> AsyncIterator[tuple[Town, int, str]]:
    """A town, the number of the bot's process in it, and the address of its store."""
    town = Town()
    api = BotApi(town)
    with tempfile.TemporaryDirectory() as data, serve(Path(data)) as server:
        async with api.serving(), running(api, server.url, Path(data) / "bot.log") as process:
            yield town, process.pid, server.url


async def _memory() -> list[Figure]:
    """Before anybody plays, and when each game has been begun once and a hint been given in it."""
    async with _house() as (town, process, _):
        await asyncio.sleep(_SETTLES)
        idle = megabytes(process)
        for name in GAMES:
            human = Human(town, "Ann")
            human.says(human.starts(), f"/challenge bot easy {name}")
            await _posted(human.room)
            human.says(human.room, "/hint")
            await _posted(human.room)
            await asyncio.sleep(_SETTLES)
        return [
            Figure("memory of an idle bot behind Telegram", idle, 90, "MB"),
            Figure("memory after the first game and hint of each kind", megabytes(process), 250, "MB"),
        ]


async def _flooded() -> Figure:
    """What one group waits for while somebody types thousands of commands in another."""
    async with _house() as (town, _, _):
        ann, bob = Human(town, "Ann"), Human(town, "Bob")
        loud, calm = town.group("Loud"), town.group("Calm")
        for _ in range(FLOOD):
            ann.says(loud, "/games")
        await _posted(loud)
        begun = time.perf_counter()
        bob.says(calm, "/games")
        await _posted(calm)
        waited = time.perf_counter() - begun
    return Figure(f"a group's answer while another is flooded with {FLOOD}", waited, 1, "s")


async def _bytes_of_a_game() -> Figure:
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
    return Figure("a finished game of 60 moves in the store", size / 1000, 4, "kB")


async def _crowded() -> Figure:
    with tempfile.TemporaryDirectory() as data, serve(Path(data)) as server:
        return Figure(
            f"{service.CROWD} people type at once, until all are answered",
            await service.until_all_are_answered(server.url),
            3,
            "s",
        )


async def _moves(games: int) -> list[Figure]:
    """Moves at an even pace, whoever still waits for a board; each until its picture is on Telegram."""
    found: list[Figure] = []
    async with _house() as (town, process, _):
        tables = [Table(TelegramRoom(town), "5x5", Random(number)) for number in range(games)]
        await _all_sit_down(tables)
        for rate, seconds in RATES:
            before = processor_seconds(process)
            boards = await _at_pace(tables, rate, seconds)
            waits = [seen - typed for typed, seen in boards]
            spent = (processor_seconds(process) - before) / len(waits) * 1000
            title = f"{games} games, {rate} moves/s"
            found += [
                Figure(f"{title}: half of the boards within", statistics.median(waits), 0.5, "s"),
                Figure(f"{title}: 99 of 100 boards within", statistics.quantiles(waits, n=100)[98], 0.5, "s"),
                Figure(f"{title}: every board after its slot", max(behind(boards)), 2, "s"),
                Figure(f"{title}: CPU a move with its picture", spent, 15, "ms"),
            ]
    return found


async def _all_sit_down(tables: list[Table]) -> None:
    turns = asyncio.Semaphore(_AT_ONCE)

    async def sit_down(table: Table) -> None:
        async with turns:
            await _must(table.sit_down(time.monotonic() + _PATIENCE))

    await asyncio.gather(*map(sit_down, tables))


async def _at_pace(tables: list[Table], rate: int, seconds: float) -> list[Seen]:
    """When each of the moves was typed, and its board seen."""
    before = [len(table.seen) for table in tables]
    moving: list[asyncio.Task[None]] = []
    one_by_one = [asyncio.Lock() for _ in tables]

    async def move(number: int) -> None:
        async with one_by_one[number]:
            await _must(tables[number].move(time.monotonic() + _PATIENCE))

    begun = time.perf_counter()
    for number in range(int(rate * seconds)):
        await asyncio.sleep(begun + number / rate - time.perf_counter())
        moving.append(asyncio.create_task(move(number % len(tables))))
    await asyncio.gather(*moving)
    return [board for table, old in zip(tables, before, strict=True) for board in table.seen[old:]]


async def _posted(room: Room) -> None:
    """Returns when the bot has posted something there."""
    async with asyncio.timeout(_PATIENCE):
        await room.posts.get()


async def _must(done: Coroutine[None, None, bool]) -> None:
    assert await done, f"not within {_PATIENCE} s"


if __name__ == "__main__":
    printed(figures(int(sys.argv[1]) if len(sys.argv) > 1 else GAMES_AT_ONCE))
