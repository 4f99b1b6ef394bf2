"""Cleanups that are not done yet, in slots by when they are due."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.core.ports.cleanups import HEAD_START, Cleanup, Cleanups
from bot.store import keys
from bot.store.connection import Command, Wire
from bot.store.outbox_slots import CLEANUPS, OutboxSlots, SlotKeys

FINDABLE = 900
"""Seconds for which messages are found by their locators."""


@dataclass(frozen=True)
class RedisCleanups(Cleanups):
    """`Cleanups`, each a member of the list by instants of its own slot."""

    _wire: Wire
    _slots: OutboxSlots

    async def note(self, cleanups: Sequence[Cleanup]) -> None:
        await self._wire.answers(*(note_command(self._slots.keys, cleanup) for cleanup in cleanups))

    async def note_locator(self, chat: str, game: str, nonce: str, locator: str) -> None:
        table = keys.locators(game, chat)
        self._wire.without_corrupt(
            await self._wire.write_durably([("HSET", table, nonce, locator)], ("EXPIRE", table, FINDABLE))
        )

    async def put_off(self, cleanups: Sequence[Cleanup], until: float) -> None:
        await self._wire.answers(*(("ZADD", key, "XX", until, member) for key, member in self._places(cleanups)))

    async def remove(self, cleanups: Sequence[Cleanup]) -> None:
        await self._wire.answers(*(("ZREM", *place) for place in self._places(cleanups)))

    async def due_cleanups(self, now: float) -> list[Cleanup]:
        due = {
            member: keys.read_cleanup(member)
            for member, _ in await self._slots.scheduled_between(CLEANUPS, "-inf", repr(now))
        }
        for member in (member for member, read in due.items() if read is None):
            self._wire.log_corrupt_key(f"the cleanup {member!r}")
        return [cleanup for cleanup in due.values() if cleanup]

    async def forget(self, person: str, games: Sequence[str]) -> None:
        noted = [cleanup for cleanup in map(keys.read_cleanup, await self._slots.all_scheduled(CLEANUPS)) if cleanup]
        own = [cleanup for cleanup in noted if cleanup.chat.key == person]
        told = [cleanup for cleanup in noted if cleanup not in own and cleanup.left and cleanup.game in games]
        await self.note([replace(cleanup, left="", goes=True) for cleanup in told])
        await self.remove([*own, *told])

    def _places(self, cleanups: Sequence[Cleanup]) -> list[tuple[str, str]]:
        members = map(keys.cleanup_member, cleanups)
        return [(self._slots.keys.schedule(CLEANUPS, member), member) for member in members]


def note_command(slots: SlotKeys, cleanup: Cleanup) -> Command:
    """A cleanup is noted, as due after the head start."""
    member = keys.cleanup_member(cleanup)
    return ("ZADD", slots.schedule(CLEANUPS, member), cleanup.since + HEAD_START, member)
