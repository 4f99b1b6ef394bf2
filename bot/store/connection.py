"""The line to a Redis or Valkey server: commands asked together, and every failure told the same way."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, TypeAlias

from redis.asyncio import Redis
from redis.asyncio.client import Pipeline
from redis.asyncio.retry import Retry
from redis.backoff import ExponentialBackoff
from redis.exceptions import ConnectionError as NoConnection
from redis.exceptions import RedisError, ResponseError
from redis.exceptions import TimeoutError as NoAnswer

from bot.core.storage import Spoilt, Unreachable

Command = Callable[[Pipeline], object]
Answer: TypeAlias = Any  # each command has its own kind of answer
_PATIENCE = 5.0  # seconds for one question, lost connections and new ones included


def connect(url: str) -> Redis:
    """A client for a redis://, rediss:// or unix:// address; raises ValueError for any other text."""
    return Redis.from_url(
        url,
        encoding_errors="surrogatepass",
        socket_timeout=None,  # with one, redis-py calls `wait_for`, which before Python 3.12 may lose a cancellation
        socket_connect_timeout=3,
        retry=Retry(ExponentialBackoff(cap=0.5, base=0.02), 4, supported_errors=(NoConnection, NoAnswer)),
    )


class Wire:
    """Asks a server; raises `Unreachable` if it does not answer, or answers that it cannot."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    async def ask(self, *commands: Command) -> list[Answer]:
        """The answers of several commands in one round trip, and with one write to the disk.

        The answer of a command whose key holds something of another type is a `Spoilt`.
        """
        pipeline = self._redis.pipeline(transaction=False)
        for command in commands:
            command(pipeline)
        async with _in_time():
            return [_read(answer) for answer in await pipeline.execute(raise_on_error=False)]

    async def close(self) -> None:
        await self._redis.aclose()


def _read(answer: Answer) -> Answer:
    """An answer with its bytes as text; raises the errors in it but for a key's wrong type."""
    match answer:
        case bytes():
            return _text(answer)
        case list() | tuple():
            return [_read(each) for each in answer]
        case set():
            return {_read(each) for each in answer}
        case dict():
            return {_read(key): _read(value) for key, value in answer.items()}
        case ResponseError() if "WRONGTYPE" in str(answer):
            return Spoilt(str(answer))
        case Exception():
            raise answer
        case _:
            return answer


def _text(answer: bytes) -> str:
    """Texts of ours are UTF-8; what is none was not written by us, and reads as such."""
    try:
        return answer.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return answer.decode("utf-8", "backslashreplace")


@asynccontextmanager
async def _in_time() -> AsyncIterator[None]:
    try:
        async with asyncio.timeout(_PATIENCE):
            yield
    except (RedisError, OSError) as error:
        raise Unreachable(str(error) or type(error).__name__) from error
