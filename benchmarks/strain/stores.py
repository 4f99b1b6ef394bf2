"""A store that fails as servers do, and comes back; what it said was written stays written."""

from __future__ import annotations

import asyncio
import subprocess
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from redis.asyncio import Redis
from redis.exceptions import RedisError

from bot.store.embedded import server_program
from tests.bot.store.servers import free_port, has_a_replica, primary_named, taken_over, until, watched

_LASTS = 1.5
_HANDOVER_MS = 1500
_NOTICED_AFTER = 10_000  # milliseconds, so that only what is told to change changes


class OneServer:
    """A server with everything it confirmed on its disk."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._port = free_port()
        self.url = f"redis://127.0.0.1:{self._port}"
        self._process: subprocess.Popen[bytes] | None = None

    @asynccontextmanager
    async def serving(self) -> AsyncIterator[OneServer]:
        try:
            await self.start()
            yield self
        finally:
            self.kill()

    async def start(self) -> None:
        options = {"port": str(self._port), "dir": str(self._folder), "appendonly": "yes", "appendfsync": "always"}
        options |= {"save": "", "loglevel": "warning"}
        words = [word for name, value in options.items() for word in (f"--{name}", value)]
        self._process = subprocess.Popen(  # noqa: ASYNC220 (it begins at once, and is only ever killed)
            [server_program(), *words], stdout=subprocess.DEVNULL
        )
        async with Redis(port=self._port) as redis:
            await until(redis.ping)

    def kill(self) -> None:
        if self._process:
            self._process.kill()
            self._process.wait()

    async def command(self, *words: str | int) -> None:
        async with Redis(port=self._port) as redis:
            await _told(redis, *words)

    async def is_killed(self) -> None:
        self.kill()
        await asyncio.sleep(_LASTS / 3)
        await self.start()

    async def is_paused(self) -> None:
        await self.command("CLIENT", "PAUSE", 3000, "ALL")
        await asyncio.sleep(3)

    async def is_slow(self) -> None:
        for _ in range(10):
            await self.command("CLIENT", "PAUSE", 100, "ALL")
            await asyncio.sleep(0.1)

    async def is_full(self) -> None:
        await self.command("CONFIG", "SET", "maxmemory", 1)
        await asyncio.sleep(_LASTS)
        await self.command("CONFIG", "SET", "maxmemory", 0)

    async def is_read_only(self) -> None:
        await self.command("REPLICAOF", "127.0.0.1", 1)
        await asyncio.sleep(_LASTS)
        await self.command("REPLICAOF", "NO", "ONE")


class Pair:
    """A primary and its replica, which a sentinel lets change places."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.url = ""
        self.failovers = 0

    @asynccontextmanager
    async def serving(self) -> AsyncIterator[Pair]:
        async with watched(self._folder, _NOTICED_AFTER) as (url, _):
            self.url = url
            yield self

    async def fails_over(self) -> None:
        """The replica takes over, in the midst of a pause in which nothing can be written.

        Then what was the primary becomes its replica, for Sentinel would hand over to it even if it has not.
        """
        async with Redis(port=await self._primary()) as primary:
            await _told(primary, "CLIENT", "PAUSE", _HANDOVER_MS, "WRITE")
        with suppress(RedisError, TimeoutError):
            await taken_over(self.url)
            self.failovers += 1
        async with Redis(port=await self._primary()) as primary:
            await until(lambda: has_a_replica(primary))
        await asyncio.sleep(_LASTS)

    async def _primary(self) -> int:
        async with Redis.from_url(self.url.replace("redis+sentinel", "redis").rpartition("/")[0]) as sentinel:
            return await primary_named(sentinel)


async def _told(redis: Redis, *words: str | int) -> None:
    run: Callable[..., Awaitable[object]] = redis.execute_command
    await run(*words)
