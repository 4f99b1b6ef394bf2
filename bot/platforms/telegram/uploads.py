"""The uploaded pictures that may be shown again, such as in a shared result."""

from __future__ import annotations

from contextlib import suppress

from telegram import Bot

from bot.core.ports.platform import Message
from bot.core.ports.store import StoreUnavailableError
from bot.core.ports.temporary import TemporaryTexts
from bot.core.queues.caches import BoundedDict
from bot.platforms.telegram.incoming import PLATFORM

_MOST = 1000
"""File IDs in the memory of a process."""
_SECONDS = 7 * 86400.0
"""Seconds for which a picture can be shared."""


class Uploads:
    """The file IDs of uploaded pictures, by the board or exercise that they show.

    They are kept in the store for a week, so that a restart forgets none; without its `temporary` texts until the
    process ends.
    """

    def __init__(self, bot: Bot) -> None:
        self.temporary: TemporaryTexts | None = None
        self._bot = bot
        self._ids = BoundedDict[str, str](_MOST)

    async def note(self, message: Message, file_id: str) -> None:
        """Keep the file ID of a message's picture if that may be shared: a board with a result, or an exercise."""
        of = message.picture.of if message.picture else ""
        if not of or not (message.shares or of.startswith("/")) or self._ids.get(of) == file_id:
            return
        self._ids[of] = file_id
        if self.temporary:
            with suppress(StoreUnavailableError):
                await self.temporary.write(self._name(of), file_id, _SECONDS)

    async def find(self, message: Message) -> str:
        """Return the file ID of a message's picture, or "" if it was not uploaded lately."""
        of = message.picture.of if message.picture else ""
        if not of or of in self._ids or not self.temporary:
            return self._ids.get(of, "")
        with suppress(StoreUnavailableError):
            return await self.temporary.read(self._name(of))
        return ""

    def _name(self, of: str) -> str:
        return f"{PLATFORM}:{self._bot.id}:{of}"
