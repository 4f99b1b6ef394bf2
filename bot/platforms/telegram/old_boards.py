"""Older boards become one line without buttons when a newer one stands."""

from __future__ import annotations

import asyncio
import logging

from telegram.error import TelegramError

from bot.core.game.people import Chat
from bot.core.ports.platform import OlderBoard
from bot.platforms.telegram.flood_control import FloodControl, Priority
from bot.platforms.telegram.posting import Editor

_MOST_OF_A_CHAT = 50
_log = logging.getLogger(__name__)


class OldBoards:
    """Shrinks boards in the background, as soon as their chat, and Telegram, has messages to spare.

    One at a time, so that it gets slower with all else when the machine is busy. What fails stays as it is.
    """

    def __init__(self, editor: Editor, flood: FloodControl) -> None:
        self._editor = editor
        self._flood = flood
        self._old: dict[int, dict[int, OlderBoard]] = {}
        self._under_way: set[asyncio.Task[None]] = set()
        self._one_by_one = asyncio.Lock()

    def shrink(self, chat: Chat, old: OlderBoard) -> None:
        """Begins to leave one line of a board."""
        if not old.message.isdecimal() or not old.left:
            return
        room = int(chat.id)
        if (waiting := self._old.get(room)) is not None:
            waiting[int(old.message)] = old
            return
        self._old[room] = {int(old.message): old}
        task = asyncio.create_task(self._shrink_all(room))
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)

    def close(self) -> None:
        """Leaves the rest as it is."""
        for task in self._under_way:
            task.cancel()

    async def _shrink_all(self, room: int) -> None:
        """The newest first: it is nearest to where people press."""
        try:
            while waiting := self._old[room]:
                await asyncio.sleep(self._flood.spare_in(room))
                message, old = waiting.popitem()
                for forgotten in list(waiting)[:-_MOST_OF_A_CHAT]:
                    del waiting[forgotten]
                await self._shrink(room, message, old)
        finally:
            del self._old[room]

    async def _shrink(self, room: int, message: int, old: OlderBoard) -> None:
        try:
            async with self._one_by_one:
                await self._flood.reserve(room, Priority.TIDYING)
                await self._editor.shrink(room, message, old.left, old.is_drawn)
        except TelegramError as failed:
            _log.debug("an old board stays as it is: %s", failed)
