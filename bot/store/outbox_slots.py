"""The outbox in slots by the game's code: each stands on one node of a cluster, read by the process that leases it.

A process that lives renews the leases of its share of the slots; one that dies is found out by its own lease, and its
slots are taken over; one that joins is given its share. Processes share with those that have the same doors.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from zlib import crc32

from bot.core.ports.store import CLOCKS, DEADLINES
from bot.features import SCHEDULES
from bot.store import keys
from bot.store.connection import Answer, Command, Wire
from bot.store.leases import RedisLeases, release_command, take_command

DIGESTS, CLEANUPS = "digests", "cleanups"
TIMED = (DEADLINES, CLOCKS, *SCHEDULES, DIGESTS, CLEANUPS)
"""The lists by instants: of games, those of features, the digests of people, and cleanups."""
SLOTS = 64
"""Many more than processes, so that each has about as many as any other; the same number in all processes."""
_HELD = 5.0
"""Seconds for which a slot is leased: how long a process that is killed keeps others waiting, at most."""
_RENEWED = 1.5
# Fenced: a process that was stopped while another took its slot over reads nothing of it.
_BOARDS = """
return redis.call('GET', KEYS[1]) == ARGV[1] and redis.call('HGETALL', KEYS[2])
"""
_BETWEEN = """
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return false end
return redis.call('ZRANGE', KEYS[2], ARGV[2], ARGV[3], 'BYSCORE', 'WITHSCORES')
"""
# In a script, for the protocols disagree on what instants look like.
_ALL_TIMES = "return redis.call('ZRANGE', KEYS[1], 0, -1, 'WITHSCORES')"
_REMOVE = """
return redis.call('HGET', KEYS[1], ARGV[1]) == ARGV[2] and redis.call('HDEL', KEYS[1], ARGV[1]) or 0
"""
_UNLIST = """
local at = redis.call('ZSCORE', KEYS[1], ARGV[1])
return at and tonumber(at) == tonumber(ARGV[2]) and redis.call('ZREM', KEYS[1], ARGV[1]) or 0
"""


@dataclass(frozen=True)
class SlotKeys:
    """Where what belongs to a game stands, with so many slots in all."""

    count: int = SLOTS

    def slot(self, game: str) -> int:
        """The slot of a game, or of a person by the key."""
        return crc32(game.encode(errors="surrogatepass")) % self.count

    def boards(self, game: str) -> str:
        """The hash of the entries of the outbox in a game's slot."""
        return keys.outbox(self.slot(game))

    def schedule(self, when: str, game: str) -> str:
        """The sorted set of a game's slot on a list by instants."""
        return keys.schedule(when, self.slot(game))


