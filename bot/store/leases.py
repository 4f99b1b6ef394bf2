"""Coordination of processes: leases, the inbox, the slots of the outbox, and heartbeats.

The outbox is in slots by game code: each slot is on one cluster node and is read by the process that leases it. A
living process renews the leases of its share of the slots. Others take over the slots of a process whose own lease
expired, and a new process gets its share. Processes share the slots with those that have the same platforms.
"""

import asyncio
import math
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from itertools import chain
from operator import attrgetter
from secrets import token_hex
from zlib import crc32

from bot.core.game.pauses import Outage
from bot.core.ports.outages import GAP, Beat, Doubt, Heard, Heartbeats
from bot.core.ports.store import CALLS, CLOCKS, DEADLINES, NEVER, Leases, StoreUnavailableError
from bot.core.upkeep.tasks import SECONDS
from bot.features import SCHEDULES
from bot.store import keys
from bot.store.connection import Answer, Command, Wire, pairs_in, set_field
from bot.store.keys import script_command

_RENEW_SECONDS = 1.0
_TAKE = """
local owner = redis.call('GET', KEYS[1])
if owner and owner ~= ARGV[1] and owner ~= ARGV[3] then return owner end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return ARGV[1]
"""
_RELEASE = """
return redis.call('GET', KEYS[1]) == ARGV[1] and redis.call('DEL', KEYS[1]) or 0
"""
_REPLACE = """
if redis.call('HGET', KEYS[1], ARGV[1]) ~= ARGV[2] then return 0 end
if not ARGV[3] then return redis.call('HDEL', KEYS[1], ARGV[1]) end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
return 1
"""
# A process without a renewal for so many seconds counts as dead.
_LIVING = """
local time = redis.call('TIME')
redis.call('ZADD', KEYS[1], time[1], ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', time[1] - ARGV[2])
return redis.call('ZRANGE', KEYS[1], 0, -1)
"""


class RedisLeases(Leases):
    """`Leases` of this process (`owner`), with the `living` processes and its `peers` on the same `platforms`."""

    def __init__(self, wire: Wire) -> None:
        self._wire = wire
        self.owner = token_hex(4)
        self.platforms = ""
        self.living: tuple[str, ...] = ()
        self.peers: tuple[str, ...] = ()

    async def keep_alive(self, platforms: Iterable[str] = ()) -> None:
        """Renew this process's lease and check the primary every second, until cancelled."""
        self.platforms = ",".join(sorted(platforms))
        while True:
            with suppress(StoreUnavailableError):
                await self.renew()
                await self._wire.watch()
            await asyncio.sleep(_RENEW_SECONDS)

    async def renew(self) -> None:
        """Renew this process's lease once, and refresh the lists of living processes."""
        _, living, peers = await self._wire.answers(
            take_command(keys.lease(self.owner), self.owner, SECONDS),
            script_command(_LIVING, (keys.LIVING,), self.owner, SECONDS),
            script_command(_LIVING, (keys.peers(self.platforms),), self.owner, SECONDS),
        )
        self.living, self.peers = tuple(living or ()), tuple(peers or ())

    @property
    def are_others(self) -> bool:
        return len(self.living) > 1

    @property
    def peer_count(self) -> int:
        return len({*self.peers, self.owner})

    async def is_another(self, process: str) -> bool:
        return process != self.owner and not await self.dead_owners([process])

    async def leave(self) -> None:
        """Release this process's lease so that others take over at once."""
        with suppress(StoreUnavailableError):
            both = (keys.LIVING, keys.peers(self.platforms))
            leave = (("ZREM", members, self.owner) for members in both)
            await self._wire.answers(script_command(_RELEASE, (keys.lease(self.owner),), self.owner), *leave)

    async def take(self, lease: str, seconds: float, inherits: bool = False) -> bool:
        key = keys.lease(lease)
        holder = await self._wire.one(take_command(key, self.owner, seconds))
        if inherits and holder in await self.dead_owners([holder]):
            holder = await self._wire.one(take_command(key, self.owner, seconds, dead_owner=holder))
        return bool(holder == self.owner)

    async def release(self, lease: str) -> None:
        await self._wire.one(script_command(_RELEASE, (keys.lease(lease),), self.owner))

    async def store_update(self, platform: str, number: str, text: str) -> None:
        update = set_field(keys.updates(platform), number, keys.with_owner(self.owner, text))
        await self._wire.write_durably((), update)

    async def forget_update(self, platform: str, number: str) -> None:
        await self._wire.one(set_field(keys.updates(platform), number, None))

    async def claim_updates(self, platform: str) -> dict[str, str]:
        table = keys.updates(platform)
        values: dict[str, str] = await self._wire.one(("HGETALL", table)) or {}
        dead_owners = await self.dead_owners(map(keys.owner_of, values.values()))
        claims = {
            number: replace_command(table, number, value, keys.with_owner(self.owner, keys.text_of(value)))
            for number, value in values.items()
            if keys.owner_of(value) in dead_owners
        }
        are_claimed = await self._wire.answers_by(claims)
        own_updates = (each for each in values if are_claimed.get(each) or keys.owner_of(values[each]) == self.owner)
        return {number: keys.text_of(values[number]) for number in own_updates}

    async def all_updates(self, platform: str) -> dict[str, str]:
        values: dict[str, str] = await self._wire.one(("HGETALL", keys.updates(platform))) or {}
        return {number: keys.text_of(value) for number, value in values.items()}

    async def dead_owners(self, owners: Iterable[str]) -> set[str]:
        """Return the other owners that are no longer alive."""
        others = sorted({*owners} - {self.owner})
        living = await self._wire.answers_by({owner: ("EXISTS", keys.lease(owner)) for owner in others})
        return {owner for owner, lives in living.items() if not lives}


