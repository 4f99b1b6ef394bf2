"""One or several bot processes behind a Telegram stand-in, on a store that confirms writes once on disk."""

from __future__ import annotations

import tempfile
from asyncio.subprocess import Process
from collections.abc import AsyncIterator, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from benchmarks.strain.balancer import balancing
from benchmarks.strain.process import processor_seconds, running, start_process, telegram
from bot.store.embedded import serve
from tests.bot.platforms.telegram.server import BotApi
from tests.bot.platforms.telegram.town import Town
from tests.bot.store.servers import free_port

_SECRET = "right"


@dataclass(frozen=True)
class RunningBot:
    """A running bot: its Telegram stand-in, its process ids, and the address of its store."""

    town: Town
    processes: Sequence[int]
    store: str

    def processor(self) -> float:
        """Return the CPU seconds that all processes of the bot have used."""
        return sum(map(processor_seconds, self.processes))


@asynccontextmanager
async def run_one(module: str = "bot", folder: Path | None = None) -> AsyncIterator[RunningBot]:
    """Run one process that polls, from a module of the program in `folder` (by default this one)."""
    town = Town()
    api = BotApi(town)
    with tempfile.TemporaryDirectory() as data, serve(Path(data)) as server:
        async with api.serving(), running(api, server.url, Path(data) / "bot.log", module, folder) as process:
            yield RunningBot(town, (process.pid,), server.url)


@asynccontextmanager
async def run_several(count: int) -> AsyncIterator[RunningBot]:
    """Run `count` processes on one store, behind a balancer that distributes updates."""
    town = Town()
    api = BotApi(town)
    front, *ports = (free_port() for _ in range(1 + count))
    with tempfile.TemporaryDirectory() as data, serve(Path(data)) as server:
        async with api.serving(), balancing(front, ports), AsyncExitStack() as stack:
            processes = [
                await stack.enter_async_context(_behind(front, port, api, server.url, Path(data) / "bot.log"))
                for port in ports
            ]
            yield RunningBot(town, [process.pid for process in processes], server.url)


def _behind(front: int, port: int, api: BotApi, store: str, log: Path) -> AbstractAsyncContextManager[Process]:
    """Start a process that receives the balancer's updates on its port, once Telegram has its webhook."""
    settings = {
        "WEB": "off",
        "REDIS_URL": store,
        "TELEGRAM_WEBHOOK_URL": f"http://127.0.0.1:{front}/",
        "TELEGRAM_WEBHOOK_LISTEN": f"127.0.0.1:{port}",
        "TELEGRAM_WEBHOOK_SECRET": _SECRET,
        **telegram(api),
    }
    webhook_calls = api.asked.count("setWebhook")
    return start_process("bot", settings, log, lambda: api.asked.count("setWebhook") > webhook_calls)
