"""Posts, edits and puts away messages by requests of the Bot API."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass, replace
from typing import Any, TypedDict

from telegram import Bot, InlineKeyboardMarkup, InputMediaPhoto, LinkPreviewOptions, ReplyParameters
from telegram import Message as Posted
from telegram.constants import ChatAction
from telegram.error import BadRequest, ChatMigrated, Forbidden, TelegramError

from bot.core.game.people import Chat
from bot.core.ports.platform import Message, OlderBoard, Paint
from bot.platforms.telegram.bot_api import changes_nothing
from bot.platforms.telegram.ephemeral import EphemeralMessages, Receiver, ephemeral_id
from bot.platforms.telegram.flood_control import FloodControl, Priority
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
    keyboard_of,
    mention_entities,
    pages,
    parts_of,
    utf16_length,
    with_mention,
)
from renderers.scene import Scene
from renderers.strip import STRIP

Migrate = Callable[[Chat, Chat], Awaitable[None]]
NO_PREVIEW = LinkPreviewOptions(is_disabled=True)
_BOARD, _FILM = "board.png", "game.gif"
_MOST_OF_A_CHAT = 50
_log = logging.getLogger(__name__)


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
        posted = await self._send(last, message, _frame(chat, reply_to, message.buttons))
        return str(posted.message_id)

    async def _post_ephemeral(self, chat: Chat, message: Message, parts: tuple[Part, ...], receiver: Receiver) -> bool:
        for part in parts:
            rows = message.buttons if part is parts[-1] else ()
            posted = await self._send(part, message, _frame(chat, "", rows, receiver.parameters()))
            if not await self.ephemeral.check(posted):
                return False
        return True

    async def _edit_ephemeral(self, posted: Posted, message: Message, person: int) -> bool:
        keyboard = keyboard_of(message.buttons)
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
        """A group may forbid photos; then the words and buttons (one is for the board as text) must do."""
        entities = [*mention_entities(part.text, message.mention), *entities_of(part.text, message)]
        picture = await self._paint(part.scene)
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
            return await self._send_text(TextPart(part.text), message, frame)
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
        place = _Place(chat_id=chat, message_id=posted, reply_markup=keyboard_of(message.buttons))
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
                reply_markup=keyboard_of(message.buttons),
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
