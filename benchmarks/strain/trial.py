"""Games on three platforms of one bot under repeated faults of one kind."""

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
from benchmarks.strain.on_telegram import Importer, TelegramRoom, UnreliableTelegram, count_unanswered
from benchmarks.strain.outcome import Outcome, causes_in, is_settled, outcome
from benchmarks.strain.process import polls, start_process, telegram
from benchmarks.strain.relay import Relay
from benchmarks.strain.seen import Room
from benchmarks.strain.solver import Solver
from benchmarks.strain.stores import OneServer, Pair
from benchmarks.strain.table import Table
from tests.bot.answered import start_ledger
from tests.bot.platforms.discord.standin import TOKEN, listening
from tests.bot.platforms.telegram.town import Town
from tests.bot.store.servers import free_port

PLATFORMS = ("telegram", "discord", "page")
TABLES = 4
PATIENCE = 240.0
"""Seconds after which a missing event counts as stuck; a bot that keeps dying is slow."""
_THINKING = 0.5
_SETTLING = 4.0
_TICK = 0.1
_IMPORTERS = 7


class Trial:
    """A bot that is restarted whenever it dies, and the tables on each of its platforms."""

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
        self._extra_seconds = 0.0
        self.set_clock(0)
        self._process: asyncio.subprocess.Process | None = None
        self.tables = {
            "telegram": [Table(TelegramRoom(self.telegram.town, Random(n)), "2x2", Random(n)) for n in range(TABLES)],
            "discord": [Table(self.discord.room(), "2x2", Random(n)) for n in range(TABLES)],
            "page": [Table(self.page.room(), "2x2", Random(n)) for n in range(TABLES)],
        }
        self.solvers: dict[str, Solver] = {}
        self.importers = [Importer(self.telegram.town, n) for n in range(_IMPORTERS)]
        self.import_file = b""

    def seat_solvers(self) -> None:
        """Add a puzzle solver on each platform."""
        private_room = TelegramRoom(self.telegram.town, Random(TABLES), is_private=True)
        rooms: dict[str, Room] = {"telegram": private_room, "discord": self.discord.room(), "page": self.page.room()}
        self.solvers = {adapter: Solver(room, Random(TABLES)) for adapter, room in rooms.items()}

    async def outcomes(self, faults: Sequence[Callable[[], Awaitable[None]]]) -> dict[str, Outcome]:
        """Let people play until all faults have happened, then finish their games; return the results."""
        over = asyncio.Event()
        async with self._serving():
            tables = [table for adapter in PLATFORMS for table in self.tables[adapter]]
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
        unanswered = {
            "telegram": count_unanswered(),
            "discord": self.discord.count_unanswered(),
            "page": self.page.count_unanswered(),
        }
        unanswered["telegram"] += sum(not importer.is_answered for importer in self.importers)
        return {adapter: self._platform_outcome(adapter, went_on, causes, unanswered[adapter]) for adapter in PLATFORMS}

    def _platform_outcome(
        self, adapter: str, went_on: Mapping[int, bool], causes: Counter[str], unanswered: int
    ) -> Outcome:
        solvers = [self.solvers[adapter]] if adapter in self.solvers else []
        return outcome(self.tables[adapter], went_on, causes, unanswered, solvers)

    async def _settle(self) -> None:
        """Wait until all boards are shown and all old ones deleted, up to a limit."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until and not await is_settled(self.store.url):  # noqa: ASYNC110 (a store sends no event)
            await asyncio.sleep(1)

    async def kill(self) -> None:
        """Kill the bot and wait until it is restarted."""
        if self._process and self._process.returncode is None:
            self._up.clear()
            self._process.kill()
        await self._up.wait()

    def set_clock(self, ahead: float) -> None:
        """Set the bot's clock ahead by `ahead` seconds."""
        self._ahead = ahead
        self._write_clock()

    async def hurry(self, seconds: float, times: float) -> None:
        """Make time pass `times` times as fast for some seconds."""
        start, before = time.monotonic(), self._extra_seconds
        while (elapsed := time.monotonic() - start) < seconds:
            self._extra_seconds = before + elapsed * (times - 1)
            self._write_clock()
            await asyncio.sleep(_TICK)

    def _write_clock(self) -> None:
        """Replace the clock file atomically, since the bot may read it at any moment."""
        new_file = self._clock.with_suffix(".new")
        new_file.write_text(f"{self._ahead} {self._extra_seconds}", "ascii")
        new_file.replace(self._clock)

    @asynccontextmanager
    async def _serving(self) -> AsyncIterator[None]:
        async with AsyncExitStack() as stack:
            await stack.enter_async_context(self.telegram.serving())
            await stack.enter_async_context(listening(self.discord))
            await stack.enter_async_context(self.page.relay.listening())
            self._up = asyncio.Event()
            bot_task = asyncio.create_task(self._keep_running())
            visitors_task = asyncio.create_task(self.page.keep_connected())
            try:
                async with asyncio.timeout(PATIENCE):
                    await self._up.wait()
                yield
            finally:
                for task in (visitors_task, bot_task):
                    task.cancel()
                await asyncio.gather(visitors_task, bot_task, return_exceptions=True)

    async def _keep_running(self) -> None:
        """Restart the bot whenever it is not running."""
        while True:
            self.telegram.asked.clear()
            self.discord.identified = asyncio.get_running_loop().create_future()
            async with start_process("benchmarks.strain.clocked", self._settings(), self._log, self._is_up) as process:
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
    """Play until `over`; return whether every text had its effect."""
    while not over.is_set():
        if not await table.sit_down(time.monotonic() + PATIENCE):
            return False
        while not table.is_over:
            await asyncio.sleep(_THINKING)
            if not await table.move(time.monotonic() + PATIENCE):
                return False
    return True


async def _solve(solver: Solver, over: asyncio.Event) -> bool:
    """Solve puzzles until `over`; return whether each step had its effect."""
    while not over.is_set():
        if not await solver.solve(PATIENCE):
            solver.under_way.set()
            return False
        await asyncio.sleep(_THINKING)
    return True
