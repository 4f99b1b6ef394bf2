"""A bot, or several, behind Telegram's stand-in, with a store that confirms what is on disk."""

from __future__ import annotations

import tempfile
from asyncio.subprocess import Process
from collections.abc import AsyncIterator, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from benchmarks.strain.balancer import balancing
from benchmarks.strain.process import processor_seconds, running, started, telegram
from bot.store.embedded import serve
from tests.bot.platforms.telegram.server import BotApi
from tests.bot.platforms.telegram.town import Town
from tests.bot.store.servers import free_port

_SECRET = "right"


@dataclass(frozen=True)
class House:
    """The town, the numbers of the bot's processes in it, and the address of their store."""

    town: Town
    processes: Sequence[int]
    store: str

    def processor(self) -> float:
        """Processor seconds that all processes of the bot have used."""
        return sum(map(processor_seconds, self.processes))


@asynccontextmanager
async def one(module: str = "bot") -> AsyncIterator[House]:
    """One process, started by a module, which asks for updates."""
    town = Town()
    api = BotApi(town)
    with tempfile.TemporaryDirectory() as data, serve(Path(data)) as server:
        async with api.serving(), running(api, server.url, Path(data) / "bot.log", module) as process:
            yield House(town, (process.pid,), server.url)


@asynccontextmanager
async def several(count: int) -> AsyncIterator[House]:
    """So many processes on one store, to which a balancer passes updates on by turns."""
    town = Town()
    api = BotApi(town)
    front, *ports = (free_port() for _ in range(1 + count))
    with tempfile.TemporaryDirectory() as data, serve(Path(data)) as server:
        async with api.serving(), balancing(front, ports), AsyncExitStack() as open_:
            processes = [
                await open_.enter_async_context(_behind(front, port, api, server.url, Path(data) / "bot.log"))
                for port in ports
            ]
            yield House(town, [process.pid for process in processes], server.url)


def _behind(front: int, port: int, api: BotApi, store: str, log: Path) -> AbstractAsyncContextManager[Process]:
    """A process that takes at its port what comes to the front, once Telegram knows of that."""
    settings = {
        "WEB": "off",
        "REDIS_URL": store,
        "TELEGRAM_WEBHOOK_URL": f"http://127.0.0.1:{front}/",
        "TELEGRAM_WEBHOOK_LISTEN": f"127.0.0.1:{port}",
        "TELEGRAM_WEBHOOK_SECRET": _SECRET,
        **telegram(api),
    }
    told = api.asked.count("setWebhook")
    return started("bot", settings, log, lambda: api.asked.count("setWebhook") > told)
