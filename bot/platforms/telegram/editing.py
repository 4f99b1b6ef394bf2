"""Changes in messages that were posted, by requests of the Bot API that edit."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypedDict

from telegram import Bot, InlineKeyboardMarkup, InputMediaPhoto, LinkPreviewOptions
from telegram.error import BadRequest, ChatMigrated

from bot.core.ports.platform import Message, Paint
from bot.platforms.telegram.columns import columns_of
from bot.platforms.telegram.keyboards import keyboard_of
from bot.platforms.telegram.letters import LONGEST_CAPTION, Letter, Photo, Text, length, letters_of
from bot.platforms.telegram.strip import Strip

BOARD = "board.png"
NO_PREVIEW = LinkPreviewOptions(is_disabled=True)


class _Place(TypedDict):
    """What is changed, and the buttons that it has from then on."""

    chat_id: int
    message_id: int
    reply_markup: InlineKeyboardMarkup | None


@dataclass(frozen=True)
class Editor:
    """Changes messages of the bot's own; raises `TelegramError` for what may go better later."""

    bot: Bot
    paint: Paint
    strip: Strip = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "strip", Strip(self.paint))

    async def change(self, chat: int, posted: int, message: Message, under_picture: bool | None = None) -> bool:
        """Lets a message take the place of a posted one; False if it cannot, for its form, its age or its absence.

        A picture cannot be taken away, so that words stand under one if there was one; None: that is not known.
        """
        letters = letters_of(message, message.text)
        place = _Place(chat_id=chat, message_id=posted, reply_markup=keyboard_of(message.buttons))
        forms = (False, True) if under_picture is None else (under_picture,)
        return len(letters) == 1 and await self._in_one_of(forms, letters[0], message.grid, place)

    async def shrink(self, chat: int, posted: int, line: str, is_drawn: bool) -> bool:
        """Leaves one line of a board, under a strip of paper if it was drawn, and no buttons; as `change`."""
        place = _Place(chat_id=chat, message_id=posted, reply_markup=None)
        if not is_drawn:
            return await self._in_one_of((False, True), Text(line), "", place)
        try:
            await self.strip.put(self.bot, line, **place)
        except BadRequest as refused:
            return "not modified" in refused.message.casefold() or await self._in_one_of(
                (True, False), Text(line), "", place
            )
        except ChatMigrated:
            return False
        return True

    async def _in_one_of(self, forms: tuple[bool, ...], letter: Letter, grid: str, place: _Place) -> bool:
        for under_picture in forms:
            try:
                return await self._edit(letter, grid, under_picture, place)
            except BadRequest as refused:
                if "not modified" in refused.message.casefold():
                    return True
            except ChatMigrated:
                return False
        return False

    async def _edit(self, letter: Letter, grid: str, under_picture: bool, place: _Place) -> bool:
        match letter:
            case Photo(scene, text):
                picture = InputMediaPhoto(await self.paint(scene), caption=text, filename=BOARD)
                await self.bot.edit_message_media(picture, **place)
            case Text(text) if not under_picture:
                await self.bot.edit_message_text(
                    text, entities=columns_of(text, grid), link_preview_options=NO_PREVIEW, **place
                )
            case Text(text) if length(text) <= LONGEST_CAPTION:
                await self.bot.edit_message_caption(caption=text, caption_entities=columns_of(text, grid), **place)
            case _:
                return False
        return True
