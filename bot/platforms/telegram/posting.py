"""Posting, editing and tidying of messages by Bot API requests, including ephemeral ones (seen by one member)."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from time import monotonic
from typing import Any

from telegram import (
    Bot,
    InlineKeyboardMarkup,
    InputFile,
    InputMediaPhoto,
    LinkPreviewOptions,
    MessageId,
    ReplyParameters,
)
from telegram import Message as Posted
from telegram.constants import ChatAction
from telegram.error import BadRequest, ChatMigrated, EndPointNotFound, Forbidden, TelegramError

from bot.core.game.people import Chat
from bot.core.ports.adapters import Paint
from bot.core.ports.people import TemporaryTexts
from bot.core.ports.platform import Message, OlderBoard, Picture
from bot.core.queues.caches import BoundedDict
from bot.platforms.telegram.bot_api import is_unchanged
from bot.platforms.telegram.flood_control import FloodControl
from bot.platforms.telegram.groups import OwnRights
from bot.platforms.telegram.incoming import ephemeral_id
from bot.platforms.telegram.message_parts import (
    LONGEST_CAPTION,
    Part,
    Uploads,
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
from renderers.strip import STRIP

NO_PREVIEW = LinkPreviewOptions(is_disabled=True)
_CLOSED_FOR = 600.0
"""Seconds for which a group that refused a reaction is assumed to allow none."""
_BOARD, _FILM = "board.png", "game.gif"


class Poster:
    """A poster and editor of messages, which calls `migrate` when a chat has moved; raises `TelegramError`.

    `is_inline`: the bot answers inline queries, which show `uploads` again.
    """

    def __init__(
        self, bot: Bot, paint: Paint, migrate: Callable[[Chat, Chat], Awaitable[None]], temporary: TemporaryTexts | None
    ) -> None:
        self.bot = bot
        self.paint = paint
        self.rights = OwnRights(bot)
        self.is_inline = False
        self.uploads = Uploads(bot, temporary)
        self.ephemeral = EphemeralMessages(bot)
        self._migrate = migrate
        self._closed_to_reactions = BoundedDict[int, float]()
        self._last_ids = BoundedDict[str, int]()
        self._edits: dict[str, Callable[..., Awaitable[object]]] = {
            "Text": bot.edit_message_text,
            "Caption": bot.edit_message_caption,
            "Media": bot.edit_message_media,
        }

    async def think(self, chat: Chat) -> None:
        """Show for five seconds that the bot is typing."""
        await self.bot.send_chat_action(int(chat.id), ChatAction.TYPING, message_thread_id=_topic(chat))

    def start_link(self, start: str, to_group: bool = False) -> str:
        """Return the link that sends `/start START` in the private chat with the bot, or in a group to choose."""
        return f"https://t.me/{self.bot.username}?{'startgroup' if to_group else 'start'}={start}"

    def _keyboard(self, message: Message) -> InlineKeyboardMarkup | None:
        return keyboard_of(rows_of(message, is_inline=self.is_inline))

    # Posting

    async def post(self, chat: Chat, message: Message, reply_to: str = "") -> str:
        """Post to a chat, following a migration; return the ID of the message with the buttons."""
        parts = parts_of(message, with_mention(message.text, message.mention))
        target = ReplyParameters(int(reply_to), allow_sending_without_reply=True) if reply_to else None
        try:
            for part in parts:
                is_first, is_last = part is parts[0], part is parts[-1]
                posted = await self._send(chat, part, message, is_last, target if is_first else None)
        except ChatMigrated as error:
            new_chat = replace(chat, id=str(error.new_chat_id), thread="")
            await self._migrate(chat, new_chat)
            return await self.post(new_chat, message)
        self.note_message(chat, posted.message_id)
        return str(posted.message_id)

    def note_message(self, chat: Chat, message_id: int) -> None:
        """Note that a message was posted in a chat or topic, by anyone."""
        self._last_ids[chat.key] = max(message_id, self._last_ids.get(chat.key, 0))

    def is_last(self, chat: Chat, message_id: str) -> bool:
        """Return whether no message below this one in its chat or topic is known."""
        return self._last_ids.get(chat.key, 0) <= int(message_id)

    async def post_ephemeral(self, chat: Chat, message: Message, receiver: Receiver) -> bool:
        """Post a message that only one member sees; return False if the server, group or format forbids it.

        A server without support would show it to the whole group.
        """
        parts, group = parts_of(message, message.text), int(chat.id)
        is_offered = await self.ephemeral.is_offered()
        if not (is_offered and (receiver.is_near or await self.rights.is_administrator(group))):
            return False
        try:
            for part in parts:
                posted = await self._send(chat, part, message, part is parts[-1], more=receiver.parameters())
                if not (isinstance(posted, Posted) and await self.ephemeral.check(posted)):
                    return False
        except (BadRequest, Forbidden):
            if not receiver.is_near:
                self.rights.administers[group] = False
            return False
        return True

    async def _send(
        self,
        chat: Chat,
        part: Part,
        message: Message,
        is_last: bool,
        reply: ReplyParameters | None = None,
        more: dict[str, Any] | None = None,
    ) -> Posted | MessageId:
        """Send a part, the last one with the buttons; a picture as characters if the group forbids photos."""
        frame: dict[str, Any] = {"chat_id": int(chat.id), "message_thread_id": _topic(chat), "reply_parameters": reply}
        frame |= {"reply_markup": self._keyboard(message) if is_last else None, "api_kwargs": more}
        text, entities = part.text, [*mention_entities(part.text, message.mention), *entities_of(part.text, message)]
        if part.file:
            name, content = part.file
            return await self.bot.send_document(document=content.encode(), filename=name, caption=text, **frame)
        if part.picture is None:
            return await self.bot.send_message(text=text, entities=entities, link_preview_options=NO_PREVIEW, **frame)
        try:
            caption = {"caption": text, "caption_entities": entities}
            posted, file_id = await self._send_picture(part.picture, {**caption, **frame})
        except BadRequest as error:
            if "rights to send photos" not in error.message:
                raise
            self.rights.photos[int(chat.id)] = False
            return await self._send(chat, *as_text_board(part, message), is_last, reply, more)
        self.rights.photos[int(chat.id)] = True
        await self.uploads.note(message, file_id)
        return posted

    async def _send_picture(self, picture: Picture, frame: dict[str, Any]) -> tuple[Posted | MessageId, str]:
        """Send a picture; return its message and its file ID, "" if unknown.

        For a public board only the IDs are parsed from the answer, since its objects take long to build. The method's
        name is spelled so that the library accepts it without pointing to its own method.
        """
        image = await self.paint(picture.scene, picture.share)
        if picture.scene.earlier:
            return await self.bot.send_animation(animation=image, filename=_FILM, **frame), ""
        if frame["api_kwargs"]:
            message = await self.bot.send_photo(photo=image, filename=_BOARD, **frame)
            return message, _file_id(message)
        arguments = {name: value for name, value in frame.items() if value} | {"photo": InputFile(image, _BOARD)}
        answer: dict[str, Any] = await self.bot.do_api_request("send_Photo", api_kwargs=arguments)
        photos = answer.get("photo")
        return MessageId(answer["message_id"]), photos[-1]["file_id"] if photos else ""

    async def react(self, chat: int, message_id: int, sign: str) -> bool:
        """React to a message with an emoji; return False if the group or the message does not allow that."""
        if self._closed_to_reactions.get(chat, 0.0) > monotonic():
            return False
        try:
            return await self.bot.set_message_reaction(chat, message_id, sign)
        except (BadRequest, Forbidden):
            self._closed_to_reactions[chat] = monotonic() + _CLOSED_FOR
            return False

    # Editing

    async def edit_posted(self, target: Posted, message: Message, person: str) -> bool:
        """Replace a posted message, perhaps visible to only one `person`; return False like `edit`."""
        if ephemeral_id(target) is None:
            return await self.edit(target.chat.id, target.message_id, message, (bool(target.photo),))
        parts = parts_of(message, message.text)
        form = await self._form(parts[0], message, bool(target.photo)) if len(parts) == 1 else None
        if form is None:
            return False
        (kind, content), keyboard = form, self._keyboard(message)
        method = f"editEphemeralMessage{kind}"
        return await self.ephemeral.request(method, target, int(person), reply_markup=keyboard, **content)

    async def edit(self, chat: int, message_id: int, message: Message, ways: tuple[bool, ...] = (False, True)) -> bool:
        """Replace a posted message; return False if its format or age forbids it, or it is gone.

        A picture cannot be removed, so a text becomes its caption. Of the `ways`, under a picture or not, the first
        that Telegram accepts is taken.
        """
        part, *others = parts_of(message, message.text)
        if others:
            return False
        if part.picture and self.rights.photos.get(chat) is False:
            part, message = as_text_board(part, message)
        place: dict[str, Any] = {"chat_id": chat, "message_id": message_id}
        place["reply_markup"] = self._keyboard(message)
        for under_picture in ways:
            form = await self._form(part, message, under_picture)
            if form is None:
                return False
            kind, content = form
            try:
                edited_message = await self._edits[kind](**content, **place)
            except BadRequest as error:
                if is_unchanged(error):
                    return True
            except ChatMigrated:
                return False
            else:
                await self.uploads.note(message, _file_id(edited_message))
                return True
        return False

    async def edit_inline(self, message_id: str, message: Message) -> bool:
        """Replace an inline message; return False if it can no longer be edited."""
        text, keyboard = next(pages(message.text), message.text), self._keyboard(message)
        entities = entities_of(text, message)
        try:
            await self.bot.edit_message_text(
                text,
                inline_message_id=message_id,
                entities=entities,
                link_preview_options=NO_PREVIEW,
                reply_markup=keyboard,
            )
        except BadRequest as error:
            return is_unchanged(error)
        return True

    async def _form(self, part: Part, message: Message, under_picture: bool) -> tuple[str, dict[str, Any]] | None:
        """Return the kind of edit (Text, Caption, Media) that turns a message into a part, with arguments, or None."""
        text, entities = part.text, entities_of(part.text, message)
        caption: dict[str, Any] = {"caption": text, "caption_entities": entities}
        if part.picture:
            picture = await self.paint(part.picture.scene)
            return "Media", {"media": InputMediaPhoto(picture, filename=_BOARD, **caption)}
        if part.file or (under_picture and utf16_length(text) > LONGEST_CAPTION):
            return None
        if under_picture:
            return "Caption", caption
        return "Text", {"text": text, "entities": entities, "link_preview_options": NO_PREVIEW}


def _file_id(message: object) -> str:
    """Return the file ID of a message's picture, or "" without one."""
    return message.photo[-1].file_id if isinstance(message, Posted) and message.photo else ""


