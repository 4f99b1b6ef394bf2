"""Leases and the inbox: what only one process may do at a time, and the takeover of dead processes' work."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from contextlib import suppress
from itertools import compress
from secrets import token_hex

from bot.core.ports.store import Leases, StoreUnavailableError
from bot.core.upkeep.leases import SECONDS
from bot.store import keys
from bot.store.connection import Command, Wire, set_field

_RENEW_SECONDS = 1.0
_TAKE = """
local owner = redis.call('GET', KEYS[1])
if owner and owner ~= ARGV[1] and owner ~= ARGV[3] then return owner end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return ARGV[1]
"""
_GIVE_BACK = """
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
    """`Leases` of this process, the `owner`, with the `living` processes and its `peers` of the same `platforms`."""

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
            _renew_command(keys.LIVING, self.owner, SECONDS),
            _renew_command(keys.peers(self.platforms), self.owner, SECONDS),
        )
        self.living, self.peers = tuple(living or ()), tuple(peers or ())

    @property
    def are_others(self) -> bool:
        return len(self.living) > 1

    async def leave(self) -> None:
        """Release this process's lease so that others take over at once."""
        with suppress(StoreUnavailableError):
            both = (keys.LIVING, keys.peers(self.platforms))
            await self._wire.answers(
                release_command(keys.lease(self.owner), self.owner),
                *(("ZREM", members, self.owner) for members in both),
            )

    async def take(self, lease: str, seconds: float, inherits: bool = False) -> bool:
        key = keys.lease(lease)
        holder = await self._wire.one(take_command(key, self.owner, seconds))
        if inherits and holder in await self.dead_owners([holder]):
            holder = await self._wire.one(take_command(key, self.owner, seconds, dead_owner=holder))
        return bool(holder == self.owner)

    async def release(self, lease: str) -> None:
        await self._wire.one(release_command(keys.lease(lease), self.owner))

    async def store_update(self, platform: str, number: str, text: str) -> None:
        update = set_field(keys.updates(platform), number, keys.with_owner(self.owner, text))
        self._wire.without_corrupt(await self._wire.write_durably((), update))

    async def forget_update(self, platform: str, number: str) -> None:
        await self._wire.one(set_field(keys.updates(platform), number, None))

    async def claim_updates(self, platform: str) -> dict[str, str]:
        table = keys.updates(platform)
        values: dict[str, str] = await self._wire.one(("HGETALL", table)) or {}
        dead_owners = await self.dead_owners(map(keys.owner_of, values.values()))
        orphans = [number for number, value in values.items() if keys.owner_of(value) in dead_owners]
        claims = (
            replace_command(table, number, values[number], keys.with_owner(self.owner, keys.text_of(values[number])))
            for number in orphans
        )
        claimed = {*compress(orphans, await self._wire.answers(*claims))}
        return {
            number: keys.text_of(value)
            for number, value in values.items()
            if number in claimed or keys.owner_of(value) == self.owner
        }

    async def all_updates(self, platform: str) -> dict[str, str]:
        values: dict[str, str] = await self._wire.one(("HGETALL", keys.updates(platform))) or {}
        return {number: keys.text_of(value) for number, value in values.items()}

    async def dead_owners(self, owners: Iterable[str]) -> set[str]:
        """Return the other owners that are no longer alive."""
        others = sorted({*owners} - {self.owner})
        living = await self._wire.answers(*(("EXISTS", keys.lease(owner)) for owner in others))
        return {owner for owner, lives in zip(others, living, strict=True) if not lives}


def replace_command(key: str, field: str, before: str, after: str | None) -> Command:
    """Return the command that replaces a field's value, or deletes it for None, if it is unchanged."""
    return ("EVAL", _REPLACE, 1, key, field, before, *(() if after is None else (after,)))


def take_command(lease: str, owner: str, seconds: float, dead_owner: str = "") -> Command:
    """Return the command that takes a free lease or one of `dead_owner`; it answers with the holder."""
    return ("EVAL", _TAKE, 1, lease, owner, round(1000 * seconds), dead_owner)


def release_command(lease: str, owner: str) -> Command:
    """Return the command that deletes a lease if this owner has it."""
    return ("EVAL", _GIVE_BACK, 1, lease, owner)


def _renew_command(members: str, owner: str, seconds: float) -> Command:
    """Return the command that renews a process in a set and answers with all living ones."""
    return ("EVAL", _LIVING, 1, members, owner, seconds)
