"""Old boards go when a newer one stands; where they are to stay, as one line without buttons, once there are messages
to spare."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine

from telegram import InputMediaPhoto
from telegram.error import BadRequest, ChatMigrated, TelegramError

from bot.core.game.people import Chat
from bot.core.ports.platform import OlderBoard
from bot.platforms.telegram.bot_api import changes_nothing
from bot.platforms.telegram.flood_control import FloodControl, Priority
from bot.platforms.telegram.posting import Editor
from renderers.strip import STRIP

_MOST_OF_A_CHAT = 50
_log = logging.getLogger(__name__)


class OldBoards:
    """Deletes old boards, or shrinks them, in the background, one at a time, so that it gets slower with all else on a
    busy machine.

    A deletion costs no message; what Telegram does not delete any more (after two days) is shrunk. What fails stays as
    it is.
    """

    def __init__(self, shrinker: Shrinker, flood: FloodControl) -> None:
        self._shrinker = shrinker
        self._flood = flood
        self._waiting: dict[int, dict[int, OlderBoard]] = {}
        self._under_way: set[asyncio.Task[None]] = set()
        self._one_by_one = asyncio.Lock()

    def put_away(self, chat: Chat, old: OlderBoard) -> None:
        """Begins to delete a board, or to leave one line of it."""
        if not old.message.isdecimal() or not (old.goes or old.left):
            return
        if old.goes:
            self._begin(self._delete(chat, old))
        else:
            self._shrink_soon(int(chat.id), old)

    def _begin(self, tidying: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(tidying)
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)

    async def _delete(self, chat: Chat, old: OlderBoard) -> None:
        try:
            async with self._one_by_one:
                await self._shrinker.editor.bot.delete_message(int(chat.id), int(old.message))
        except BadRequest as refused:
            _log.debug("an old board is not deleted: %s", refused)
            if "not found" not in refused.message:
                self._shrink_soon(int(chat.id), old)
        except TelegramError as failed:
            _log.debug("an old board stays as it is: %s", failed)

    def _shrink_soon(self, room: int, old: OlderBoard) -> None:
        if (waiting := self._waiting.get(room)) is not None:
            waiting[int(old.message)] = old
            return
        self._waiting[room] = {int(old.message): old}
        self._begin(self._shrink_all(room))

    def close(self) -> None:
        """Leaves the rest as it is."""
        for task in self._under_way:
            task.cancel()

    async def _shrink_all(self, room: int) -> None:
        """The newest first: it is nearest to where people press."""
        try:
            while waiting := self._waiting[room]:
                await asyncio.sleep(self._flood.seconds_until_spare(room))
                message, old = waiting.popitem()
                for forgotten in list(waiting)[:-_MOST_OF_A_CHAT]:
                    del waiting[forgotten]
                await self._shrink(room, message, old)
        finally:
            del self._waiting[room]

    async def _shrink(self, room: int, message: int, old: OlderBoard) -> None:
        try:
            async with self._one_by_one:
                await self._flood.reserve(room, Priority.TIDYING)
                await self._shrinker.shrink(room, message, old)
        except TelegramError as failed:
            _log.debug("an old board stays as it is: %s", failed)


class Shrinker:
    """Leaves one line of a board: pictures cannot be taken away, so that a strip of paper takes their place.

    The strip is uploaded once: Telegram keeps it under a file id of its own, until it does not know that any more.
    """

    def __init__(self, editor: Editor) -> None:
        self.editor = editor
        self._strip_id = ""

    async def shrink(self, chat: int, posted: int, old: OlderBoard) -> bool:
        """Leaves the line, under the strip if the board was drawn, and no buttons; as `Editor.edit`."""
        try:
            if old.is_drawn:
                await self._put_strip(chat, posted, old.left)
                return True
        except BadRequest as refused:
            if changes_nothing(refused):
                return True
        except ChatMigrated:
            return False
        return await self.editor.edit_text(chat, posted, old.left, was_picture=old.is_drawn)

    async def _put_strip(self, chat: int, posted: int, line: str) -> None:
        strip = InputMediaPhoto(self._strip_id or await self.editor.paint(STRIP), caption=line)
        try:
            edited = await self.editor.bot.edit_message_media(strip, chat_id=chat, message_id=posted)
        except BadRequest:
            self._strip_id = ""
            raise
        if not isinstance(edited, bool) and edited.photo:
            self._strip_id = edited.photo[-1].file_id
