"""Time from a start until all open games are listed again, and the wait of a query meanwhile."""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

from benchmarks.figure import Figure
from bot.core.game.events import Accepted, Challenged, LogEntry, write_log_entry
from bot.core.game.people import Chat, Person
from bot.core.repository import Games
from bot.core.upkeep.reindexing import rebuild
from bot.features import REBUILDERS
from bot.store.connection import Wire, connect
from bot.store.embedded import serve
from bot.store.logs import append_command
from bot.store.redis import RedisStore

SMALL, LARGE = 5_000, 100_000
_AT_ONCE = 1000
_LETTERS = "BCDFGHJKMNPQRSTVWXYZ"
_PAUSE = 0.05
_CHATS = 1000


def figures() -> Iterable[Figure]:
    """Yield the times for games in many chats that are unlisted when the bot starts."""
    with tempfile.TemporaryDirectory() as data, serve(Path(data)) as server:
        small_seconds, _ = asyncio.run(_rebuild_times(server.url, 0, SMALL))
        large_seconds, longest_wait = asyncio.run(_rebuild_times(server.url, SMALL, LARGE))
    yield Figure(f"startup until {SMALL} games are indexed", small_seconds, 5, "s")
    yield Figure(f"startup until {LARGE} games are indexed", large_seconds, 60, "s")
    yield Figure("maximum delay of a query meanwhile", longest_wait, 200, "ms")


async def _rebuild_times(url: str, already: int, games: int) -> tuple[float, float]:
    """Return the seconds until all games are listed, and the longest milliseconds of a query meanwhile."""
    await _write(url, range(already, games))
    store = RedisStore(connect(url))
    start = time.perf_counter()
    rebuilding = asyncio.create_task(rebuild(store, Games(store), REBUILDERS, time.time()))
    waits = [0.0]
    while not rebuilding.done():
        waits.append(await _query_wait(store))
        await asyncio.sleep(_PAUSE)
    seconds = time.perf_counter() - start
    assert len((await store.settings.facts_for("desk:0", "")).games) == games // _CHATS
    await store.close()
    return seconds, max(waits)


async def _query_wait(store: RedisStore) -> float:
    start = time.perf_counter()
    await store.settings.facts_for("desk:1", "desk:7")
    return (time.perf_counter() - start) * 1000


async def _write(url: str, numbers: range) -> None:
    redis = connect(url)
    await redis.config_set("appendfsync", "no")
    wire = Wire(redis)
    for start in range(numbers.start, numbers.stop, _AT_ONCE):
        chunk = range(start, min(start + _AT_ONCE, numbers.stop))
        await wire.ask(*(append_command(_code(n), version, text) for n in chunk for version, text in _log(n)))
    await wire.close()


def _log(number: int) -> Iterator[tuple[int, str]]:
    ann, bob = (Person("desk", f"{number % 300 + each}", "Player", "player") for each in range(2))
    chat = Chat("desk", str(number % _CHATS))
    settings = (("size", "5x5"),)
    challenge = Challenged(1, _code(number), "dots", settings, 1, chat, ann, bob, expires=2)
    yield 1, write_log_entry(LogEntry((challenge,), f"desk:{number}"))
    yield 2, write_log_entry(LogEntry((Accepted(1, bob),), f"desk:{number + 1}"))


def _code(number: int) -> str:
    letters = (_LETTERS[number // 20**place % 20] for place in range(6))
    return "".join(letters)
