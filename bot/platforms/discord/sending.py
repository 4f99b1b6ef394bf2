"""What one process learns while it sends: whether Discord takes layouts, and which messages have one for ever."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from typing import TypeGuard

import discord

from bot.core.ports.platform import Message, Paint
from bot.platforms.discord.layouts import Layout, plain
from bot.platforms.discord.letters import LaidOut, Letter
from bot.platforms.discord.outgoing import letters_of

_MOST_REMEMBERED = 10_000
_log = logging.getLogger(__name__)


class Sending:
    """Writes and sends letters: boards laid out, until Discord refuses that."""

    def __init__(self, paint: Paint) -> None:
        self._paint = paint
        self._is_taken = True
        self._laid_out: dict[str, None] = {}

    def has_layout(self, message_id: str) -> bool:
        """Whether this process laid a message out, which must not be taken from it."""
        return message_id in self._laid_out

    async def letters(self, message: Message, keeps: bool = False) -> list[Letter]:
        """A message as letters; `keeps`: in place of one that has a layout."""
        return await letters_of(message, self._paint, keeps or (self._is_taken and message.side is not None))

    async def send(self, letter: Letter, way: Callable[[Letter], Awaitable[str]]) -> str:
        """Sends a letter, without its layout if Discord takes none; the message's id, which `way` returns."""
        if not _is_laid_out(letter):
            return await way(letter)
        if self._is_taken:
            try:
                return self._noted(await way(letter))
            except discord.HTTPException as refused:
                if not _is_about_layout(refused):
                    raise
        shown = await way(plain(letter))
        if self._is_taken:
            _log.warning("Discord takes no layouts; boards are plain messages from here on")
        self._is_taken = False
        return shown

    def _noted(self, message_id: str) -> str:
        self._laid_out[message_id] = None
        if len(self._laid_out) > _MOST_REMEMBERED:
            del self._laid_out[next(iter(self._laid_out))]
        return message_id


def _is_laid_out(letter: Letter) -> TypeGuard[LaidOut]:
    return isinstance(letter.get("view"), Layout)


def _is_about_layout(refused: discord.HTTPException) -> bool:
    return refused.status == 400 and "component" in refused.text.lower()
