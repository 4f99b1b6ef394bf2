"""Rate limits shared by all processes: requests of people and chats, and messages that a platform takes."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any

from limits import RateLimitItemPerSecond
from limits.aio.storage import RedisStorage
from limits.aio.strategies import SlidingWindowCounterRateLimiter
from redis.asyncio import RedisCluster
from redis.exceptions import RedisError

from bot.core.game.people import key_digest
from bot.core.ports.adapters import MessageRate, TakenSlots
from bot.core.ports.store import StoreUnavailableError
from bot.core.queues.caches import BoundedDict
from bot.core.queues.rate_limit import SECONDS, Bucket, Buckets
from bot.store import keys
from bot.store.connection import MOST_AT_ONCE, Answer, Client, Command, Wire

SIZES = {Bucket.PERSON: 150, Bucket.CHAT: 1500, Bucket.ALL: 6000}
"""Requests in `SECONDS`: more than a person can type or press, and as many as a process can answer."""
_ITEMS = {bucket: RateLimitItemPerSecond(size, SECONDS, "") for bucket, size in SIZES.items()}
_BUCKET_PATIENCE = 1.0
_MOST_OWN = 100_000


class OwnBuckets:
    """Token buckets in this process's memory, of a hundred thousand owners at most."""

    def __init__(self) -> None:
        self._levels = BoundedDict[str, tuple[float, float]](_MOST_OWN)

    def take(self, bucket: Bucket, owner: str, now: float) -> bool:
        """Take a token at a time (seconds); return False if there is none."""
        size = SIZES[bucket]
        level, then = self._levels.pop(f"{bucket} {owner}", (float(size), now))
        level = min(size, level + (now - then) * size / SECONDS)
        is_allowed = level >= 1
        self._levels[f"{bucket} {owner}"] = level - is_allowed, now
        return is_allowed


class RedisBuckets(Buckets):
    """`Buckets` in this process's memory while it is alone, else on the connections of the store."""

    def __init__(self, redis: Client, are_others: Callable[[], bool]) -> None:
        self._own_buckets = OwnBuckets()
        self._are_others = are_others
        self._shared_limiter = _limiter(redis)
        self._turns = asyncio.Semaphore(MOST_AT_ONCE)

    async def take(self, person: str, chat: str) -> Bucket | None:
        now, owners = time.monotonic(), {Bucket.PERSON: key_digest(person), Bucket.CHAT: key_digest(chat)}
        if not self._own_buckets.take(Bucket.ALL, "", now):
            return Bucket.ALL
        if self._shared_limiter is None or not self._are_others():
            return next((each for each in owners if not self._own_buckets.take(each, owners[each], now)), None)
        try:
            async with asyncio.timeout(_BUCKET_PATIENCE), self._turns:
                are_allowed = await asyncio.gather(
                    *(self._shared_limiter.hit(_ITEMS[bucket], bucket, owner) for bucket, owner in owners.items())
                )
        except (RedisError, OSError):
            return None
        return next((bucket for bucket, is_allowed in zip(owners, are_allowed, strict=True) if not is_allowed), None)


def _limiter(redis: Client) -> SlidingWindowCounterRateLimiter | None:
    """Return the limiter of all processes; none on a cluster, as the library's script works on one server only."""
    if isinstance(redis, RedisCluster):
        return None
    pool: Any = redis.connection_pool  # accepted by the library, but missing from its types
    storage = RedisStorage("async+redis://", implementation="redispy", key_prefix="tetradka:pace", connection_pool=pool)
    return SlidingWindowCounterRateLimiter(storage)


_PATIENCE = 0.5
_FOR_ITSELF = 5.0
"""Seconds for which a process counts on its own after the server did not answer."""
_SECONDS_KEPT = 86_400
"""Seconds after which an unchanged rate expires."""
# The stored value is when all slots are free again, at most a second from now even if the server's clock jumped.
_SLOTS = """
local time = redis.call('TIME')
local now = tonumber(ARGV[4]) or time[1] + time[2] / 1000000
local shared = redis.call('GET', KEYS[2]) or ''
local rate = tonumber(string.match(shared, '^%S+')) or tonumber(ARGV[1])
local wanted, left = tonumber(ARGV[2]), tonumber(ARGV[3])
local whole = math.min(math.max(tonumber(redis.call('GET', KEYS[1])) or 0, now), now + 1)
local there = (now + 1 - whole) * rate
local taken = math.max(0, math.min(wanted, math.floor(there - left + 0.001)))
redis.call('SET', KEYS[1], string.format('%.6f', whole + taken / rate), 'EX', 60)
return {taken, math.ceil(math.max(0, left + wanted - there) / rate * 1000), shared}
"""
# There is no rate at first, so any `before` matches then.
_CHANGE = """
local shared = redis.call('GET', KEYS[1])
if shared and shared ~= ARGV[1] then return shared end
redis.call('SET', KEYS[1], ARGV[2], 'EX', ARGV[3])
return ARGV[2]
"""


class RedisSlots(MessageRate):
    """`MessageRate` on Redis; `now` replaces the server's clock if given."""

    def __init__(
        self, wire: Wire, whose: str, are_others: Callable[[], bool], now: Callable[[], float] | None = None
    ) -> None:
        self._wire = wire
        self._whose = whose
        self._are_others = are_others
        self._now = now
        self._unheard = -_FOR_ITSELF

    @property
    def are_shared(self) -> bool:
        return self._are_others() and time.monotonic() - self._unheard >= _FOR_ITSELF

    async def take(self, rate: float, wanted_slots: int, reserve: float) -> TakenSlots:
        match await self._ask(
            _take_command(self._whose, rate, wanted_slots, reserve, self._now() if self._now else None)
        ):
            case [int() as taken, int() as milliseconds, str() as shared]:
                return TakenSlots(taken, milliseconds / 1000, shared)
            case _:
                self._unheard = time.monotonic()
                return TakenSlots(0, 0.0)

    async def change_rate(self, before: str, after: str) -> str:
        changing: Command = ("EVAL", _CHANGE, 1, keys.rate(self._whose), before, after, str(_SECONDS_KEPT))
        rate = await self._ask(changing)
        return rate if isinstance(rate, str) else after

    async def _ask(self, command: Command) -> Answer:
        """Return the answer, or None if it does not come in time."""
        try:
            async with asyncio.timeout(_PATIENCE):
                (answer,) = await self._wire.ask(command)
        except (StoreUnavailableError, TimeoutError):
            return None
        return answer


def _take_command(whose: str, rate: float, wanted_slots: int, reserve: float, now: float | None) -> Command:
    """Return the command that takes slots; it answers with their number and the wait for the rest in milliseconds."""
    clock = "" if now is None else repr(now)
    return ("EVAL", _SLOTS, 2, keys.slots(whose), keys.rate(whose), str(rate), str(wanted_slots), str(reserve), clock)
