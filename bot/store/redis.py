"""The store on Redis or Valkey, in a server or a cluster: seven parts on one line, and what the page keeps."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from contextlib import suppress

from bot.core.ports.metrics import Metrics, StoreSize
from bot.core.ports.store import StoreUnavailableError
from bot.store import keys
from bot.store.boards import RedisBoards
from bot.store.channels import RedisArchive
from bot.store.cleanups import RedisCleanups
from bot.store.connection import Client, Wire
from bot.store.durability import DurabilityCheck
from bot.store.findings import RedisFindings
from bot.store.forgetting import RedisForgetting
from bot.store.heartbeats import RedisHeartbeats
from bot.store.leases import RedisLeases
from bot.store.logs import RedisLogs
from bot.store.outbox_slots import SLOTS, OutboxSlots, SlotKeys
from bot.store.people import RedisPeople
from bot.store.rate_limits import RedisBuckets, RedisSlots
from bot.store.retention import RedisRetention
from bot.store.settings import RedisSettings
from bot.store.statistics import DailyStatistics

_DATABASE = re.compile(r"db\d+")


class RedisStore:
    """A `Store`, with the channels of the page and the rate limits of all processes.

    `own` says why a server of our own takes no writes, if it is one.
    """

    def __init__(self, redis: Client, slots: int = SLOTS, own: str = "") -> None:
        self._wire = Wire(redis, own)
        self.archive = RedisArchive(self._wire)
        self.leases = RedisLeases(self._wire)
        self.heartbeats = RedisHeartbeats(self._wire)
        self.slots = OutboxSlots(self._wire, self.leases, SlotKeys(slots))
        self.logs = RedisLogs(self._wire, self.slots.keys)
        self.settings = RedisSettings(self._wire, self.slots)
        self.cleanups = RedisCleanups(self._wire, self.slots)
        self.people = RedisPeople(self._wire)
        self.forgetting = RedisForgetting(self._wire)
        self.findings = RedisFindings(self._wire)
        self.boards = RedisBoards(self._wire, self.leases, self.logs, self.settings, self.slots)
        self.retention = RedisRetention(self._wire, self.slots)
        self.buckets = RedisBuckets(redis)

    async def ready(self) -> tuple[DurabilityCheck, ...]:
        """What the server promises, once it has taken a write; raises `StoreUnavailableError`."""
        found = await self._wire.durability_checks()
        if all(promise.holds for promise in found if promise.essential):
            await self._wire.one(("SET", keys.WRITABLE, "yes", "EX", 60))
        return found

    @property
    def troubles(self) -> Mapping[str, int]:
        """How often the server could not do what it was asked, by the trouble's code."""
        return self._wire.troubles

    async def size(self) -> StoreSize:
        """Return how large the store is, and what is owed to chats; raise `StoreUnavailableError`."""
        told = await self._wire.info()
        entries = sum(int(table["keys"]) for each in told for name, table in each.items() if _DATABASE.fullmatch(name))
        used = sum(int(each.get("used_memory", 0)) for each in told)
        return StoreSize(used, entries, *await self.slots.pending_counts())

    def statistics(self, beside: Metrics, now: Callable[[], float]) -> DailyStatistics:
        """What all processes count a day, told to other metrics too."""
        return DailyStatistics(self._wire, beside, now)

    def message_slots(self, whose: str, now: Callable[[], float] | None = None) -> RedisSlots:
        """Those of one bot on one platform; `now` is a clock of all processes, instead of the server's."""
        return RedisSlots(self._wire, whose, lambda: self.leases.are_others, now)

    async def leave(self) -> None:
        """Says that this process lives no longer, so that others take over at once."""
        with suppress(StoreUnavailableError):
            await self.slots.release()
        await self.leases.leave()

    async def close(self) -> None:
        """Closes all connections."""
        await self._wire.close()
