"""`make faults`: people play on Telegram while bot, store and platform fail; what was lost or doubled."""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from collections import Counter, deque
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from benchmarks.figure import Figure
from benchmarks.printing import printed
from benchmarks.strain.process import running
from benchmarks.strain.table import Table
from bot.core import entries
from bot.core.entries import Entry
from bot.store.connection import connect
from bot.store.embedded import serve
from bot.store.redis import RedisStore
from tests.bot.platforms.telegram.parameters import Parameters
from tests.bot.platforms.telegram.server import BotApi
from tests.bot.platforms.telegram.town import Json, Town

KILLS = 60
TABLES = 15
PATIENCE = 300.0  # seconds until something that does not happen is stuck; a bot that dies all the time is slow
_THINKING = 0.3
_LASTS = 1.5
_REMEMBERED = 50


class Unreliable(BotApi):
    """Can bring what was confirmed again, and chats in any order (each chat's updates in their own)."""

    def __init__(self, town: Town) -> None:
        super().__init__(town)
        self.brings_again = False
        self._confirmed: deque[Json] = deque(maxlen=_REMEMBERED)

    async def _updates(self, asked: Parameters) -> list[Json]:
        self._confirmed += [update for update in self.town.updates if update["update_id"] < asked.number("offset")]
        found = await super()._updates(asked)
        if not self.brings_again:
            return found
        self.brings_again = False
        return sorted([*self._confirmed, *found], key=lambda update: str(update["message"]["chat"]["id"]))


@dataclass
class Weather:
    """A bot that is started again whenever it dies, its store, and what befalls them."""

    api: Unreliable
    url: str
    chance: Random
    log: Path

    async def suffer(self, faults: Sequence[Fault]) -> None:
        """One fault after another, in the order given."""
        left = list(faults)
        while left:
            async with running(self.api, self.url, self.log) as process:
                while left:
                    await asyncio.sleep(self.chance.uniform(0.1, 1.2))
                    await left.pop(0)(self)
                    if faults[-len(left) - 1] is killed:
                        process.kill()
                        break

    async def command(self, *words: str | int) -> None:
        """Tells the store something."""
        redis = connect(self.url)
        await redis.execute_command(*words)
        await redis.aclose()


Fault = Callable[[Weather], Awaitable[None]]


async def killed(weather: Weather) -> None:
    """The process is killed by `Weather.suffer`; half of the time what was confirmed comes again to the next."""
    weather.api.brings_again = weather.chance.random() < 0.5


async def brought_again(weather: Weather) -> None:
    weather.api.brings_again = True


async def store_paused(weather: Weather) -> None:
    await weather.command("CLIENT", "PAUSE", 3000, "ALL")


async def store_slow(weather: Weather) -> None:
    for _ in range(10):
        await weather.command("CLIENT", "PAUSE", 100, "ALL")
        await asyncio.sleep(0.1)


async def store_full(weather: Weather) -> None:
    await weather.command("CONFIG", "SET", "maxmemory", 1)
    await asyncio.sleep(_LASTS)
    await weather.command("CONFIG", "SET", "maxmemory", 0)


async def store_read_only(weather: Weather) -> None:
    await weather.command("REPLICAOF", "127.0.0.1", 1)
    await asyncio.sleep(_LASTS)
    await weather.command("REPLICAOF", "NO", "ONE")


async def platform_fails(weather: Weather) -> None:
    weather.api.hiccups.update(dict.fromkeys(("sendPhoto", "sendMessage", "getUpdates"), 3))


async def platform_floods(weather: Weather) -> None:
    for room in weather.api.town.rooms.values():
        room.floods.append(1)


KINDS: tuple[Fault, ...] = (
    killed,
    brought_again,
    store_paused,
    store_slow,
    store_full,
    store_read_only,
    platform_fails,
    platform_floods,
)


@dataclass(frozen=True)
class Outcome:
    """What was found when all was calm again."""

    typed: int
    swallowed: int
    twice_in_a_log: int
    games_too_many: int
    boards: int
    boards_doubled: int
    challenges_doubled: int
    stuck: int
    told: int


async def outcome(url: str, log: Path, faults: Sequence[Fault]) -> Outcome:
    """People play until all faults have happened, and then their games to the end."""
    town, chance = Town(), Random(1)
    api = Unreliable(town)
    over = asyncio.Event()
    tables = [Table(town, "2x2", Random(number)) for number in range(TABLES)]
    weather = Weather(api, url, chance, log)
    async with api.serving():
        playing = asyncio.gather(*(_play(table, over) for table in tables))
        await weather.suffer(faults)
        over.set()
        async with running(api, url, log):
            went_on = await playing
            await asyncio.gather(*(table.look(3.0) for table in tables))
    return await _counted(url, tables, went_on.count(False))


async def _play(table: Table, over: asyncio.Event) -> bool:
    """Whether all that was typed has led to what it must."""
    while not over.is_set():
        if not await table.sit_down(time.monotonic() + PATIENCE):
            return False
        while not table.is_over:
            await asyncio.sleep(_THINKING)
            if not await table.move(time.monotonic() + PATIENCE):
                return False
    return True


async def _counted(url: str, tables: Sequence[Table], stuck: int) -> Outcome:
    logs = await _logs(url)
    causes = Counter(entry.cause for log in logs for entry in log)
    typed = [group for table in tables for group in table.typed]
    boards = sum((table.boards for table in tables), Counter[tuple[str, int]]())
    challenges = sum((table.challenges for table in tables), Counter[str]())
    return Outcome(
        typed=len(typed),
        swallowed=sum(not any(causes[cause] for cause in group) for group in typed),
        twice_in_a_log=sum(count - 1 for count in causes.values()),
        games_too_many=max(0, len(logs) - len(challenges)),
        boards=boards.total(),
        boards_doubled=boards.total() - len(boards),
        challenges_doubled=challenges.total() - len(challenges),
        stuck=stuck,
        told=sum(table.told for table in tables),
    )


async def _logs(url: str) -> list[list[Entry]]:
    store = RedisStore(connect(url))
    codes = [code async for code in store.all_games()]
    found = await store.load_all(dict.fromkeys(codes, 0))
    await store.close()
    return [[entries.read(text) for text in log] for log in found.values() if isinstance(log, list)]


def figures(kills: int) -> Iterator[Figure]:
    """First kills alone, then as many faults of all kinds."""
    yield from _of(f"{kills} kill -9", [killed] * kills)
    chance = Random(2)
    faults = [KINDS[number % len(KINDS)] for number in range(kills)]
    chance.shuffle(faults)
    yield from _of(f"{kills} faults of {len(KINDS)} kinds", faults)


def _of(title: str, faults: Sequence[Fault]) -> Iterator[Figure]:
    with tempfile.TemporaryDirectory() as data, serve(Path(data)) as server:
        found = asyncio.run(outcome(server.url, Path(data) / "bot.log", faults))
    yield Figure(f"{title}: of {found.typed} updates swallowed", found.swallowed, 0, "")
    yield Figure(f"{title}: played twice", found.twice_in_a_log + found.games_too_many, 0, "")
    yield Figure(f"{title}: of {found.boards} boards doubled", found.boards_doubled, 0, "")
    yield Figure(f"{title}: challenges doubled", found.challenges_doubled, 0, "")
    yield Figure(f"{title}: tables stuck", found.stuck, 0, "")
    yield Figure(f"{title}: people told to try again", found.told, float("inf"), "")


if __name__ == "__main__":
    printed(figures(int(sys.argv[1]) if len(sys.argv) > 1 else KILLS))
