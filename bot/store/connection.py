"""The line to a Redis or Valkey server: commands asked one by one or together, and every failure told the same way."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, cast

from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import ExponentialBackoff
from redis.exceptions import ConnectionError as NoConnection
from redis.exceptions import RedisError
from redis.exceptions import TimeoutError as NoAnswer

from bot.core.storage import Unreachable

Command = tuple[str | float, ...]
_PATIENCE = 5.0  # seconds for one command, lost connections and new ones included


def connect(url: str) -> Redis:
    """A client for a redis://, rediss:// or unix:// address; raises ValueError for any other text."""
    return Redis.from_url(
        url,
        decode_responses=True,
        encoding_errors="surrogatepass",
        socket_timeout=None,  # with one, redis-py calls `wait_for`, which before Python 3.12 may lose a cancellation
        socket_connect_timeout=3,
        retry=Retry(ExponentialBackoff(cap=0.5, base=0.02), 4, supported_errors=(NoConnection, NoAnswer)),
    )


class Wire:
    """Asks a server; raises `Unreachable` if it does not answer, or answers that it cannot."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._send: Callable[..., Awaitable[Any]] = redis.execute_command

    async def ask(self, *command: str | float) -> Any:  # noqa: ANN401 (each command has its own kind of answer)
        async with _in_time():
            return await self._send(*command)

    async def text(self, *command: str) -> str | None:
        """The answer of a command that gives a text or nothing."""
        return cast("str | None", await self.ask(*command))

    async def ask_together(self, *commands: Command) -> list[Any]:
        """Several commands in one round trip, and with one write to the disk."""
        pipeline = self._redis.pipeline(transaction=False)
        add: Callable[..., object] = pipeline.execute_command
        for command in commands:
            add(*command)
        async with _in_time():
            return list(await pipeline.execute())

    async def close(self) -> None:
        await self._redis.aclose()


@asynccontextmanager
async def _in_time() -> AsyncIterator[None]:
    try:
        async with asyncio.timeout(_PATIENCE):
            yield
    except (RedisError, OSError) as error:
        raise Unreachable(str(error) or type(error).__name__) from error
