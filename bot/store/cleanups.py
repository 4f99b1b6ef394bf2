"""Pending cleanups in slots, sorted by when they are due."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.core.ports.cleanups import HEAD_START, Cleanup, Cleanups
from bot.store import keys
from bot.store.connection import Command, Wire
from bot.store.outbox_slots import CLEANUPS, OutboxSlots, SlotKeys

FINDABLE = 900
"""Seconds for which locators are stored."""


@dataclass(frozen=True)
class RedisCleanups(Cleanups):
    """`Cleanups`; each is a member of its slot's schedule."""

    _wire: Wire
    _slots: OutboxSlots

    async def note(self, cleanups: Sequence[Cleanup]) -> None:
        """Add cleanups, due after the head start."""
        await self._wire.answers(*(note_command(self._slots.keys, cleanup) for cleanup in cleanups))

    async def note_locator(self, chat: str, game: str, nonce: str, locator: str) -> None:
        """Store the locator of a message that is about to be sent, and wait for a replica."""
        table = keys.locators(game, chat)
        self._wire.without_corrupt(
            await self._wire.write_durably([("HSET", table, nonce, locator)], ("EXPIRE", table, FINDABLE))
        )

    async def put_off(self, cleanups: Sequence[Cleanup], until: float) -> None:
        """Move pending cleanups to an instant."""
        await self._wire.answers(*(("ZADD", key, "XX", until, member) for key, member in self._places(cleanups)))

    async def remove(self, cleanups: Sequence[Cleanup]) -> None:
        """Remove cleanups from their slots."""
        await self._wire.answers(*(("ZREM", *place) for place in self._places(cleanups)))

    async def due_cleanups(self, now: float) -> list[Cleanup]:
        """Return the due cleanups of this process's slots, earliest first."""
        by_member = {
            member: keys.read_cleanup(member)
            for member, _ in await self._slots.members_between(CLEANUPS, "-inf", repr(now))
        }
        for member in (member for member, read in by_member.items() if read is None):
            self._wire.log_corrupt_key(f"the cleanup {member!r}")
        return [cleanup for cleanup in by_member.values() if cleanup]

    async def forget(self, person: str, games: Sequence[str]) -> None:
        """Remove the cleanups of a person's chat, and the remaining lines in those of their games."""
        cleanups = [cleanup for cleanup in map(keys.read_cleanup, await self._slots.all_members(CLEANUPS)) if cleanup]
        chat_cleanups = [cleanup for cleanup in cleanups if cleanup.chat.key == person]
        line_cleanups = [
            cleanup for cleanup in cleanups if cleanup not in chat_cleanups and cleanup.line and cleanup.game in games
        ]
        await self.note([replace(cleanup, line="", is_deletable=True) for cleanup in line_cleanups])
        await self.remove([*chat_cleanups, *line_cleanups])

    def _places(self, cleanups: Sequence[Cleanup]) -> list[tuple[str, str]]:
        members = map(keys.cleanup_member, cleanups)
        return [(self._slots.keys.schedule(CLEANUPS, member), member) for member in members]


def note_command(slots: SlotKeys, cleanup: Cleanup) -> Command:
    """Return the command that adds a cleanup, due after the head start."""
    member = keys.cleanup_member(cleanup)
    return ("ZADD", slots.schedule(CLEANUPS, member), cleanup.since + HEAD_START, member)
