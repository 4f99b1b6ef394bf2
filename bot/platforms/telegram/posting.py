"""Posting and editing of messages by Bot API requests."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import Any, TypedDict

from telegram import Bot, InlineKeyboardMarkup, InputMediaPhoto, LinkPreviewOptions, ReplyParameters
from telegram import Message as Posted
from telegram.constants import ChatAction
from telegram.error import BadRequest, ChatMigrated, Forbidden

from bot.core.game.people import Chat
from bot.core.ports.painting import Paint
from bot.core.ports.platform import Message
from bot.platforms.telegram.bot_api import is_unchanged
from bot.platforms.telegram.ephemeral import EphemeralMessages, Receiver, ephemeral_id
from bot.platforms.telegram.groups import PhotoRights
from bot.platforms.telegram.message_parts import (
    LONGEST_CAPTION,
    LONGEST_TEXT,
    FilePart,
    Part,
    PhotoPart,
    Rows,
    TextPart,
    as_text_board,
    entities_of,
    keyboard_of,
    mention_entities,
    pages,
    parts_of,
    rows_of,
    utf16_length,
    with_mention,
)
from renderers.scene import Scene

Migrate = Callable[[Chat, Chat], Awaitable[None]]
NO_PREVIEW = LinkPreviewOptions(is_disabled=True)
_BOARD, _FILM = "board.png", "game.gif"


class Poster:
    """Posts messages and calls `migrate` when a chat has moved; raises `TelegramError`."""

    def __init__(self, bot: Bot, paint: Paint, migrate: Migrate) -> None:
        self.bot = bot
        self.ephemeral = EphemeralMessages(bot)
        self.editor = Editor(bot, paint)
        self.photos = PhotoRights(bot)
        self._paint = paint
        self._migrate = migrate

    async def post(self, chat: Chat, message: Message, reply_to: str = "") -> str:
        """Post to a chat, following a migration; return the id of the message with the buttons."""
        try:
            return await self._post(chat, message, reply_to)
        except ChatMigrated as error:
            new_chat = replace(chat, id=str(error.new_chat_id), thread="")
            await self._migrate(chat, new_chat)
            return await self._post(new_chat, message, "")

    async def post_ephemeral(self, chat: Chat, message: Message, receiver: Receiver) -> bool:
        """Post a message that only one member sees; return False if the server, group or format does not allow it."""
        parts = parts_of(message, message.text)
        group = int(chat.id)
        if not await self.ephemeral.may_reach(group, receiver):
            return False
        try:
            return await self._post_ephemeral(chat, message, parts, receiver)
        except (BadRequest, Forbidden):
            self.ephemeral.refuse(group, receiver)
            return False

    async def edit(self, target: Posted, message: Message, person: str) -> bool:
        """Replace a posted message, which may be visible to only one `person`; as `Editor.edit`."""
        if ephemeral_id(target) is not None:
            return await self._edit_ephemeral(target, message, int(person))
        return await self.editor.edit(target.chat.id, target.message_id, message, bool(target.photo))

    async def think(self, chat: Chat) -> None:
        """Show for five seconds that the bot is typing."""
        await self.bot.send_chat_action(int(chat.id), ChatAction.TYPING, message_thread_id=_topic(chat))

    def start_link(self, start: str) -> str:
        """Return the link that opens the private chat with the bot and sends `/start START` there."""
        return f"https://t.me/{self.bot.username}?start={start}"

    async def _post(self, chat: Chat, message: Message, reply_to: str) -> str:
        *first, last = parts_of(message, with_mention(message.text, message.mention))
        for part in first:
            await self._send(part, message, _frame(chat, reply_to))
            reply_to = ""
        last_message = await self._send(last, message, _frame(chat, reply_to, rows_of(message)))
        return str(last_message.message_id)

    async def _post_ephemeral(self, chat: Chat, message: Message, parts: tuple[Part, ...], receiver: Receiver) -> bool:
        for part in parts:
            rows = rows_of(message) if part is parts[-1] else ()
            sent_message = await self._send(part, message, _frame(chat, "", rows, receiver.parameters()))
            if not await self.ephemeral.check(sent_message):
                return False
        return True

    async def _edit_ephemeral(self, target: Posted, message: Message, person: int) -> bool:
        keyboard = keyboard_of(rows_of(message))
        match parts_of(message, message.text):
            case [PhotoPart(scene, text)]:
                picture = await _picture(self._paint, scene, text)
                return await self.ephemeral.edit(target, "Media", person, media=picture, reply_markup=keyboard)
            case [TextPart(text)] if target.photo:
                return await self.ephemeral.edit(target, "Caption", person, caption=text, reply_markup=keyboard)
            case [TextPart(text)]:
                return await self.ephemeral.edit(target, "Text", person, text=text, reply_markup=keyboard)
        return False

    async def _send(self, part: Part, message: Message, frame: _Frame) -> Posted:
        match part:
            case TextPart():
                return await self._send_text(part, message, frame)
            case PhotoPart():
                return await self._send_photo(part, message, frame)
            case FilePart(name, content, text):
                return await self.bot.send_document(document=content.encode(), filename=name, caption=text, **frame)

    async def _send_text(self, part: TextPart, message: Message, frame: _Frame) -> Posted:
        entities = [*mention_entities(part.text, message.mention), *entities_of(part.text, message)]
        return await self.bot.send_message(text=part.text, entities=entities, link_preview_options=NO_PREVIEW, **frame)

    async def _send_photo(self, part: PhotoPart, message: Message, frame: _Frame) -> Posted:
        """Send a picture, or the board in characters if the group forbids photos."""
        entities = [*mention_entities(part.text, message.mention), *entities_of(part.text, message)]
        picture = await self._paint(part.scene, part.share)
        try:
            if part.scene.earlier:
                sent_message = await self.bot.send_animation(
                    animation=picture, filename=_FILM, caption=part.text, caption_entities=entities, **frame
                )
            else:
                sent_message = await self.bot.send_photo(
                    photo=picture, filename=_BOARD, caption=part.text, caption_entities=entities, **frame
                )
        except BadRequest as error:
            if "rights to send photos" not in error.message:
                raise
            self.photos.note(frame["chat_id"], is_granted=False)
            return await self._send_text(*as_text_board(part, message), frame)
        self.photos.note(frame["chat_id"], is_granted=True)
        return sent_message


class _Frame(TypedDict):
    """The arguments of every part besides its content: its target and the buttons under it."""

    chat_id: int
    message_thread_id: int | None
    reply_parameters: ReplyParameters | None
    reply_markup: InlineKeyboardMarkup | None
    api_kwargs: dict[str, Any] | None


def _frame(chat: Chat, reply_to: str, buttons: Rows = (), more: dict[str, Any] | None = None) -> _Frame:
    return _Frame(
        chat_id=int(chat.id),
        message_thread_id=_topic(chat),
        reply_parameters=ReplyParameters(int(reply_to), allow_sending_without_reply=True) if reply_to else None,
        reply_markup=keyboard_of(buttons),
        api_kwargs=more,
    )


def _topic(chat: Chat) -> int | None:
    return int(chat.thread) if chat.thread else None


@dataclass(frozen=True)
class Editor:
    """Edits the bot's own messages; raises `TelegramError` for errors worth a retry."""

    bot: Bot
    paint: Paint

    async def edit(self, chat: int, message_id: int, message: Message, under_picture: bool | None = None) -> bool:
        """Replace a posted message; return False if its format, age or absence does not allow it.

        A picture cannot be removed, so a text becomes its caption; `under_picture` is None if it is not known.
        """
        parts = parts_of(message, message.text)
        place = _Place(chat_id=chat, message_id=message_id, reply_markup=keyboard_of(rows_of(message)))
        forms = (False, True) if under_picture is None else (under_picture,)
        return len(parts) == 1 and await self._edit_in_one_of(forms, parts[0], message, place)

    async def edit_text(self, chat: int, message_id: int, text: str, *, was_picture: bool) -> bool:
        """Replace a message with a text without buttons, as a caption if it `was_picture`; as `edit`."""
        place = _Place(chat_id=chat, message_id=message_id, reply_markup=None)
        return await self._edit_in_one_of((was_picture, not was_picture), TextPart(text), Message(text), place)

    async def edit_inline(self, message_id: str, message: Message) -> bool:
        """Replace an inline message; return False if it can no longer be edited."""
        text = next(pages(message.text, LONGEST_TEXT), message.text)
        try:
            await self.bot.edit_message_text(
                text,
                inline_message_id=message_id,
                entities=entities_of(text, message),
                link_preview_options=NO_PREVIEW,
                reply_markup=keyboard_of(rows_of(message)),
            )
        except BadRequest as error:
            return is_unchanged(error)
        return True

    async def _edit_in_one_of(self, forms: tuple[bool, ...], part: Part, message: Message, place: _Place) -> bool:
        for under_picture in forms:
            try:
                return await self._edit(part, message, under_picture, place)
            except BadRequest as error:
                if is_unchanged(error):
                    return True
            except ChatMigrated:
                return False
        return False

    async def _edit(self, part: Part, message: Message, under_picture: bool, place: _Place) -> bool:
        match part:
            case PhotoPart(scene, text):
                await self.bot.edit_message_media(await _picture(self.paint, scene, text, message), **place)
            case TextPart(text) if not under_picture:
                await self.bot.edit_message_text(
                    text, entities=entities_of(text, message), link_preview_options=NO_PREVIEW, **place
                )
            case TextPart(text) if utf16_length(text) <= LONGEST_CAPTION:
                await self.bot.edit_message_caption(caption=text, caption_entities=entities_of(text, message), **place)
            case _:
                return False
        return True


class _Place(TypedDict):
    """The message to be edited and its new buttons."""

    chat_id: int
    message_id: int
    reply_markup: InlineKeyboardMarkup | None


async def _picture(paint: Paint, scene: Scene, caption: str, message: Message | None = None) -> InputMediaPhoto:
    entities = entities_of(caption, message) if message else None
    return InputMediaPhoto(await paint(scene), caption=caption, caption_entities=entities, filename=_BOARD)
