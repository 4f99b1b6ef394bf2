"""The line to a Redis or Valkey server: commands asked together, and every failure told the same way."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import Any, TypeAlias

from redis.asyncio import Redis, RedisCluster
from redis.exceptions import ReadOnlyError, RedisClusterException, RedisError, ResponseError

from bot.core.ports.store import Spoilt, Unreachable
from bot.store.clients import Client, by_sentinel, of_cluster, of_one
from bot.store.promises import Promise, promises
from bot.store.replication import Replication, asking
from bot.store.troubles import Told, trouble

Command = Callable[[Any], object]  # given the pipeline of one server or of a cluster, which share no type
Answer: TypeAlias = Any  # each command has its own kind of answer
PATIENCE = 5.0  # seconds for one question, the wait for its turn, lost connections and new ones included
MOST_AT_ONCE = 16  # questions under way; the others wait for their turn in the order in which they came
_SCANNED = 1000


def connect(url: str) -> Client:
    """A client for an address of one server, of Sentinel or of a cluster; raises ValueError for any other text."""
    scheme = url.partition("://")[0]
    if scheme in ("redis+sentinel", "rediss+sentinel"):
        return by_sentinel(url)
    return of_cluster(url) if scheme in ("redis+cluster", "rediss+cluster") else of_one(url)


class Wire:
    """Asks a server; raises `Unreachable` if it does not answer, or answers that it cannot.

    The operator's log says once what is wrong.
    """

    def __init__(self, redis: Client) -> None:
        self._redis = redis
        self._turns = asyncio.Semaphore(MOST_AT_ONCE)
        self._told = Told()
        self._replication = Replication()

    async def ask(self, *commands: Command) -> list[Answer]:
        """The answers of several commands in one round trip, and with one write to the disk.

        The answer of a command whose key holds something of another type is a `Spoilt`.
        """
        async with self._in_time():
            pipeline = self._redis.pipeline(transaction=False)
            for command in commands:
                command(pipeline)
            return [_read(answer) for answer in await pipeline.execute(raise_on_error=False)]

    async def ask_then(self, first: Sequence[Command], last: Command) -> list[Answer]:
        """As `ask`, the last command after all others: nodes of a cluster answer in no order, so there it takes two."""
        if first and isinstance(self._redis, RedisCluster):
            return [*await self.ask(*first), *await self.ask(last)]
        return await self.ask(*first, last)

    async def keep(self, first: Sequence[Command], last: Command) -> list[Answer]:
        """As `ask_then`, but raises `Unreachable` unless a replica has it too, where the server has replicas."""
        proof, waited = self._replication.proof(), self._replication.waits
        if not proof:
            return await self.ask_then(first, last)
        *answers, acknowledged, told = await self.ask(*first, last, *proof)
        if not self._replication.proves(waited, [acknowledged, told], _clock()):
            await self._look_for_the_primary()
            failed = Unreachable("no replica has what was written, or another server is the primary", "store-changing")
            self._told.failed(failed, _clock())
            raise failed
        return answers

    @property
    def history(self) -> str:
        """The name of the primary's history; another one once a replica has taken over."""
        return self._replication.history

    async def watch(self) -> None:
        """Looks whether a server that has had replicas is the primary still."""
        if self._replication.is_watched:
            (told,) = await self.ask(asking)
            if not self._replication.hear(told, _clock()):
                await self._look_for_the_primary()

    async def keys(self, pattern: str) -> AsyncIterator[list[str]]:
        """The names of all keys that look like this, some at a time; each at least once."""
        if isinstance(self._redis, RedisCluster):
            for node in self._redis.get_primaries():
                async for found in self._scanned(partial(self._redis.scan, match=pattern, target_nodes=[node])):
                    yield found
        else:
            async for found in self._scanned(partial(self._redis.scan, match=pattern)):
                yield found

    async def _scanned(self, scan: Callable[..., Awaitable[Answer]]) -> AsyncIterator[list[str]]:
        cursor = -1
        while cursor:
            async with self._in_time():
                told, found = await scan(cursor=max(cursor, 0), count=_SCANNED)
            cursor = next(iter(told.values())) if isinstance(told, dict) else told
            yield _read(found)

    async def promises(self) -> tuple[Promise, ...]:
        """What the server, or each primary of the cluster, promises."""
        async with self._in_time():
            if isinstance(self._redis, RedisCluster):
                told = await self._redis.info(target_nodes=RedisCluster.PRIMARIES)
                return promises([told] if "redis_version" in told else list(told.values()), asks_cluster=True)
            found = await self._redis.info()
            self._replication.hear(found, _clock())
            return promises([{**found, **await self._syncing()}], asks_cluster=False)

    async def _syncing(self) -> Mapping[Any, Any]:
        """When the server writes to its disk; nothing where the provider lets nobody ask."""
        with suppress(ResponseError):
            return await self._redis.config_get("appendfsync")
        return {}

    @property
    def troubles(self) -> Mapping[str, int]:
        """How often it could not answer, by the trouble's code."""
        return self._told.troubles

    async def close(self) -> None:
        await self._redis.aclose()

    @asynccontextmanager
    async def _in_time(self) -> AsyncIterator[None]:
        try:
            async with asyncio.timeout(PATIENCE), self._turns:
                yield
        except (RedisError, RedisClusterException, OSError) as error:
            if isinstance(error, ReadOnlyError):
                await self._look_for_the_primary()
            failed = trouble(error)
            self._told.failed(failed, _clock())
            raise failed from error
        self._told.answered()

    async def _look_for_the_primary(self) -> None:
        """The server is the primary no longer; the same address may lead to another one by now."""
        if isinstance(self._redis, Redis):
            pool = self._redis.connection_pool
            await pool.update_active_connections_for_reconnect()  # type: ignore[no-untyped-call]
            await pool.disconnect(inuse_connections=False)


def _clock() -> float:
    return asyncio.get_running_loop().time()


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
