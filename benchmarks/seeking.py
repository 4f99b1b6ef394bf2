"""Spreading of a seek over two platforms: how many chats it reaches, and the delay of moves meanwhile."""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random

from aiohttp import web

from benchmarks.figure import Figure
from benchmarks.strain.crowd import PATIENCE, Crowd, Pace
from benchmarks.strain.on_discord import DiscordRoom, UnreliableDiscord
from benchmarks.strain.on_telegram import TelegramRoom
from benchmarks.strain.process import polls, processor_seconds, start_process, telegram
from benchmarks.strain.table import Table
from bot.core.game.people import Chat
from bot.core.game.terms import Consent
from bot.core.ports.store import of_chat
from bot.features.seeking.places import FRONT, PLACES, SEEKS
from bot.store.connection import connect
from bot.store.embedded import serve
from bot.store.redis import RedisStore
from tests.bot.answered import start_ledger
from tests.bot.platforms.discord.standin import TOKEN, listening
from tests.bot.platforms.telegram.people import Human
from tests.bot.platforms.telegram.server import BotApi
from tests.bot.platforms.telegram.town import Room, Town

_CHATS = 10_000
"""The chats that allow seeks, half of them on each platform."""
_WITHIN_REACH = 600
"""The chats of a platform that exist, the first in the line; no seek gets further in the time of a measurement."""
_TABLES, _MOVES_A_SECOND = 60, 12.0
_SECONDS = 40.0
_LIFETIME = 600.0
_AT_ONCE = 200


def figures() -> Iterator[Figure]:
    """Yield how far a seek spreads in its ten minutes, and the delays of boards without and with it."""
    trial = asyncio.run(_measure())
    for platform, seconds in trial.seconds_to_reach.items():
        chats = min(_CHATS // 2, _LIFETIME * _WITHIN_REACH / seconds)
        yield Figure(f"chats that a seek reaches in ten minutes ({platform})", chats, 4000, "chats", at_least=True)
    for title, pace in (("without a seek", trial.quiet), ("while a seek spreads", trial.spreading)):
        rate = f"{_TABLES} games, {_MOVES_A_SECOND:g} moves/s, {title}"
        yield Figure(f"{rate}: board delay, median", 1000 * pace.median_delay, 100, "ms")
        yield Figure(f"{rate}: board delay, 99th percentile", 1000 * pace.delay_99, 500, "ms")
    yield Figure(f"{_CHATS} chats allow seeks: CPU without a seek", 100 * trial.idle_share, 2, "%")
    yield Figure("messages that a chat got twice", trial.twice, 0, "messages")


@dataclass(frozen=True)
class _Trial:
    """The results: per platform, the seconds until all chats within reach had the seek, and the paces of moves."""

    quiet: Pace
    spreading: Pace
    seconds_to_reach: dict[str, float]
    idle_share: float
    twice: int


class _Discord(UnreliableDiscord):
    """A Discord stand-in that counts the messages in each of many channels."""

    def __init__(self) -> None:
        super().__init__(Random(1))
        self.counts = Counter[str]()
        for number in range(_WITHIN_REACH - 1):
            room = DiscordRoom(self, 2 * number + 2)  # even numbers are on the bot's server
            self.rooms[room.id] = room
        self.room()

    async def rest(self, request: web.Request) -> web.StreamResponse:
        """Answer a request, and count it if it posts to a channel."""
        parts = request.path.rstrip("/").split("/")
        if request.method == "POST" and parts[-1] == "messages":
            self.counts[parts[-2]] += 1
        return await super().rest(request)


@dataclass(frozen=True)
class _City:
    """A bot process between the stand-ins, and the chats within reach on both."""

    town: Town
    groups: Sequence[Room]
    discord: _Discord
    store: RedisStore
    process: int

    def processor(self) -> float:
        """Return the CPU seconds that the bot has used."""
        return processor_seconds(self.process)

    async def allow_seeks(self) -> None:
        """Let all chats be shown seeks: those within reach first, then those of which only the store knows."""
        near_chats = [Chat("telegram", str(group.id)) for group in self.groups]
        near_chats += [Chat("discord", room) for room in self.discord.rooms]
        far_chats = [
            Chat(platform, str(10**6 + number)) for platform in ("telegram", "discord") for number in range(_CHATS // 2)
        ]
        line = [(chat, FRONT) for chat in near_chats] + [
            (chat, 2 * FRONT) for chat in far_chats[: _CHATS - len(near_chats)]
        ]
        for start in range(0, len(line), _AT_ONCE):
            await asyncio.gather(*(self._allow(*each) for each in line[start : start + _AT_ONCE]))

    async def _allow(self, chat: Chat, at: float) -> None:
        await self.store.settings.remember_chat(chat.key, chat)
        await self.store.settings.choose(of_chat(chat.key), {SEEKS: str(Consent.YES)})
        await self.store.boards.schedule(PLACES, of_chat(chat.key), at)

    def count_chats_reached(self) -> dict[str, int]:
        """Count the chats within reach that have been shown a seek, by platform."""
        return {"Telegram": sum(bool(group.messages) for group in self.groups), "Discord": len(self.discord.counts)}

    async def seconds_to_reach(self) -> dict[str, float]:
        """Wait until all chats within reach have been shown a seek, and return how long that took by platform."""
        start, seconds = time.monotonic(), dict[str, float]()
        while len(seconds) < 2:
            for platform, count in self.count_chats_reached().items():
                if count >= _WITHIN_REACH:
                    seconds.setdefault(platform, time.monotonic() - start)
            await asyncio.sleep(0.1)
        return seconds


@asynccontextmanager
async def _city() -> AsyncIterator[_City]:
    start_ledger()
    api, discord = BotApi(Town()), _Discord()
    groups = [api.town.group("Club") for _ in range(_WITHIN_REACH)]
    with tempfile.TemporaryDirectory() as data, serve(Path(data)) as server:
        store = RedisStore(connect(server.url))
        async with api.serving(), listening(discord):
            settings = {
                **telegram(api),
                "DISCORD_TOKEN": TOKEN,
                "DISCORD_REST_URL": discord.rest_url,
                "DISCORD_GATEWAY_URL": discord.gateway_url,
                "WEB": "off",
                "REDIS_URL": server.url,
            }

            def is_up() -> bool:
                return polls(api) and discord.identified.done()

            async with start_process("bot", settings, Path(data) / "bot.log", is_up) as process:
                yield _City(api.town, groups, discord, store, process.pid)
        await store.close()


async def _measure() -> _Trial:
    async with _city() as city:
        crowd = Crowd([Table(TelegramRoom(city.town), "5x5", Random(number)) for number in range(_TABLES)])
        await crowd.sit_down()
        await city.allow_seeks()
        await crowd.settle(city.processor)
        before, start = city.processor(), time.monotonic()
        await asyncio.sleep(_SECONDS / 4)
        idle_share = (city.processor() - before) / (time.monotonic() - start)
        quiet = await crowd.at_pace(_MOVES_A_SECOND, _SECONDS, city.processor)
        eve = Human(city.town, "Eve")
        eve.says(eve.starts(), "/seek lgame")
        async with asyncio.timeout(3 * PATIENCE):
            spreading, seconds = await asyncio.gather(
                crowd.at_pace(_MOVES_A_SECOND, _SECONDS, city.processor), city.seconds_to_reach()
            )
        twice = sum(len(group.messages) - 1 for group in city.groups) + city.discord.counts.total() - _WITHIN_REACH
    return _Trial(quiet, spreading, seconds, idle_share, twice)
