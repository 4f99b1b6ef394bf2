"""The outbox in slots by game code: each slot is on one cluster node and is read by the process that leases it.

A living process renews the leases of its share of the slots. Others take over the slots of a process whose own lease
expired, and a new process gets its share. Processes share the slots with those that have the same platforms.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import chain
from zlib import crc32

from bot.core.ports.store import CLOCKS, DEADLINES, NEVER
from bot.features import SCHEDULES
from bot.store import keys
from bot.store.connection import Answer, Command, Wire
from bot.store.leases import RedisLeases, release_command, replace_command, take_command

DIGESTS, CLEANUPS = "digests", "cleanups"
TIMED = (DEADLINES, CLOCKS, *SCHEDULES, DIGESTS, CLEANUPS)
"""The lists by instants: of games, those of features, the digests of people, and cleanups."""
SLOTS = 64
"""Many more than processes, so that shares are about equal; the same number in all processes."""
_LEASE_SECONDS = 5.0
"""Seconds for which a slot is leased, and so the longest wait for the slots of a killed process."""
_RENEW_SECONDS = 1.5
# Fenced: a suspended process cannot read a slot that was taken over. The keys are pairs: a slot's lease and its table.
_READ = """
local tables = {{}}
for at = 1, #KEYS, 2 do
  tables[#tables + 1] = redis.call('GET', KEYS[at]) == ARGV[1] and {}
end
return tables
"""
_BOARDS = _READ.format("redis.call('HGETALL', KEYS[at + 1])")
_BETWEEN = _READ.format("redis.call('ZRANGE', KEYS[at + 1], ARGV[2], ARGV[3], 'BYSCORE', 'WITHSCORES')")
# In a script, because RESP2 and RESP3 format scores differently.
_ALL_TIMES = "return redis.call('ZRANGE', KEYS[1], 0, -1, 'WITHSCORES')"
_RESCHEDULE = """
local at = redis.call('ZSCORE', KEYS[1], ARGV[1])
if not at or tonumber(at) ~= tonumber(ARGV[2]) then return 0 end
return ARGV[3] and redis.call('ZADD', KEYS[1], ARGV[3], ARGV[1]) or redis.call('ZREM', KEYS[1], ARGV[1])
"""


@dataclass(frozen=True)
class SlotKeys:
    """The keys of a game's slot, among a fixed number of slots."""

    count: int = SLOTS

    def slot(self, game: str) -> int:
        """Return the slot of a game code, or of a person's key."""
        return crc32(game.encode(errors="surrogatepass")) % self.count

    def boards(self, game: str) -> str:
        """Return the outbox of a game's slot."""
        return keys.outbox(self.slot(game))

    def schedule(self, when: str, game: str) -> str:
        """Return the sorted set by instant in a game's slot."""
        return keys.schedule(when, self.slot(game))


class OutboxSlots:
    """The slots that this process leases; `now` is a monotonic clock (seconds)."""

    def __init__(
        self, wire: Wire, leases: RedisLeases, slot_keys: SlotKeys, now: Callable[[], float] = time.monotonic
    ) -> None:
        self._wire = wire
        self._leases = leases
        self.keys = slot_keys
        self._now = now
        self._leased_until: dict[int, float] = {}
        self._renewed_at = -math.inf

    async def owned_slots(self) -> list[int]:
        """Return the leased slots, after renewing leases and exchanging slots with other processes if that is due."""
        if self._now() - self._renewed_at >= _RENEW_SECONDS:
            await self._share()
            if 0 in self._leased_until:
                await self.adopt()
        return sorted(slot for slot, until in self._leased_until.items() if until > self._now())

    async def boards(self) -> list[tuple[str, str]]:
        """Return the outbox fields in this process's slots."""
        return await self._read(_BOARDS, keys.outbox)

    async def members_between(self, when: str, least: str, most: str) -> list[tuple[str, float]]:
        """Return the members of a schedule in this process's slots between two scores (`ZRANGE`), earliest first."""
        members = await self._read(_BETWEEN, partial(keys.schedule, when), least, most)
        return sorted(((game, float(at)) for game, at in members), key=lambda each: each[1])

    async def pending_counts(self) -> tuple[int, int]:
        """Return the numbers of boards and of cleanups in all slots, whichever process leases them."""
        every = range(self.keys.count)
        boards = await self._wire.answers(*(("HLEN", keys.outbox(slot)) for slot in every))
        cleanups = await self._wire.answers(*(("ZCARD", keys.schedule(CLEANUPS, slot)) for slot in every))
        return sum(each or 0 for each in boards), sum(each or 0 for each in cleanups)

    async def all_members(self, when: str) -> list[str]:
        """Return the members of a schedule in all slots, whichever process leases them."""
        every = (keys.schedule(when, slot) for slot in range(self.keys.count))
        tables = await self._wire.answers(*(("ZRANGE", key, 0, -1) for key in every))
        return [member for table in tables for member in table or ()]

    async def _read(self, script: str, table_of: Callable[[int], str], *arguments: str) -> list[tuple[str, str]]:
        """Read each slot of this process; share the slots out again if one was taken over meanwhile."""
        tables = await self._tables(script, table_of, *arguments)
        if None in tables:
            self._renewed_at = -math.inf
            tables = await self._tables(script, table_of, *arguments)
        return [pair for table in tables for pair in _pairs(table)]

    async def _tables(self, script: str, table_of: Callable[[int], str], *arguments: str) -> list[Answer]:
        """Return the table of each slot, None for one taken over; on a cluster each slot is read by its own command."""
        pairs = [(self._lease(slot), table_of(slot)) for slot in await self.owned_slots()]
        batches = [(pair,) for pair in pairs] if self._wire.is_cluster else [tuple(pairs)]
        commands: list[Command] = [
            ("EVAL", script, 2 * len(batch), *chain.from_iterable(batch), self._leases.owner, *arguments)
            for batch in batches
        ]
        answers = await self._wire.answers(*commands)
        return list(chain.from_iterable(answer or () for answer in answers))

    def _lease(self, slot: int) -> str:
        return keys.slot_lease(slot, self._leases.platforms)

    async def release(self) -> None:
        """Release all slots at once."""
        slots, self._leased_until, self._renewed_at = [*self._leased_until], {}, -math.inf
        await self._wire.answers(*map(self._release_command, slots))

    async def adopt(self) -> None:
        """Move entries of processes with other slot counts, which may write there again, to the right slots."""
        counts, *_ = await self._wire.answers(
            ("SMEMBERS", keys.SLOT_COUNTS), ("SADD", keys.SLOT_COUNTS, self.keys.count)
        )
        others = {int(count) for count in counts or () if str(count).isdecimal()} - {self.keys.count}
        await self._move(keys.OUTBOX_BEFORE_SLOTS, {when: keys.schedule(when) for when in TIMED})
        for slot in range(max(others, default=0)):
            await self._move(keys.outbox(slot), {when: keys.schedule(when, slot) for when in TIMED})
        for count in others:
            await self._wire.one(("SREM", keys.SLOT_COUNTS, count))

    async def _share(self) -> None:
        now, living = self._now(), sorted({*self._leases.peers, self._leases.owner})
        share = [slot for slot in range(self.keys.count) if living[slot % len(living)] == self._leases.owner]
        leaving = [slot for slot in self._leased_until if slot not in set(share)]
        holders = await self._wire.answers(
            *map(self._release_command, leaving), *(self._take_command(slot) for slot in share)
        )
        holders_of = dict(zip(share, holders[len(leaving) :], strict=True))
        holders_of |= await self._take_over(holders_of)
        own_slots = (slot for slot, owner in holders_of.items() if owner == self._leases.owner)
        self._leased_until = dict.fromkeys(own_slots, now + _LEASE_SECONDS)
        self._renewed_at = now

    async def _take_over(self, holders_of: Mapping[int, str | None]) -> dict[int, Answer]:
        """Take over the slots of dead processes; return the new holders."""
        dead_owners = await self._leases.dead_owners(owner for owner in holders_of.values() if owner)
        orphans = {slot: owner for slot, owner in holders_of.items() if owner in dead_owners}
        holders = await self._wire.answers(*(self._take_command(slot, owner or "") for slot, owner in orphans.items()))
        return dict(zip(orphans, holders, strict=True))

    def _take_command(self, slot: int, dead_owner: str = "") -> Command:
        return take_command(self._lease(slot), self._leases.owner, _LEASE_SECONDS, dead_owner)

    def _release_command(self, slot: int) -> Command:
        return release_command(self._lease(slot), self._leases.owner)

    async def _move(self, boards: str, schedules: Mapping[str, str]) -> None:
        entries, *lists = await self._wire.answers(
            ("HGETALL", boards), *(("EVAL", _ALL_TIMES, 1, key) for key in schedules.values())
        )
        misplaced = [each for each in (entries or {}).items() if self._boards_of(each[0]) != boards]
        await self._wire.answers(*(("HSETNX", self._boards_of(field), field, text) for field, text in misplaced))
        await self._wire.answers(*(replace_command(boards, field, text, None) for field, text in misplaced))
        for (when, source), answer in zip(schedules.items(), lists, strict=True):
            games = [(game, at) for game, at in _pairs(answer) if self.keys.schedule(when, game) != source]
            # An early check is harmless; another instant may have been set meanwhile.
            await self._wire.answers(*(("ZADD", self.keys.schedule(when, game), "LT", at, game) for game, at in games))
            await self._wire.answers(*(schedule_command(source, game, None, float(at)) for game, at in games))

    def _boards_of(self, field: str) -> str:
        return self.keys.boards(field.rpartition("\n")[2])


def schedule_command(key: str, game: str, at: float | None, instead: float | None = None) -> Command:
    """Return the command that sets or clears an instant; with `instead`, only if that instant is set."""
    if instead == NEVER and at is not None:
        return ("ZADD", key, "NX", at, game)
    if instead is not None:
        return ("EVAL", _RESCHEDULE, 1, key, game, instead, *(() if at is None else (at,)))
    return ("ZREM", key, game) if at is None else ("ZADD", key, at, game)


def _pairs(answer: Answer) -> list[tuple[str, str]]:
    """Return the pairs in a script's flat answer for a hash, or for a sorted set with scores."""
    flat = answer or []
    return list(zip(flat[::2], flat[1::2], strict=True))
