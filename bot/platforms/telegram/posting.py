"""Posts and edits messages by requests of the Bot API."""

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
from bot.platforms.telegram.bot_api import changes_nothing
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
    entities_of,
    in_characters,
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
    """Posts messages; `migrate` is told when a chat turns out to have moved. Raises `TelegramError`."""

    def __init__(self, bot: Bot, paint: Paint, migrate: Migrate) -> None:
        self.bot = bot
        self.ephemeral = EphemeralMessages(bot)
        self.editor = Editor(bot, paint)
        self.photos = PhotoRights(bot)
        self._paint = paint
        self._migrate = migrate

    async def post(self, chat: Chat, message: Message, reply_to: str = "") -> str:
        """Posts to a chat, or to where it has moved meanwhile; the id of the message that holds the buttons."""
        try:
            return await self._post(chat, message, reply_to)
        except ChatMigrated as moved:
            new = replace(chat, id=str(moved.new_chat_id), thread="")
            await self._migrate(chat, new)
            return await self._post(new, message, "")

    async def post_ephemeral(self, chat: Chat, message: Message, receiver: Receiver) -> bool:
        """Posts what one member of a group sees alone; False if the server, the group or the form does not let it."""
        parts = parts_of(message, message.text)
        group = int(chat.id)
        if not await self.ephemeral.may_reach(group, receiver):
            return False
        try:
            return await self._post_ephemeral(chat, message, parts, receiver)
        except (BadRequest, Forbidden):
            self.ephemeral.refuse(group, receiver)
            return False

    async def edit(self, posted: Posted, message: Message, person: str) -> bool:
        """Lets a message take the place of a posted one, which perhaps only one `person` sees; as `Editor.edit`."""
        if ephemeral_id(posted) is not None:
            return await self._edit_ephemeral(posted, message, int(person))
        return await self.editor.edit(posted.chat.id, posted.message_id, message, bool(posted.photo))

    async def think(self, chat: Chat) -> None:
        """Shows for five seconds that the bot writes."""
        await self.bot.send_chat_action(int(chat.id), ChatAction.TYPING, message_thread_id=_topic(chat))

    def start_link(self, start: str) -> str:
        """The address that opens the private chat with the bot, and types `/start START` there."""
        return f"https://t.me/{self.bot.username}?start={start}"

    async def _post(self, chat: Chat, message: Message, reply_to: str) -> str:
        *first, last = parts_of(message, with_mention(message.text, message.mention))
        for part in first:
            await self._send(part, message, _frame(chat, reply_to))
            reply_to = ""
        posted = await self._send(last, message, _frame(chat, reply_to, rows_of(message)))
        return str(posted.message_id)

    async def _post_ephemeral(self, chat: Chat, message: Message, parts: tuple[Part, ...], receiver: Receiver) -> bool:
        for part in parts:
            rows = rows_of(message) if part is parts[-1] else ()
            posted = await self._send(part, message, _frame(chat, "", rows, receiver.parameters()))
            if not await self.ephemeral.check(posted):
                return False
        return True

    async def _edit_ephemeral(self, posted: Posted, message: Message, person: int) -> bool:
        keyboard = keyboard_of(rows_of(message))
        match parts_of(message, message.text):
            case [PhotoPart(scene, text)]:
                picture = await _picture(self._paint, scene, text)
                return await self.ephemeral.edit(posted, "Media", person, media=picture, reply_markup=keyboard)
            case [TextPart(text)] if posted.photo:
                return await self.ephemeral.edit(posted, "Caption", person, caption=text, reply_markup=keyboard)
            case [TextPart(text)]:
                return await self.ephemeral.edit(posted, "Text", person, text=text, reply_markup=keyboard)
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
        """A group may forbid photos; then the board comes in characters."""
        entities = [*mention_entities(part.text, message.mention), *entities_of(part.text, message)]
        picture = await self._paint(part.scene, part.share)
        try:
            if part.scene.earlier:
                posted = await self.bot.send_animation(
                    animation=picture, filename=_FILM, caption=part.text, caption_entities=entities, **frame
                )
            else:
                posted = await self.bot.send_photo(
                    photo=picture, filename=_BOARD, caption=part.text, caption_entities=entities, **frame
                )
        except BadRequest as refused:
            if "rights to send photos" not in refused.message:
                raise
            self.photos.note(frame["chat_id"], granted=False)
            return await self._send_text(*in_characters(part, message), frame)
        self.photos.note(frame["chat_id"], granted=True)
        return posted


class _Frame(TypedDict):
    """What every part has besides its content: where it goes and the buttons under it."""

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
    """Edits messages of the bot's own; raises `TelegramError` for what may go better later."""

    bot: Bot
    paint: Paint

    async def edit(self, chat: int, posted: int, message: Message, under_picture: bool | None = None) -> bool:
        """Lets a message take the place of a posted one; False if it cannot, for its form, its age or its absence.

        A picture cannot be taken away, so that words stand under one if there was one; None: that is not known.
        """
        parts = parts_of(message, message.text)
        place = _Place(chat_id=chat, message_id=posted, reply_markup=keyboard_of(rows_of(message)))
        forms = (False, True) if under_picture is None else (under_picture,)
        return len(parts) == 1 and await self._edit_in_one_of(forms, parts[0], message, place)

    async def edit_text(self, chat: int, posted: int, text: str, *, was_picture: bool) -> bool:
        """Leaves a text without buttons, the caption of a picture if it `was_picture` indeed; as `edit`."""
        place = _Place(chat_id=chat, message_id=posted, reply_markup=None)
        return await self._edit_in_one_of((was_picture, not was_picture), TextPart(text), Message(text), place)

    async def edit_inline(self, posted: str, message: Message) -> bool:
        """Lets a message take the place of an inline one; False if that cannot be changed any more."""
        text = next(pages(message.text, LONGEST_TEXT), message.text)
        try:
            await self.bot.edit_message_text(
                text,
                inline_message_id=posted,
                entities=entities_of(text, message),
                link_preview_options=NO_PREVIEW,
                reply_markup=keyboard_of(rows_of(message)),
            )
        except BadRequest as refused:
            return changes_nothing(refused)
        return True

    async def _edit_in_one_of(self, forms: tuple[bool, ...], part: Part, message: Message, place: _Place) -> bool:
        for under_picture in forms:
            try:
                return await self._edit(part, message, under_picture, place)
            except BadRequest as refused:
                if changes_nothing(refused):
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
    """What is edited, and the buttons that it has from then on."""

    chat_id: int
    message_id: int
    reply_markup: InlineKeyboardMarkup | None


async def _picture(paint: Paint, scene: Scene, caption: str, message: Message | None = None) -> InputMediaPhoto:
    entities = entities_of(caption, message) if message else None
    return InputMediaPhoto(await paint(scene), caption=caption, caption_entities=entities, filename=_BOARD)
