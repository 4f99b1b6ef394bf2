"""The store on Redis or Valkey, one server or a cluster: all parts of `Store` on one connection, and the archive."""

import re
from collections.abc import Callable, Mapping
from contextlib import suppress

from bot.core.ports.metrics import Metrics, StoreSize
from bot.core.ports.store import StoreUnavailableError
from bot.store import keys
from bot.store.boards import RedisBoards, RedisCleanups, RedisRetention
from bot.store.channels import RedisArchive
from bot.store.connection import Client, Wire
from bot.store.counts import DailyStatistics, RedisBuckets, RedisSlots
from bot.store.durability import DurabilityCheck
from bot.store.leases import SLOTS, OutboxSlots, RedisHeartbeats, RedisLeases, SlotKeys
from bot.store.logs import RedisFindings, RedisLogs
from bot.store.people import RedisForgetting, RedisPeople, RedisTemporaryTexts
from bot.store.settings import RedisSettings
from bot.store.votes import RedisVotes

_DATABASE = re.compile(r"db\d+")


class RedisStore:
    """A `Store`, with the page's channels and the shared rate limits.

    `own_reason` is the reason to give when our own server takes no writes.
    """

    def __init__(self, redis: Client, slots: int = SLOTS, own_reason: str = "") -> None:
        self._wire = Wire(redis, own_reason)
        self.error_counts: Mapping[str, int] = self._wire.error_counts
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
        self.temporary = RedisTemporaryTexts(self._wire)
        self.votes = RedisVotes(self._wire)
        self.boards = RedisBoards(self._wire, self.leases, self.logs, self.settings, self.slots)
        self.retention = RedisRetention(self._wire, self.slots)
        self.buckets = RedisBuckets(redis, self._are_others)

    async def check_ready(self) -> tuple[DurabilityCheck, ...]:
        """Return the durability checks once the server accepts a write; raise `StoreUnavailableError`."""
        checks = await self._wire.durability_checks()
        if all(check.holds for check in checks if check.essential):
            await self._wire.one(("SET", keys.WRITABLE, "yes", "EX", 60))
        return checks

    async def size(self) -> StoreSize:
        """Return the size of the store and of its outbox; raise `StoreUnavailableError`."""
        infos = await self._wire.info()
        entries = sum(int(table["keys"]) for each in infos for name, table in each.items() if _DATABASE.fullmatch(name))
        memory = sum(int(each.get("used_memory", 0)) for each in infos)
        return StoreSize(memory, entries, *await self.slots.pending_counts())

    def statistics(self, beside: Metrics, now: Callable[[], float]) -> DailyStatistics:
        """Return the daily statistics, which also report to `beside`."""
        return DailyStatistics(self._wire, beside, now)

    def message_slots(self, whose: str, now: Callable[[], float] | None = None) -> RedisSlots:
        """Return the message slots of one bot on one platform; `now` replaces the server's clock if given."""
        return RedisSlots(self._wire, whose, self._are_others, now)

    def _are_others(self) -> bool:
        return self.leases.are_others

    async def leave(self) -> None:
        """Release the leases and slots of this process so that others take over at once."""
        with suppress(StoreUnavailableError):
            await self.slots.release()
        await self.leases.leave()

    async def close(self) -> None:
        """Close all connections."""
        await self._wire.close()
