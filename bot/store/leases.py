"""What only one of many processes does at a time: leases, and what came in; what a dead one leaves is taken up once."""

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

_RENEWED = 1.0
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
redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
return 1
"""
# One who has not been heard of for so many seconds lives no longer.
_LIVING = """
local time = redis.call('TIME')
redis.call('ZADD', KEYS[1], time[1], ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', time[1] - ARGV[2])
return redis.call('ZRANGE', KEYS[1], 0, -1)
"""


class RedisLeases(Leases):
    """`Leases`; the process that asks is `owner`, and counts as alive while its own lease is renewed.

    `living` are all that were alive when it last said that it is, `peers` those of them that have the same `doors`.
    """

    def __init__(self, wire: Wire) -> None:
        self._wire = wire
        self.owner = token_hex(4)
        self.platforms = ""
        self.living: tuple[str, ...] = ()
        self.peers: tuple[str, ...] = ()

    async def keep_alive(self, platforms: Iterable[str] = ()) -> None:
        """Says that this process, which has these doors, lives, and follows the primary, until cancelled."""
        self.platforms = ",".join(sorted(platforms))
        while True:
            with suppress(StoreUnavailableError):
                await self.renew()
                await self._wire.watch()
            await asyncio.sleep(_RENEWED)

    async def renew(self) -> None:
        """Says so once, and hears whether others live."""
        _, living, peers = await self._wire.answers(
            take_command(keys.lease(self.owner), self.owner, SECONDS),
            living_command(keys.LIVING, self.owner, SECONDS),
            living_command(keys.peers(self.platforms), self.owner, SECONDS),
        )
        self.living, self.peers = tuple(living or ()), tuple(peers or ())

    @property
    def are_others(self) -> bool:
        """Whether other processes were alive then."""
        return len(self.living) > 1

    async def leave(self) -> None:
        """Says that it does so no longer."""
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
            holder = await self._wire.one(take_command(key, self.owner, seconds, dead=holder))
        return bool(holder == self.owner)

    async def release(self, lease: str) -> None:
        await self._wire.one(release_command(keys.lease(lease), self.owner))

    async def store_update(self, platform: str, number: str, text: str) -> None:
        update = set_field(keys.updates(platform), number, keys.owned(self.owner, text))
        self._wire.without_corrupt(await self._wire.write_durably((), update))

    async def forget_update(self, platform: str, number: str) -> None:
        await self._wire.one(set_field(keys.updates(platform), number, None))

    async def claim_updates(self, platform: str) -> dict[str, str]:
        table = keys.updates(platform)
        kept: dict[str, str] = await self._wire.one(("HGETALL", table)) or {}
        gone = await self.dead_owners(map(keys.owner_of, kept.values()))
        ours = {number: keys.text_of(value) for number, value in kept.items() if keys.owner_of(value) == self.owner}
        left = {number: keys.text_of(value) for number, value in kept.items() if keys.owner_of(value) in gone}
        claims = [
            replace_command(table, number, kept[number], keys.owned(self.owner, text)) for number, text in left.items()
        ]
        return ours | dict(compress(left.items(), await self._wire.answers(*claims)))

    async def all_updates(self, platform: str) -> dict[str, str]:
        kept: dict[str, str] = await self._wire.one(("HGETALL", keys.updates(platform))) or {}
        return {number: keys.text_of(value) for number, value in kept.items()}

    async def dead_owners(self, owners: Iterable[str]) -> set[str]:
        """The other ones among the owners that live no longer."""
        others = sorted({*owners} - {self.owner})
        living = await self._wire.answers(*(("EXISTS", keys.lease(other)) for other in others))
        return {owner for owner, lives in zip(others, living, strict=True) if not lives}


def replace_command(key: str, field: str, old: str, new: str) -> Command:
    """A value gives way to another, if it is there still."""
    return ("EVAL", _REPLACE, 1, key, field, old, new)


def take_command(lease: str, owner: str, seconds: float, dead: str = "") -> Command:
    """A lease, by its key, for one owner, unless another has it who is not `dead`; who has it then."""
    return ("EVAL", _TAKE, 1, lease, owner, round(1000 * seconds), dead)


def release_command(lease: str, owner: str) -> Command:
    """A lease is free, if it was this owner's."""
    return ("EVAL", _GIVE_BACK, 1, lease, owner)


def living_command(members: str, owner: str, seconds: float) -> Command:
    """Which processes of a set live, this one included."""
    return ("EVAL", _LIVING, 1, members, owner, seconds)
