"""Deletion of old boards, several in one request, or their collapse to a line."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import timedelta

from telegram import InputMediaPhoto
from telegram.error import BadRequest, ChatMigrated, RetryAfter

from bot.core.ports.platform import OlderBoard
from bot.platforms.telegram.bot_api import is_unchanged
from bot.platforms.telegram.flood_control import FloodControl
from bot.platforms.telegram.posting import Editor
from bot.platforms.telegram.send_queue import Priority
from renderers.strip import STRIP


class OldBoards:
    """Deletes or collapses old boards, one request at a time, so that a busy bot serves new ones first.

    A deletion does not count as a message; a board that is too old to delete (two days) is collapsed.
    """

    def __init__(self, shrinker: Shrinker, flood: FloodControl) -> None:
        self._shrinker = shrinker
        self._flood = flood
        self._one_by_one = asyncio.Lock()

    async def delete_or_collapse(self, room: int, boards: Sequence[OlderBoard]) -> None:
        """Delete or collapse boards of a chat.

        Raises `TelegramError`: `BadRequest` if one of several boards may block the others, else for a retry.
        """
        deletable = [board for board in boards if board.message.isdecimal() and (board.goes or board.left)]
        async with self._one_by_one:
            try:
                expired_boards = await self._delete(room, [board for board in deletable if board.goes])
                for board in (*expired_boards, *(board for board in deletable if not board.goes)):
                    await self._shrink(room, board)
            except ChatMigrated:
                pass  # messages in the old group stay as they were

    async def _delete(self, room: int, boards: Sequence[OlderBoard]) -> Sequence[OlderBoard]:
        """Delete boards, and return the one that Telegram no longer deletes."""
        messages = [int(board.message) for board in boards]
        if len(messages) > 1:
            await self._shrinker.editor.bot.delete_messages(room, messages)
        if len(messages) != 1:
            return ()
        try:
            await self._shrinker.editor.bot.delete_message(room, *messages)
        except BadRequest as error:
            return [board for board in boards if board.left and "not found" not in error.message]
        return ()

    async def _shrink(self, room: int, board: OlderBoard) -> None:
        """Collapse a board to a line, once the chat has messages to spare."""
        if wait := self._flood.seconds_until_spare(room):
            raise RetryAfter(timedelta(seconds=wait))
        await self._flood.reserve(room, Priority.TIDYING)
        await self._shrinker.shrink(room, int(board.message), board)


class Shrinker:
    """Collapses a board to one line: a picture cannot be removed, so a strip of paper replaces it.

    The strip is uploaded once and then sent by its file id, until Telegram no longer knows that.
    """

    def __init__(self, editor: Editor) -> None:
        self.editor = editor
        self._strip_id = ""

    async def shrink(self, chat: int, message_id: int, board: OlderBoard) -> bool:
        """Replace a board with its line, under the strip if it was a picture, without buttons; as `Editor.edit`."""
        try:
            if board.is_drawn:
                await self._put_strip(chat, message_id, board.left)
                return True
        except BadRequest as error:
            if is_unchanged(error):
                return True
        except ChatMigrated:
            return False
        return await self.editor.edit_text(chat, message_id, board.left, was_picture=board.is_drawn)

    async def _put_strip(self, chat: int, message_id: int, line: str) -> None:
        strip = InputMediaPhoto(self._strip_id or await self.editor.paint(STRIP), caption=line)
        try:
            result = await self.editor.bot.edit_message_media(strip, chat_id=chat, message_id=message_id)
        except BadRequest:
            self._strip_id = ""
            raise
        if not isinstance(result, bool) and result.photo:
            self._strip_id = result.photo[-1].file_id
