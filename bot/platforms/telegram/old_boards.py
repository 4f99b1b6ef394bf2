"""Puts old boards away in the background: several in one request, or each as a line that stays of it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from contextlib import suppress

from telegram import InputMediaPhoto
from telegram.error import BadRequest, ChatMigrated, TelegramError

from bot.core.ports.platform import OlderBoard
from bot.platforms.telegram.bot_api import changes_nothing
from bot.platforms.telegram.flood_control import FloodControl
from bot.platforms.telegram.posting import Editor
from bot.platforms.telegram.send_queue import Priority
from renderers.strip import STRIP

_MOST_GATHERED = 4
_QUIET = 10.0
"""Seconds without a newer board after which those that were gathered go, so that few stand where nobody hurries."""
_MOST_OF_A_CHAT = 50
_log = logging.getLogger(__name__)


class OldBoards:
    """Deletes old boards, or shrinks them, in the background, one request at a time, so that it gets slower with all
    else on a busy machine.

    Of boards that come fast some few are gathered, to be deleted by one request. A deletion costs no message; what
    Telegram does not delete any more (after two days) is shrunk. What fails stays as it is.
    """

    def __init__(self, shrinker: Shrinker, flood: FloodControl) -> None:
        self._shrinker = shrinker
        self._flood = flood
        self._gathered: dict[int, dict[int, OlderBoard]] = {}
        self._timers: dict[int, asyncio.TimerHandle] = {}
        self._waiting: dict[int, dict[int, OlderBoard]] = {}
        self._under_way: set[asyncio.Task[None]] = set()
        self._one_by_one = asyncio.Lock()

    def put_away(self, room: int, old: OlderBoard, at_once: bool = False) -> None:
        """Begins to leave one line of a board, or has it deleted soon: `at_once` with those that wait."""
        if not old.message.isdecimal() or not (old.goes or old.left):
            return None
        if not old.goes:
            return self._shrink_soon(room, old)
        gathered = self._gathered.setdefault(room, {})
        gathered[int(old.message)] = old
        if timer := self._timers.pop(room, None):
            timer.cancel()
        if at_once or len(gathered) >= _MOST_GATHERED:
            self._delete_gathered(room)
        else:
            self._timers[room] = asyncio.get_running_loop().call_later(_QUIET, self._delete_gathered, room)
        return None

    async def finish(self, seconds: float) -> None:
        """Has so many seconds to delete what was gathered, and leaves the rest as it is."""
        for timer in self._timers.values():
            timer.cancel()
        for task in self._under_way:
            task.cancel()
        deleting = [self._delete(room, list(boards)) for room, boards in self._gathered.items()]
        self._gathered.clear()
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await asyncio.gather(*deleting, return_exceptions=True)

    def _delete_gathered(self, room: int) -> None:
        self._timers.pop(room, None)
        self._begin(self._delete_or_shrink(room, self._gathered.pop(room)))

    async def _delete_or_shrink(self, room: int, boards: dict[int, OlderBoard]) -> None:
        """One that cannot be deleted may keep the others from it, which then go one by one."""
        try:
            async with self._one_by_one:
                await self._delete(room, list(boards))
        except BadRequest as refused:
            _log.debug("old boards are not deleted: %s", refused)
            if len(boards) > 1:
                for message, old in boards.items():
                    await self._delete_or_shrink(room, {message: old})
            elif "not found" not in refused.message:
                self._shrink_soon(room, *boards.values())
        except TelegramError as failed:
            _log.debug("old boards stay as they are: %s", failed)

    async def _delete(self, room: int, messages: list[int]) -> None:
        bot = self._shrinker.editor.bot
        if len(messages) > 1:
            await bot.delete_messages(room, messages)
        else:
            await bot.delete_message(room, *messages)

    def _begin(self, tidying: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(tidying)
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)

    def _shrink_soon(self, room: int, old: OlderBoard) -> None:
        if (waiting := self._waiting.get(room)) is not None:
            waiting[int(old.message)] = old
            return
        self._waiting[room] = {int(old.message): old}
        self._begin(self._shrink_all(room))

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