def _topic(chat: Chat) -> int | None:
    return int(chat.thread) if chat.thread else None


# Ephemeral messages


@dataclass(frozen=True)
class Receiver:
    """The only recipient of an answer, and its cause: a recent press, or an ephemeral message."""

    person: int
    press: str = ""
    answers: int | None = None

    @property
    def is_near(self) -> bool:
        """Return whether Telegram lets a bot that is not an administrator answer."""
        return bool(self.press) or self.answers is not None

    def parameters(self) -> dict[str, Any]:
        """Return the additional parameters of a sending method, in the forms of both Bot API 10.2 and 10.3."""
        who: dict[str, Any] = {"receiver_user_id": self.person}
        who |= {"callback_query_id": self.press} if self.press else {}
        reply = {"reply_parameters": {"ephemeral_message_id": self.answers}} if self.answers and not self.press else {}
        return {**who, "ephemeral_message_parameters": who, **reply}


class EphemeralMessages:
    """A tracker of whether the server supports ephemeral messages, which only an administrator may start."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self._is_supported: bool | None = None

    async def request(self, method: str, message: Posted, person: int, **content: object) -> bool:
        """Edit or delete an ephemeral message; return False if that fails."""
        whose = {"chat_id": message.chat.id, "receiver_user_id": person, "ephemeral_message_id": ephemeral_id(message)}
        try:
            await self._bot.do_api_request(method, api_kwargs={**whose, **content})
        except (BadRequest, EndPointNotFound):
            return False
        return True

    async def check(self, message: Posted) -> bool:
        """Return whether a posted message is ephemeral; delete one that everyone would see, and stop trying."""
        if ephemeral_id(message) is not None:
            return True
        self._is_supported = False
        await message.delete()
        return False

    async def is_offered(self) -> bool:
        """Return whether the server supports ephemeral messages, tested by deleting a nonexistent one."""
        if self._is_supported is None:
            try:
                self._is_supported = bool(await self._bot.do_api_request("deleteEphemeralMessage"))
            except EndPointNotFound:
                self._is_supported = False
            except BadRequest:
                self._is_supported = True
            except TelegramError:
                return False
        return self._is_supported


# Old boards


class OldBoards:
    """A cleaner of old boards, one request at a time, so that a busy bot serves new ones first.

    A deletion does not count as a message; a board that is too old to delete (two days) is collapsed to a line. As a
    picture cannot be removed, a strip of paper replaces it, which is uploaded once and then sent by its file id.
    """

    def __init__(self, poster: Poster, flood: FloodControl) -> None:
        self._poster = poster
        self._flood = flood
        self._one_by_one = asyncio.Lock()
        self._strip_id = ""

    async def delete_or_collapse(self, room: int, boards: Sequence[OlderBoard]) -> None:
        """Delete or collapse boards of a chat.

        Raises `TelegramError`: `BadRequest` if one of several boards may block the others, else for a retry.
        """
        boards = [board for board in boards if board.message.isdecimal() and (board.is_deletable or board.line)]
        async with self._one_by_one:
            try:
                expired_boards = await self._delete(room, [board for board in boards if board.is_deletable])
                for board in (*expired_boards, *(board for board in boards if not board.is_deletable)):
                    await self._flood.reserve_spare(room)
                    await self.shrink(room, int(board.message), board)
            except ChatMigrated:
                pass  # messages in the old group stay as they were

    async def _delete(self, room: int, boards: Sequence[OlderBoard]) -> Sequence[OlderBoard]:
        """Delete boards, and return the one that Telegram no longer deletes."""
        messages = [int(board.message) for board in boards]
        if len(messages) > 1:
            await self._poster.bot.delete_messages(room, messages)
        if len(messages) != 1:
            return ()
        try:
            await self._poster.bot.delete_message(room, *messages)
        except BadRequest as error:
            return [board for board in boards if board.line and "not found" not in error.message]
        return ()

    async def shrink(self, chat: int, message_id: int, board: OlderBoard) -> bool:
        """Replace a board by its line, with the paper strip if it was a picture, without buttons, like `edit`."""
        try:
            if board.is_drawn:
                strip = InputMediaPhoto(self._strip_id or await self._poster.paint(STRIP), caption=board.line)
                result = await self._poster.bot.edit_message_media(strip, chat_id=chat, message_id=message_id)
                if not isinstance(result, bool) and result.photo:
                    self._strip_id = result.photo[-1].file_id
                return True
        except BadRequest as error:
            self._strip_id = ""  # perhaps Telegram no longer knows it
            if is_unchanged(error):
                return True
        except ChatMigrated:
            return False
        ways = (board.is_drawn, not board.is_drawn)
        return await self._poster.edit(chat, message_id, Message(board.line), ways)