def replace_command(key: str, field: str, before: str, after: str | None) -> Command:
    """Return the command that replaces a field's value, or deletes it for None, if it is unchanged."""
    return script_command(_REPLACE, (key,), field, before, *(() if after is None else (after,)))


def take_command(lease: str, owner: str, seconds: float, dead_owner: str = "") -> Command:
    """Return the command that takes a lease that is free or held by `dead_owner`; it answers with the holder."""
    return script_command(_TAKE, (lease,), owner, round(1000 * seconds), dead_owner)


DIGESTS, CLEANUPS = "digests", "cleanups"
TIMED = (DEADLINES, CLOCKS, CALLS, *SCHEDULES, DIGESTS, CLEANUPS)
"""The lists by instants: of games, those of features, the digests of people, and cleanups."""
SLOTS = 64
"""Many more than processes, so that shares are about equal; the same number in all processes."""
_LEASE_SECONDS = 5.0
"""Seconds for which a slot is leased, and so the longest wait for the slots of a killed process."""
_SHARING_SECONDS = 1.5
# Fenced: a suspended process cannot read a slot that was taken over. The keys are pairs: a slot's lease and its table.
_READ = """
local tables = {{}}
for at = 1, #KEYS, 2 do
  tables[#tables + 1] = redis.call('GET', KEYS[at]) == ARGV[1] and {}
end
return tables
"""
_BOARDS = _READ.format("redis.call('HGETALL', KEYS[at + 1])")
_BETWEEN = _READ.format(
    "redis.call('ZRANGE', KEYS[at + 1], ARGV[2], ARGV[3], 'BYSCORE', 'LIMIT', 0, ARGV[4], 'WITHSCORES')"
)
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
        """Return the leased slots, after renewing leases and rebalancing slots among processes if that is due."""
        if self._now() - self._renewed_at >= _SHARING_SECONDS:
            await self._share()
            if 0 in self._leased_until:
                await self.adopt()
        return sorted(slot for slot, until in self._leased_until.items() if until > self._now())

    async def boards(self) -> list[tuple[str, str]]:
        """Return the outbox fields in this process's slots."""
        return await self._read(_BOARDS, keys.outbox)

    async def members_between(
        self, when: str, least: str, greatest: str, most: int | None = None
    ) -> list[tuple[str, float]]:
        """Return a schedule's members in this process's slots between two scores (`ZRANGE`), earliest first.

        Each slot is read to its first `most` members only, if that is given.
        """
        members = await self._read(_BETWEEN, partial(keys.schedule, when), least, greatest, str(most or -1))
        return sorted(((game, float(at)) for game, at in members), key=lambda each: each[1])

    async def all_boards(self) -> list[tuple[str, str, str]]:
        """Return the outbox fields in all slots, each after the key of its table."""
        tables = [keys.outbox(slot) for slot in range(self.keys.count)]
        fields_of = await self._wire.answers_by({table: ("HGETALL", table) for table in tables})
        return [(table, *field) for table, fields in fields_of.items() for field in (fields or {}).items()]

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
        """Read each slot of this process; redistribute the slots if one was taken over meanwhile."""
        tables = await self._tables(script, table_of, *arguments)
        if None in tables:
            self._renewed_at = -math.inf
            tables = await self._tables(script, table_of, *arguments)
        return list(chain.from_iterable(map(pairs_in, tables)))

    async def _tables(self, script: str, table_of: Callable[[int], str], *arguments: str) -> list[Answer]:
        """Return the table of each slot, None for one taken over; on a cluster each slot takes a separate command."""
        pairs = [(self._lease(slot), table_of(slot)) for slot in await self.owned_slots()]
        batches = pairs if self._wire.is_cluster else [tuple(chain.from_iterable(pairs))]
        commands = (script_command(script, batch, self._leases.owner, *arguments) for batch in batches)
        answers = await self._wire.answers(*commands)
        return list(chain.from_iterable(answer or () for answer in answers))

    def _lease(self, slot: int) -> str:
        return keys.slot_lease(slot, self._leases.platforms)

    async def release(self) -> None:
        """Release all slots immediately."""
        slots, self._leased_until, self._renewed_at = [*self._leased_until], {}, -math.inf
        await self._wire.answers(*map(self._release_command, slots))

    async def adopt(self) -> None:
        """Move entries of processes with other slot counts, which may write there again, to the right slots."""
        note_count = ("SADD", keys.SLOT_COUNTS, self.keys.count)
        counts, *_ = await self._wire.answers(("SMEMBERS", keys.SLOT_COUNTS), note_count)
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
        releases, takes = map(self._release_command, leaving), map(self._take_command, share)
        holders = await self._wire.answers(*releases, *takes)
        holders_of: dict[int, str | None] = dict(zip(share, holders[len(leaving) :], strict=True))
        dead_owners = await self._leases.dead_owners(filter(None, holders_of.values()))
        orphans = {slot: owner for slot, owner in holders_of.items() if owner and owner in dead_owners}
        takeovers = {slot: self._take_command(slot, owner) for slot, owner in orphans.items()}
        holders_of |= await self._wire.answers_by(takeovers)
        own_slots = (slot for slot, owner in holders_of.items() if owner == self._leases.owner)
        self._leased_until = dict.fromkeys(own_slots, now + _LEASE_SECONDS)
        self._renewed_at = now

    def _take_command(self, slot: int, dead_owner: str = "") -> Command:
        return take_command(self._lease(slot), self._leases.owner, _LEASE_SECONDS, dead_owner)

    def _release_command(self, slot: int) -> Command:
        return script_command(_RELEASE, (self._lease(slot),), self._leases.owner)

    async def _move(self, boards: str, schedules: Mapping[str, str]) -> None:
        times = (script_command(_ALL_TIMES, (key,)) for key in schedules.values())
        entries, *lists = await self._wire.answers(("HGETALL", boards), *times)
        strays = [each for each in (entries or {}).items() if self._boards_of(each[0]) != boards]
        await self._wire.answers(*(("HSETNX", self._boards_of(field), field, text) for field, text in strays))
        await self._wire.answers(*(replace_command(boards, field, text, None) for field, text in strays))
        for (when, source), answer in zip(schedules.items(), lists, strict=True):
            games = [(game, at) for game, at in pairs_in(answer) if self.keys.schedule(when, game) != source]
            # An early check is harmless; another instant may have been set meanwhile.
            await self._wire.answers(*(("ZADD", self.keys.schedule(when, game), "LT", at, game) for game, at in games))
            await self._wire.answers(*(schedule_command(source, game, None, float(at)) for game, at in games))

    def _boards_of(self, field: str) -> str:
        return self.keys.boards(field.rpartition("\n")[2])


