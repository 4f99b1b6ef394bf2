"""Cleanups: messages of the bot to be deleted or collapsed because newer ones replaced them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from bot.core.game.people import Chat

HEAD_START = 60.0
"""Seconds for which a cleanup is left to the process that added it."""


@dataclass(frozen=True)
class Cleanup:
    """A message of the bot in a `chat` that a newer message of its `game` has replaced.

    If it `is_deletable`, it is deleted where the platform still can. Otherwise a `line` stays of it. `is_drawn` says
    whether it shows a picture, `since` when (seconds) it was replaced.
    """

    chat: Chat
    game: str
    message: str
    since: float
    line: str = ""
    is_drawn: bool = False
    is_deletable: bool = True


class Cleanups(Protocol):
    """The pending cleanups; those of a new board are added when its outbox entry is resolved."""

    async def note(self, cleanups: Sequence[Cleanup]) -> None:
        """Add cleanups, due after the head start."""

    async def note_locator(self, chat: str, game: str, nonce: str, locator: str) -> None:
        """Store the locator of a board about to be sent, for as long as it may get lost."""

    async def put_off(self, cleanups: Sequence[Cleanup], until: float) -> None:
        """Move pending cleanups to an instant (seconds)."""

    async def remove(self, cleanups: Sequence[Cleanup]) -> None:
        """Remove cleanups that are done or have become impossible."""

    async def due_cleanups(self, now: float) -> list[Cleanup]:
        """Return the due cleanups of this process's slots, earliest first.

        They stay due until they are put off or removed.
        """

    async def forget(self, person: str, games: Sequence[str]) -> None:
        """Remove the cleanups in a person's own chat, and the lines left by those of their games."""
