"""Retention of games and channels: their keys expire with them.

A game's log, boards, review and result are deleted with the game, and its code leaves all lists. Other keys of games
and channels expire unless they are written again. Messages in a channel that is still used are deleted one by one.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.core.ports.store import log_name
from bot.store import keys
from bot.store.connection import Wire
from bot.store.leases import CLEANUPS, OutboxSlots
from bot.store.logs import forget_command

_EXPIRING = (
    keys.MESSAGES,
    keys.PLAYED,
    "tetradka:boards:",
    "tetradka:votes:",
    "tetradka:voted:",
    "tetradka:review:",
    "tetradka:result:",
    "tetradka:over:chat:",
    "tetradka:off:chat:",
    "tetradka:invitations:",
    "tetradka:exercise",
    "tetradka:question:",
    "tetradka:aside:",
    *(f"tetradka:web:{kind}:" for kind in ("log", "people", "seen", "here", "name")),
)
"""The prefixes of the keys that expire as long after their last write as games do."""
_ROOM_LOGS = keys.channel_log("*").partition("{")[0]
_OLDEST = 20
"""The number of a chat's oldest games checked in each round."""


class RedisRetention:
    """The deletion of games and channels that were not used for some time."""

    def __init__(self, wire: Wire, slots: OutboxSlots) -> None:
        self._wire = wire
        self._slots = slots

    async def expire(self, seconds: float, now: float) -> None:
        """Limit the lifetime of every key of a game or channel to `seconds` seconds after its last write."""
        async for batch in self._wire.keys("tetradka:*"):
            expiring = [key for key in batch if key.startswith(_EXPIRING)]
            lifetimes = await self._wire.answers(*(("PTTL", key) for key in expiring))
            most = max(1, round(1000 * seconds))
            keys_to_expire = [
                key for key, lasts in zip(expiring, lifetimes, strict=True) if lasts == -1 or lasts > most
            ]
            oldest = max(0, round(1000 * (now - seconds)))
            streams = [key for key in batch if key.startswith(_ROOM_LOGS) or key == keys.CHANNEL_NEWS]
            await self._wire.answers(
                *(("PEXPIRE", key, most) for key in keys_to_expire),
                *(("XTRIM", key, "MINID", oldest) for key in streams),
            )
            await self._unlist_deleted([key for key in batch if key.startswith((keys.PLAYED, keys.LISTS))])
        await self._drop_overdue(now - seconds)

    async def forget_log(self, kind: str, code: str, version: int, schedule: str) -> bool:
        """Delete a feature's log and its entry in `schedule`; return False if the log has newer entries."""
        log = log_name(kind, code)
        is_deleted = bool(await self._wire.one(forget_command(version, keys.log(log))))
        if is_deleted:
            await self._wire.one(("ZREM", self._slots.keys.schedule(schedule, code), code))
        return is_deleted

    async def _unlist_deleted(self, tables: Sequence[str]) -> None:
        """Remove deleted games from the lists of open games, and from the ends of the lists of finished games."""
        code_lists = await self._wire.answers(
            *(("LRANGE", table, -_OLDEST, -1) if _is_of_finished(table) else ("SMEMBERS", table) for table in tables)
        )
        places = [(table, code) for table, codes in zip(tables, code_lists, strict=True) for code in codes or ()]
        codes = list(dict.fromkeys(code for _, code in places))
        are_logged = await self._wire.answers(*(("EXISTS", keys.log(code)) for code in codes))
        deleted_games = {code for code, lives in zip(codes, are_logged, strict=True) if not lives}
        await self._wire.answers(
            *(
                ("LREM", table, 0, code) if _is_of_finished(table) else ("SREM", table, code)
                for table, code in places
                if code in deleted_games
            )
        )

    async def _drop_overdue(self, before: float) -> None:
        """Remove outbox entries and cleanups older than an instant."""
        outboxes = [keys.outbox(slot) for slot in range(self._slots.keys.count)]
        entries = await self._wire.answers(*(("HGETALL", table) for table in outboxes))
        await self._wire.answers(
            *(
                ("HDEL", table, field)
                for table, fields in zip(outboxes, entries, strict=True)
                for field, value in (fields or {}).items()
                if _since(field, value) < before
            )
        )
        cleanups = {member: keys.read_cleanup(member) for member in await self._slots.all_members(CLEANUPS)}
        members = [member for member, cleanup in cleanups.items() if cleanup and cleanup.since < before]
        await self._wire.answers(*(("ZREM", self._slots.keys.schedule(CLEANUPS, member), member) for member in members))


def _is_of_finished(table: str) -> bool:
    return table.startswith(keys.PLAYED)


def _since(field: str, value: str) -> float:
    """Return when an outbox entry was written; infinity if it is corrupt."""
    try:
        return keys.read_outbox(field, value).since
    except ValueError:
        return float("inf")
