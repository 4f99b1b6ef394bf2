"""Stores that fail and recover as real servers do, without losing confirmed writes."""

from __future__ import annotations

import asyncio
import subprocess
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from redis.asyncio import Redis
from redis.exceptions import RedisError

from bot.store.embedded import server_program
from tests.bot.store.servers import free_port, has_a_replica, primary_named, taken_over, until, watched_service

_LASTS = 1.5
_HANDOVER_MS = 1500
_NOTICED_AFTER = 10_000  # milliseconds, so that only the failovers of the trial happen


class OneServer:
    """A server that writes each confirmed command to disk."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._port = free_port()
        self.url = f"redis://127.0.0.1:{self._port}"
        self._process: subprocess.Popen[bytes] | None = None

    @asynccontextmanager
    async def serving(self) -> AsyncIterator[OneServer]:
        """Run the server for the duration of the context."""
        try:
            await self.start()
            yield self
        finally:
            self.kill()

    async def start(self) -> None:
        """Start the server and wait until it answers."""
        options = {"port": str(self._port), "dir": str(self._folder), "appendonly": "yes", "appendfsync": "always"}
        options |= {"save": "", "loglevel": "warning"}
        words = [word for name, value in options.items() for word in (f"--{name}", value)]
        self._process = subprocess.Popen(  # noqa: ASYNC220 (it starts at once, and is only ever killed)
            [server_program(), *words], stdout=subprocess.DEVNULL
        )
        async with Redis(port=self._port) as redis:
            await until(redis.ping)

    def kill(self) -> None:
        """Kill the server."""
        if self._process:
            self._process.kill()
            self._process.wait()

    async def command(self, *words: str | int) -> None:
        """Send a command."""
        async with Redis(port=self._port) as redis:
            await _execute(redis, *words)

    async def restart(self) -> None:
        """Kill the server and restart it after a moment."""
        self.kill()
        await asyncio.sleep(_LASTS / 3)
        await self.start()

    async def pause(self) -> None:
        """Pause all clients for 3 seconds."""
        await self.command("CLIENT", "PAUSE", 3000, "ALL")
        await asyncio.sleep(3)

    async def slow_down(self) -> None:
        """Pause all clients ten times for a tenth of a second."""
        for _ in range(10):
            await self.command("CLIENT", "PAUSE", 100, "ALL")
            await asyncio.sleep(0.1)

    async def fill_memory(self) -> None:
        """Refuse writes for a moment, as if memory were full."""
        await self.command("CONFIG", "SET", "maxmemory", 1)
        await asyncio.sleep(_LASTS)
        await self.command("CONFIG", "SET", "maxmemory", 0)

    async def make_read_only(self) -> None:
        """Make the server a replica for a moment, which refuses writes."""
        await self.command("REPLICAOF", "127.0.0.1", 1)
        await asyncio.sleep(_LASTS)
        await self.command("REPLICAOF", "NO", "ONE")


class Pair:
    """A primary and its replica, with a sentinel that swaps them."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.url = ""
        self.failovers = 0

    @asynccontextmanager
    async def serving(self) -> AsyncIterator[Pair]:
        """Run the servers for the duration of the context."""
        async with watched_service(self._folder, _NOTICED_AFTER) as (url, _):
            self.url = url
            yield self

    async def fail_over(self) -> None:
        """Let the replica take over during a pause in which nothing can be written.

        Then wait until the old primary is its replica, since Sentinel would promote it even before that.
        """
        async with Redis(port=await self._primary()) as primary:
            await _execute(primary, "CLIENT", "PAUSE", _HANDOVER_MS, "WRITE")
        with suppress(RedisError, TimeoutError):
            await taken_over(self.url)
            self.failovers += 1
        async with Redis(port=await self._primary()) as primary:
            await until(lambda: has_a_replica(primary))
        await asyncio.sleep(_LASTS)

    async def _primary(self) -> int:
        async with Redis.from_url(self.url.replace("redis+sentinel", "redis").rpartition("/")[0]) as sentinel:
            return await primary_named(sentinel)


async def _execute(redis: Redis, *words: str | int) -> None:
    run: Callable[..., Awaitable[object]] = redis.execute_command
    await run(*words)
