"""Cleanups: messages of the bot that are to be deleted or folded since others have replaced them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from bot.core.game.people import Chat

HEAD_START = 60.0
"""Seconds for which a cleanup is left to the process that noted it."""


@dataclass(frozen=True)
class Cleanup:
    """A message of the bot that another one has replaced, and that is to be deleted or folded.

    It stands in a `chat` and belongs to a `game`. `left` is the line that stays of it, and `is_drawn` says whether it
    shows a picture; if it `goes`, it is deleted and nothing stays where the platform can delete it still. `since` is
    when (seconds) it was replaced.
    """

    chat: Chat
    game: str
    message: str
    since: float
    left: str = ""
    is_drawn: bool = False
    goes: bool = True


class Cleanups(Protocol):
    """The cleanups that are not done yet; those of a new board are noted as it is settled."""

    async def note(self, cleanups: Sequence[Cleanup]) -> None:
        """Note cleanups, which are due after the head start."""

    async def note_locator(self, chat: str, game: str, nonce: str, locator: str) -> None:
        """Note by what a board is found that is about to be sent, for as long as it may be lost."""

    async def put_off(self, cleanups: Sequence[Cleanup], until: float) -> None:
        """Set when (seconds) cleanups are due, unless they were removed meanwhile."""

    async def remove(self, cleanups: Sequence[Cleanup]) -> None:
        """Remove cleanups that are done, or never will be."""

    async def due_cleanups(self, now: float) -> list[Cleanup]:
        """Return the cleanups of this process's slots that are due, the earliest first.

        They stay due until they are put off or removed.
        """

    async def forget(self, person: str, games: Sequence[str]) -> None:
        """Remove the cleanups in a person's own chat, and the lines of those of their games: those messages go."""