def schedule_command(key: str, game: str, at: float | None, instead: float | None) -> Command:
    """Return the command that sets or clears an instant; with `instead`, only if that instant is set."""
    if instead == NEVER and at is not None:
        return ("ZADD", key, "NX", at, game)
    if instead is not None:
        return script_command(_RESCHEDULE, (key,), game, instead, *(() if at is None else (at,)))
    return ("ZREM", key, game) if at is None else ("ZADD", key, at, game)


_NUMBER = "#"
_MOST_KEPT = 500
_LONGEST_BEFORE = 120.0
"""Seconds before the last heartbeat at which an outage may have begun, since a dead connection shows late."""
# Instants stay texts, because Lua drops the last digits of a formatted number.
_BEAT = """
local gap, before, most = tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
if not tonumber(redis.call('HGET', KEYS[1], '#') or '0') then redis.call('HDEL', KEYS[1], '#') end
for i = 5, #ARGV, 4 do
  local platform, at, doubt, since = ARGV[i], ARGV[i + 1], ARGV[i + 2], ARGV[i + 3]
  local last = redis.call('HGET', KEYS[1], platform)
  if not tonumber(last or '') then last = at end
  local passed = tonumber(at) - tonumber(last)
  if doubt ~= '' and math.abs(passed) > gap then
    local begun, ago = last, since ~= '' and tonumber(last) - tonumber(since) or 0
    if passed > 0 and ago > 0 and ago < before then begun = since end
    local number = redis.call('HINCRBY', KEYS[1], '#', 1)
    redis.call('HSET', KEYS[2], number, begun .. ' ' .. at .. ' ' .. doubt .. ' ' .. platform)
    redis.call('HDEL', KEYS[2], number - most)
    last = at
  end
  if tonumber(at) >= tonumber(last) then redis.call('HSET', KEYS[1], platform, at) end
end
local number = redis.call('HGET', KEYS[1], '#') or '0'
return {redis.call('HGETALL', KEYS[1]), number ~= ARGV[1] and redis.call('HGETALL', KEYS[2]) or 0}
"""


