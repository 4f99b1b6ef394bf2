"""What takes the place of an old board's picture, since none can be taken away: a strip of paper, uploaded once."""

from __future__ import annotations

from telegram import Bot, InlineKeyboardMarkup, InputMediaPhoto
from telegram.error import BadRequest

from bot.core.ports.platform import Paint
from renderers.strip import STRIP


class Strip:
    """Telegram keeps it under a name of its own, until it does not know that any more."""

    def __init__(self, paint: Paint) -> None:
        self._paint = paint
        self._name = ""

    async def put(
        self, bot: Bot, line: str, chat_id: int, message_id: int, reply_markup: InlineKeyboardMarkup | None
    ) -> None:
        """Lets it take a picture's place over a line; raises `TelegramError`."""
        media = InputMediaPhoto(self._name or await self._paint(STRIP), caption=line)
        try:
            changed = await bot.edit_message_media(
                media, chat_id=chat_id, message_id=message_id, reply_markup=reply_markup
            )
        except BadRequest:
            self._name = ""
            raise
        if not isinstance(changed, bool) and changed.photo:
            self._name = changed.photo[-1].file_id