class OutboxSlots:
    """The slots that this process leases; `now` is a clock (seconds) that is never set."""

    def __init__(
        self, wire: Wire, leases: RedisLeases, slot_keys: SlotKeys, now: Callable[[], float] = time.monotonic
    ) -> None:
        self._wire = wire
        self._leases = leases
        self.keys = slot_keys
        self._now = now
        self._until: dict[int, float] = {}
        self._renewed = -math.inf

    async def owned_slots(self) -> list[int]:
        """The slots that no other process reads now; renews their leases, and takes or gives back what is due."""
        if self._now() - self._renewed >= _RENEWED:
            await self._share()
            if 0 in self._until:
                await self.adopt()
        return sorted(slot for slot, until in self._until.items() if until > self._now())

    async def boards(self) -> list[tuple[str, str]]:
        """The fields of the outbox in the slots of this process."""
        return await self._read(lambda slot: self._fenced(_BOARDS, slot, keys.outbox(slot)))

    async def scheduled_between(self, when: str, least: str, most: str) -> list[tuple[str, float]]:
        """The games of those slots on a list by instants, between two of them (`ZRANGE`'s), the earliest first."""
        found = await self._read(lambda slot: self._fenced(_BETWEEN, slot, keys.schedule(when, slot), least, most))
        return sorted(((game, float(at)) for game, at in found), key=lambda each: each[1])

    async def pending_counts(self) -> tuple[int, int]:
        """Return how many boards and how many cleanups all slots have, whichever process leases them."""
        every = range(self.keys.count)
        boards = await self._wire.answers(*(("HLEN", keys.outbox(slot)) for slot in every))
        cleanups = await self._wire.answers(*(("ZCARD", keys.schedule(CLEANUPS, slot)) for slot in every))
        return sum(each or 0 for each in boards), sum(each or 0 for each in cleanups)

    async def all_scheduled(self, when: str) -> list[str]:
        """Return what stands on a list by instants in all slots, whichever process leases them."""
        every = (keys.schedule(when, slot) for slot in range(self.keys.count))
        found = await self._wire.answers(*(("ZRANGE", key, 0, -1) for key in every))
        return [member for table in found for member in table or ()]

    async def _read(self, asked: Callable[[int], Command]) -> list[tuple[str, str]]:
        """What is read of each slot of this process; the slots are shared out anew if one was taken over meanwhile."""
        tables = await self._wire.answers(*map(asked, await self.owned_slots()))
        if None in tables:
            self._renewed = -math.inf
            tables = await self._wire.answers(*map(asked, await self.owned_slots()))
        return [pair for table in tables for pair in _pairs(table)]

    def _lease(self, slot: int) -> str:
        return keys.slot_lease(slot, self._leases.platforms)

    def _fenced(self, script: str, slot: int, key: str, *arguments: str) -> Command:
        return ("EVAL", script, 2, self._lease(slot), key, self._leases.owner, *arguments)

    async def release(self) -> None:
        """Lets others have all of them at once."""
        held, self._until, self._renewed = [*self._until], {}, -math.inf
        await self._wire.answers(*map(self._giving_back, held))

    async def adopt(self) -> None:
        """Moves what processes of other versions, or with another number of slots, have written to where it belongs.

        They may live still, and write there again; what is moved twice stands where it stood.
        """
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
        asked, living = self._now(), sorted({*self._leases.peers, self._leases.owner})
        due = [slot for slot in range(self.keys.count) if living[slot % len(living)] == self._leases.owner]
        leaving = [slot for slot in self._until if slot not in set(due)]
        holders = await self._wire.answers(*map(self._giving_back, leaving), *(self._taking(slot) for slot in due))
        held = dict(zip(due, holders[len(leaving) :], strict=True))
        held |= await self._taken_over({slot: owner for slot, owner in held.items() if owner != self._leases.owner})
        self._until = {slot: asked + _HELD for slot, owner in held.items() if owner == self._leases.owner}
        self._renewed = asked

    async def _taken_over(self, held: Mapping[int, str | None]) -> dict[int, Answer]:
        """Who holds these slots, once those that dead processes held are taken from them."""
        gone = await self._leases.dead_owners(owner for owner in held.values() if owner)
        left = {slot: owner for slot, owner in held.items() if owner in gone}
        taken = await self._wire.answers(*(self._taking(slot, owner or "") for slot, owner in left.items()))
        return dict(zip(left, taken, strict=True))

    def _taking(self, slot: int, dead: str = "") -> Command:
        return take_command(self._lease(slot), self._leases.owner, _HELD, dead)

    def _giving_back(self, slot: int) -> Command:
        return release_command(self._lease(slot), self._leases.owner)

    async def _move(self, boards: str, timed: Mapping[str, str]) -> None:
        entries, *lists = await self._wire.answers(
            ("HGETALL", boards), *(("EVAL", _ALL_TIMES, 1, key) for key in timed.values())
        )
        own = [(field, text) for field, text in (entries or {}).items() if self._boards_of(field) != boards]
        await self._wire.answers(*(("HSETNX", self._boards_of(field), field, text) for field, text in own))
        await self._wire.answers(*(remove_command(boards, field, text) for field, text in own))
        for (when, source), found in zip(timed.items(), lists, strict=True):
            games = [(game, at) for game, at in _pairs(found) if self.keys.schedule(when, game) != source]
            # What is looked at too early is looked at again; another instant may have been set meanwhile.
            await self._wire.answers(*(("ZADD", self.keys.schedule(when, game), "LT", at, game) for game, at in games))
            await self._wire.answers(*(("EVAL", _UNLIST, 1, source, game, at) for game, at in games))

    def _boards_of(self, field: str) -> str:
        return self.keys.boards(field.rpartition("\n")[2])


def remove_command(key: str, field: str, value: str) -> Command:
    """A field is taken away, unless it holds something else by now."""
    return ("EVAL", _REMOVE, 1, key, field, value)


def _pairs(answer: Answer) -> list[tuple[str, str]]:
    """What a script answers for a hash, or for a sorted set with its instants."""
    flat = answer or []
    return list(zip(flat[::2], flat[1::2], strict=True))
