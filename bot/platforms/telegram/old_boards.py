"""Older boards lose their buttons when a newer one stands."""

from __future__ import annotations

import asyncio
import logging

from telegram import Bot
from telegram.error import TelegramError

from bot.core.ports import Chat
from bot.platforms.telegram.flood import Flood

_log = logging.getLogger(__name__)


class OldBoards:
    """Takes buttons away in the background, where the chat has messages to spare; what fails stays as it is."""

    def __init__(self, bot: Bot, flood: Flood) -> None:
        self._bot = bot
        self._flood = flood
        self._under_way: set[asyncio.Task[None]] = set()

    def clear(self, chat: Chat, message: str) -> None:
        """Begins to take a message's buttons away."""
        if message.isdecimal() and self._flood.has_to_spare(int(chat.id)):
            task = asyncio.create_task(self._clear(int(chat.id), int(message)))
            self._under_way.add(task)
            task.add_done_callback(self._under_way.discard)

    def close(self) -> None:
        """Leaves the rest as it is."""
        for task in self._under_way:
            task.cancel()

    async def _clear(self, chat: int, message: int) -> None:
        """The name is spelled so that the library does not read the answer, the whole old board, for nobody."""
        asked = {"chat_id": chat, "message_id": message}
        try:
            await self._bot.do_api_request("edit_Message_Reply_Markup", api_kwargs=asked)
        except TelegramError as failed:
            _log.debug("an old board keeps its buttons: %s", failed)
