"""Deletes old boards, several in one request, or leaves a line of each."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import timedelta

from telegram import InputMediaPhoto
from telegram.error import BadRequest, ChatMigrated, RetryAfter

from bot.core.ports.platform import OlderBoard
from bot.platforms.telegram.bot_api import changes_nothing
from bot.platforms.telegram.flood_control import FloodControl
from bot.platforms.telegram.posting import Editor
from bot.platforms.telegram.send_queue import Priority
from renderers.strip import STRIP


class OldBoards:
    """Deletes old boards, or shrinks them, one request at a time, so that a busy machine is left to new ones.

    A deletion costs no message; what Telegram does not delete any more (after two days) is shrunk.
    """

    def __init__(self, shrinker: Shrinker, flood: FloodControl) -> None:
        self._shrinker = shrinker
        self._flood = flood
        self._one_by_one = asyncio.Lock()

    async def put_away(self, room: int, boards: Sequence[OlderBoard]) -> None:
        """Delete or shrink boards of a chat.

        Raises `TelegramError`: `BadRequest` where one of several may keep the others from it, else for another try.
        """
        known = [old for old in boards if old.message.isdecimal() and (old.goes or old.left)]
        async with self._one_by_one:
            try:
                kept = await self._delete(room, [old for old in known if old.goes])
                for old in (*kept, *(old for old in known if not old.goes)):
                    await self._shrink(room, old)
            except ChatMigrated:
                pass  # what stood in the old group stays there as it was

    async def _delete(self, room: int, boards: Sequence[OlderBoard]) -> Sequence[OlderBoard]:
        """Delete boards, and return the one that Telegram does not delete any more."""
        messages = [int(old.message) for old in boards]
        if len(messages) > 1:
            await self._shrinker.editor.bot.delete_messages(room, messages)
        if len(messages) != 1:
            return ()
        try:
            await self._shrinker.editor.bot.delete_message(room, *messages)
        except BadRequest as refused:
            return [old for old in boards if old.left and "not found" not in refused.message]
        return ()

    async def _shrink(self, room: int, old: OlderBoard) -> None:
        """Leave a line of a board, once the chat has messages to spare."""
        if wait := self._flood.seconds_until_spare(room):
            raise RetryAfter(timedelta(seconds=wait))
        await self._flood.reserve(room, Priority.TIDYING)
        await self._shrinker.shrink(room, int(old.message), old)


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
