"""People who play on three doors of one bot while one kind of fault befalls it again and again."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from random import Random

from benchmarks.strain.on_discord import UnreliableDiscord
from benchmarks.strain.on_page import Page
from benchmarks.strain.on_telegram import Importer, TelegramRoom, UnreliableTelegram, unanswered
from benchmarks.strain.outcome import Outcome, causes_in, is_settled, outcome
from benchmarks.strain.process import polls, started, telegram
from benchmarks.strain.relay import Relay
from benchmarks.strain.seen import Room
from benchmarks.strain.solver import Solver
from benchmarks.strain.stores import OneServer, Pair
from benchmarks.strain.table import Table
from tests.bot.answered import start_ledger
from tests.bot.platforms.discord.standin import TOKEN, listening
from tests.bot.platforms.telegram.town import Town
from tests.bot.store.servers import free_port

DOORS = ("telegram", "discord", "page")
TABLES = 4
PATIENCE = 240.0
"""Seconds until something that does not happen is stuck; a bot that dies all the time is slow."""
_THINKING = 0.5
_SETTLING = 4.0
_TICK = 0.1
_IMPORTERS = 7


class Trial:
    """A bot that is started again whenever it dies, and the tables at each of its doors."""

    def __init__(self, store: OneServer | Pair, folder: Path, chance: Random) -> None:
        start_ledger()
        self.store = store
        self.chance = chance
        self.telegram = UnreliableTelegram(Town(), chance)
        self.discord = UnreliableDiscord(chance)
        self._port = free_port()
        self.page = Page(Relay(self._port), chance)
        self._log = folder / "bot.log"
        self._clock = folder / "clock"
        self._passed = 0.0
        self.set_clock(0)
        self._process: asyncio.subprocess.Process | None = None
        self.tables = {
            "telegram": [Table(TelegramRoom(self.telegram.town, Random(n)), "2x2", Random(n)) for n in range(TABLES)],
            "discord": [Table(self.discord.room(), "2x2", Random(n)) for n in range(TABLES)],
            "page": [Table(self.page.room(), "2x2", Random(n)) for n in range(TABLES)],
        }
        self.solvers: dict[str, Solver] = {}
        self.importers = [Importer(self.telegram.town, n) for n in range(_IMPORTERS)]

    def seat_solvers(self) -> None:
        """Let somebody solve puzzles at each door, too."""
        alone = TelegramRoom(self.telegram.town, Random(TABLES), is_private=True)
        rooms: dict[str, Room] = {"telegram": alone, "discord": self.discord.room(), "page": self.page.room()}
        self.solvers = {door: Solver(room, Random(TABLES)) for door, room in rooms.items()}

    async def outcomes(self, faults: Sequence[Callable[[], Awaitable[None]]]) -> dict[str, Outcome]:
        """People play until all faults have happened, and then their games to the end."""
        over = asyncio.Event()
        async with self._serving():
            tables = [table for door in DOORS for table in self.tables[door]]
            solvers = list(self.solvers.values())
            playing = asyncio.gather(*(_play(t, over) for t in tables), *(_solve(s, over) for s in solvers))
            for fault in faults:
                await asyncio.sleep(self.chance.uniform(0.1, 1.2))
                await fault()
            over.set()
            went_on = dict(zip(map(id, (*tables, *solvers)), await playing, strict=True))
            await self._settle()
            await asyncio.gather(*(table.look(_SETTLING) for table in tables))
        causes = await causes_in(self.store.url)
        mute = {"telegram": unanswered(), "discord": self.discord.unanswered(), "page": self.page.unanswered()}
        mute["telegram"] += sum(not importer.is_answered for importer in self.importers)
        return {door: self._outcome(door, went_on, causes, mute[door]) for door in DOORS}

    def _outcome(self, door: str, went_on: Mapping[int, bool], causes: Counter[str], unanswered: int) -> Outcome:
        solvers = [self.solvers[door]] if door in self.solvers else []
        return outcome(self.tables[door], went_on, causes, unanswered, solvers)

    async def _settle(self) -> None:
        """Wait until all boards are shown and all old ones are gone, or for as long as that may take."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until and not await is_settled(self.store.url):  # noqa: ASYNC110 (a store rings no bell)
            await asyncio.sleep(1)

    async def kill(self) -> None:
        """The bot dies, and is started again."""
        if self._process and self._process.returncode is None:
            self._up.clear()
            self._process.kill()
        await self._up.wait()

    def set_clock(self, ahead: float) -> None:
        """How many seconds the bot's clock is ahead of the world's."""
        self._ahead = ahead
        self._write_clock()

    async def hurry(self, seconds: float, times: float) -> None:
        """Let time go by so many times as fast for a while."""
        begun, before = time.monotonic(), self._passed
        while (gone := time.monotonic() - begun) < seconds:
            self._passed = before + gone * (times - 1)
            self._write_clock()
            await asyncio.sleep(_TICK)

    def _write_clock(self) -> None:
        """Change the clock at once, for the bot may read it at any moment."""
        written = self._clock.with_suffix(".new")
        written.write_text(f"{self._ahead} {self._passed}", "ascii")
        written.replace(self._clock)

    @asynccontextmanager
    async def _serving(self) -> AsyncIterator[None]:
        async with AsyncExitStack() as open_:
            await open_.enter_async_context(self.telegram.serving())
            await open_.enter_async_context(listening(self.discord))
            await open_.enter_async_context(self.page.relay.listening())
            self._up = asyncio.Event()
            living = asyncio.create_task(self._live())
            visiting = asyncio.create_task(self.page.stay())
            try:
                async with asyncio.timeout(PATIENCE):
                    await self._up.wait()
                yield
            finally:
                for task in (visiting, living):
                    task.cancel()
                await asyncio.gather(visiting, living, return_exceptions=True)

    async def _live(self) -> None:
        """Starts the bot whenever it is not there."""
        while True:
            self.telegram.asked.clear()
            self.discord.identified = asyncio.get_running_loop().create_future()
            async with started("benchmarks.strain.clocked", self._settings(), self._log, self._is_up) as process:
                self._process = process
                self._up.set()
                await process.wait()

    def _is_up(self) -> bool:
        return polls(self.telegram) and self.discord.identified.done()

    def _settings(self) -> Mapping[str, str]:
        return {
            **telegram(self.telegram),
            "DISCORD_TOKEN": TOKEN,
            "DISCORD_REST_URL": self.discord.rest_url,
            "DISCORD_GATEWAY_URL": self.discord.gateway_url,
            "WEB": "on",
            "WEB_PORT": str(self._port),
            "REDIS_URL": self.store.url,
            "CHALLENGE_MINUTES": "10080",
            "CLOCK_AHEAD": str(self._clock),
        }


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


async def _solve(solver: Solver, over: asyncio.Event) -> bool:
    """Return whether each step has led to what it must."""
    while not over.is_set():
        if not await solver.solve(PATIENCE):
            solver.under_way.set()
            return False
        await asyncio.sleep(_THINKING)
    return True
