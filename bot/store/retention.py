"""The one rule of retention: which keys belong to games and rooms, and that they go with them.

A game's log, boards, review and result are deleted with the game, and its code leaves all lists. Whatever else
is kept of games and rooms expires unless it is written again, and messages in a room that is still used go one by one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.core.ports.store import log_name
from bot.store import keys
from bot.store.connection import Answer, Command, Wire
from bot.store.outbox_slots import CLEANUPS, OutboxSlots

_EXPIRING = (
    keys.MESSAGES,
    keys.PLAYED,
    "tetradka:boards:",
    "tetradka:review:",
    "tetradka:result:",
    "tetradka:over:chat:",
    "tetradka:off:chat:",
    "tetradka:invitations:",
    "tetradka:exercise",
    "tetradka:aside:",
    *(f"tetradka:web:{kind}:" for kind in ("log", "people", "seen", "here", "name")),
)
"""The prefixes of the keys that live as long as a game after they were last written, and no longer."""
_ROOM_LOGS = keys.channel_log("*").partition("{")[0]
_OLDEST = 20
"""The number of a chat's oldest games that each round looks at."""
_FORGET = """
local last = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)[1]
return last and last[1] == '0-' .. ARGV[1] and redis.call('DEL', KEYS[1]) or 0
"""


class RedisRetention:
    """Deletes what is left of games and rooms in which nothing has happened for some time."""

    def __init__(self, wire: Wire, slots: OutboxSlots) -> None:
        self._wire = wire
        self._slots = slots

    async def expire(self, seconds: float, now: float) -> None:
        """Let nothing of a game or room be kept for more than so many seconds after it was written."""
        async for found in self._wire.keys("tetradka:*"):
            expiring = [key for key in found if key.startswith(_EXPIRING)]
            left = await self._wire.answers(*(("PTTL", key) for key in expiring))
            most = max(1, round(1000 * seconds))
            late = [key for key, lasts in zip(expiring, left, strict=True) if lasts == -1 or lasts > most]
            oldest = max(0, round(1000 * (now - seconds)))
            streams = [key for key in found if key.startswith(_ROOM_LOGS) or key == keys.CHANNEL_NEWS]
            await self._wire.answers(
                *(("PEXPIRE", key, most) for key in late), *(("XTRIM", key, "MINID", oldest) for key in streams)
            )
            await self._drop_gone([key for key in found if key.startswith((keys.PLAYED, keys.LISTS))])
        await self._drop_owed(now - seconds)

    async def forget_log(self, kind: str, code: str, version: int, schedule: str) -> bool:
        """Delete a feature's log unless it has gone on, and take it off its `schedule`; return whether that is done."""
        log = log_name(kind, code)
        gone = bool(await self._wire.one(("EVAL", _FORGET, 1, keys.log(log), version)))
        if gone:
            await self._wire.one(("ZREM", self._slots.keys.schedule(schedule, code), code))
        return gone

    async def _drop_gone(self, tables: Sequence[str]) -> None:
        """Take games that are no more off lists of open games, and off the ends of lists of those played."""
        listed = await self._wire.answers(*map(_listing, tables))
        on = {table: [*codes] for table, codes in zip(tables, listed, strict=True) if codes}
        codes = list(dict.fromkeys(code for each in on.values() for code in each))
        there = await self._wire.answers(*(("EXISTS", keys.log(code)) for code in codes))
        gone = {code for code, lives in zip(codes, there, strict=True) if not lives}
        await self._wire.answers(*(each for each in _unlisting(on, gone)))

    async def _drop_owed(self, before: float) -> None:
        """Remove boards and deletions that have been owed since before an instant."""
        outboxes = [keys.outbox(slot) for slot in range(self._slots.keys.count)]
        owed = await self._wire.answers(*(("HGETALL", table) for table in outboxes))
        await self._wire.answers(
            *(
                ("HDEL", table, field)
                for table, fields in zip(outboxes, owed, strict=True)
                for field, value in (fields or {}).items()
                if _since(field, value) < before
            )
        )
        noted = {member: keys.read_cleanup(member) for member in await self._slots.all_scheduled(CLEANUPS)}
        old = [member for member, cleanup in noted.items() if cleanup and cleanup.since < before]
        await self._wire.answers(*(("ZREM", self._slots.keys.schedule(CLEANUPS, member), member) for member in old))


def _listing(table: str) -> Command:
    return ("LRANGE", table, -_OLDEST, -1) if table.startswith(keys.PLAYED) else ("SMEMBERS", table)


def _unlisting(on: Mapping[str, Sequence[Answer]], gone: set[Answer]) -> list[Command]:
    return [_removing(table, code) for table, codes in on.items() for code in codes if code in gone]


def _removing(table: str, code: str) -> Command:
    return ("LREM", table, 0, code) if table.startswith(keys.PLAYED) else ("SREM", table, code)


def _since(field: str, value: str) -> float:
    """Return since when a board is owed; of an entry that says nothing, for ever."""
    try:
        return keys.read_outbox(field, value).since
    except ValueError:
        return float("inf")