class RedisHeartbeats(Heartbeats):
    """`Heartbeats` in two hashes on one node of a cluster."""

    def __init__(self, wire: Wire) -> None:
        self._wire = wire

    async def beat(self, beats: Sequence[Beat], last: Heard | None) -> Heard:
        number = str(last.number) if last else ""
        limits, arguments = (GAP, _LONGEST_BEFORE, _MOST_KEPT), list[str]()
        for each in beats:
            since = "" if each.since is None else repr(each.since)
            arguments += (each.platform, repr(each.at), str(each.doubt), since)
        command = script_command(_BEAT, (keys.HEARD, keys.OUTAGES), number, *limits, *arguments)
        fields, outage_fields = await self._wire.one(command) or ((), 0)
        at = dict(_numbers(fields))
        newest = int(at.pop(_NUMBER, 0))
        known_outages = last.outages if last else ()
        outages = (
            sorted(_outages(outage_fields), key=attrgetter("number"))
            if isinstance(outage_fields, list)
            else known_outages
        )
        return Heard(at, newest, tuple(outages))


def _numbers(fields: Sequence[str]) -> Iterator[tuple[str, float]]:
    for name, value in pairs_in(fields):
        with suppress(ValueError):  # not written by this program
            yield name, float(value)


def _outages(fields: Sequence[str]) -> Iterator[Outage]:
    for name, text in pairs_in(fields):
        with suppress(ValueError):  # not written by this program
            since, until, doubt, platform = text.split(" ", 3)
            yield Outage(int(name), platform, float(since), float(until), jumped=doubt == Doubt.JUMPED)
