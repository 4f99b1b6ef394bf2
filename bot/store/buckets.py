"""Buckets of requests in Redis or Valkey, so that all processes count together; that of a process is its own."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

from limits import RateLimitItem, RateLimitItemPerSecond
from limits.aio.storage import MemoryStorage, RedisStorage, Storage
from limits.aio.strategies import SlidingWindowCounterRateLimiter
from redis.asyncio import RedisCluster
from redis.exceptions import RedisError

from bot.core.queues.rate_limit import SECONDS, Bucket
from bot.store.clients import Client
from bot.store.connection import MOST_AT_ONCE

SIZES = {Bucket.PERSON: 150, Bucket.CHAT: 1500, Bucket.ALL: 6000}
"""Requests in `SECONDS`: more than one person's hands can type or press, and as many as one process can answer."""
_PATIENCE = 1.0


class RedisBuckets:
    """`pace.Buckets` on the connections of the store."""

    def __init__(self, redis: Client) -> None:
        self._common = SlidingWindowCounterRateLimiter(_storage(redis))
        self._own = SlidingWindowCounterRateLimiter(MemoryStorage())
        self._turns = asyncio.Semaphore(MOST_AT_ONCE)
        self._items = {bucket: RateLimitItemPerSecond(size, SECONDS, "") for bucket, size in SIZES.items()}

    async def take(self, person: str, chat: str) -> Bucket | None:
        if not await self._own.hit(self._items[Bucket.ALL], Bucket.ALL):
            return Bucket.ALL
        try:
            async with asyncio.timeout(_PATIENCE), self._turns:
                full = await asyncio.gather(*(self._common.hit(*each) for each in self._asked(person, chat)))
        except (RedisError, OSError):
            return None
        return next(
            (bucket for bucket, is_full in zip((Bucket.PERSON, Bucket.CHAT), full, strict=True) if not is_full), None
        )

    def _asked(self, person: str, chat: str) -> Iterator[tuple[RateLimitItem, str, str]]:
        yield self._items[Bucket.PERSON], Bucket.PERSON, person
        yield self._items[Bucket.CHAT], Bucket.CHAT, chat


def _storage(redis: Client) -> Storage:
    """On a cluster each process counts for itself: the library's script knows one server."""
    if isinstance(redis, RedisCluster):
        return MemoryStorage()
    pool: Any = redis.connection_pool  # which the library takes, but has no type for
    return RedisStorage("async+redis://", implementation="redispy", key_prefix="tetradka:pace", connection_pool=pool)
