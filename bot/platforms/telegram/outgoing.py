"""From the core's messages to requests of the Bot API that post or edit."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from typing import Any, TypedDict

from telegram import (
    Bot,
    InlineKeyboardMarkup,
    InputMediaPhoto,
    ReplyParameters,
)
from telegram import Message as Posted
from telegram.constants import ChatAction
from telegram.error import BadRequest, ChatMigrated, Forbidden

from bot.core.game.people import Chat
from bot.core.ports.platform import Button, Message, Paint
from bot.platforms.telegram.columns import columns_of
from bot.platforms.telegram.editing import BOARD, NO_PREVIEW, Editor
from bot.platforms.telegram.ephemeral import Ear, Ephemeral, ephemeral_id
from bot.platforms.telegram.keyboards import keyboard_of
from bot.platforms.telegram.letters import Album, File, Letter, Photo, Text, letters_of
from bot.platforms.telegram.photos import Photos
from bot.platforms.telegram.pings import entities_of, pinging
from renderers.scene import Scene

Migrate = Callable[[Chat, Chat], Awaitable[None]]


class _Frame(TypedDict):
    """What every letter has besides its content: where it goes and the buttons under it."""

    chat_id: int
    message_thread_id: int | None
    reply_parameters: ReplyParameters | None
    reply_markup: InlineKeyboardMarkup | None
    api_kwargs: dict[str, Any] | None


@dataclass(frozen=True)
class Poster:
    """Posts and edits messages; `migrate` is told when a chat turns out to have moved. Raises `TelegramError`."""

    bot: Bot
    paint: Paint
    migrate: Migrate
    ephemeral: Ephemeral = field(init=False)
    editor: Editor = field(init=False)
    photos: Photos = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "editor", Editor(self.bot, self.paint))
        object.__setattr__(self, "ephemeral", Ephemeral(self.bot))
        object.__setattr__(self, "photos", Photos())

    async def post(self, chat: Chat, message: Message, reply_to: str = "") -> str:
        """Posts to a chat, or to where it has moved meanwhile; the id of the message that holds the buttons."""
        try:
            return await self._post(chat, message, reply_to)
        except ChatMigrated as moved:
            new = replace(chat, id=str(moved.new_chat_id), thread="")
            await self.migrate(chat, new)
            return await self._post(new, message, "")

    async def think(self, chat: Chat) -> None:
        """Shows that the bot writes."""
        thread = int(chat.thread) if chat.thread else None
        await self.bot.send_chat_action(int(chat.id), ChatAction.TYPING, message_thread_id=thread)

    def link(self, start: str) -> str:
        """The address that opens the private chat with the bot, and types `/start START` there."""
        return f"https://t.me/{self.bot.username}?start={start}"

    async def post_linked(self, chat: Chat, message: Message, reply_to: str, keyboard: InlineKeyboardMarkup) -> None:
        """Posts a text over buttons that lead elsewhere."""
        text = pinging(message.text, message.mention)
        frame = _frame(chat, reply_to)
        frame["reply_markup"] = keyboard
        await self._send_text(Text(text), message, frame)

    async def whisper(self, chat: Chat, message: Message, ear: Ear) -> bool:
        """Posts what one member of a group sees alone; False if the server, the group or the form does not let it."""
        letters = letters_of(message, message.text)
        room = int(chat.id)
        if any(isinstance(letter, Album) for letter in letters) or not await self.ephemeral.may_reach(room, ear):
            return False
        try:
            return await self._whisper(chat, message, letters, ear)
        except (BadRequest, Forbidden):
            self.ephemeral.refuse(room, ear)
            return False

    async def _whisper(self, chat: Chat, message: Message, letters: tuple[Letter, ...], ear: Ear) -> bool:
        for letter in letters:
            buttons = message.buttons if letter is letters[-1] else ()
            posted = await self._send(letter, message, _frame(chat, "", buttons, ear.parameters()))
            if not await self.ephemeral.check(posted):
                return False
        return True

    async def edit(self, under: Posted, message: Message, person: str = "") -> bool:
        """Lets a message take the place of a posted one, which perhaps only one `person` sees; False if it cannot, for
        its form, its age or its absence."""
        if ephemeral_id(under) is not None:
            return await self._edit_ephemeral(under, message, person)
        return await self.editor.change(under.chat.id, under.message_id, message, bool(under.photo))

    async def _edit_ephemeral(self, under: Posted, message: Message, person: str) -> bool:
        keyboard = keyboard_of(message.buttons)
        match letters_of(message, message.text):
            case [Photo(scene, text)]:
                content = {"media": await self._media(scene, text)}
                return await self.ephemeral.change(
                    under, "editEphemeralMessageMedia", int(person), **content, reply_markup=keyboard
                )
            case [Text(text)]:
                kind, field = ("Caption", "caption") if under.photo else ("Text", "text")
                return await self.ephemeral.change(
                    under, f"editEphemeralMessage{kind}", int(person), **{field: text}, reply_markup=keyboard
                )
        return False

    async def _post(self, chat: Chat, message: Message, reply_to: str) -> str:
        *first, last = letters_of(message, pinging(message.text, message.mention))
        for letter in first:
            await self._send(letter, message, _frame(chat, reply_to))
            reply_to = ""
        posted = await self._send(last, message, _frame(chat, reply_to, message.buttons))
        return str(posted.message_id)

    async def _send(self, letter: Letter, message: Message, frame: _Frame) -> Posted:
        match letter:
            case Text():
                return await self._send_text(letter, message, frame)
            case Photo():
                return await self._send_photo(letter, message, frame)
            case Album():
                return await self._send_album(letter, frame)
            case File(name, content, text):
                return await self.bot.send_document(document=content.encode(), filename=name, caption=text, **frame)

    async def _send_text(self, letter: Text, message: Message, frame: _Frame) -> Posted:
        entities = [*entities_of(letter.text, message.mention), *columns_of(letter.text, message.grid)]
        return await self.bot.send_message(
            text=letter.text, entities=entities, link_preview_options=NO_PREVIEW, **frame
        )

    async def _send_photo(self, letter: Photo, message: Message, frame: _Frame) -> Posted:
        """A group may forbid photos; then the words and buttons (one is for the board as text) must do."""
        entities = entities_of(letter.text, message.mention)
        picture = await self.paint(letter.scene)
        try:
            posted = await self.bot.send_photo(
                photo=picture, filename=BOARD, caption=letter.text, caption_entities=entities, **frame
            )
        except BadRequest as refused:
            if "rights to send photos" not in refused.message:
                raise
            self.photos.note(frame["chat_id"], taken=False)
            return await self._send_text(Text(letter.text), message, frame)
        self.photos.note(frame["chat_id"], taken=True)
        return posted

    async def _send_album(self, letter: Album, frame: _Frame) -> Posted:
        posted = await self.bot.send_media_group(
            media=[await self._media(scene, caption) for scene, caption in letter.pictures],
            chat_id=frame["chat_id"],
            message_thread_id=frame["message_thread_id"],
            reply_parameters=frame["reply_parameters"],
        )
        return posted[0]

    async def _media(self, scene: Scene, caption: str) -> InputMediaPhoto:
        return InputMediaPhoto(await self.paint(scene), caption=caption, filename=BOARD)


def _frame(
    chat: Chat, reply_to: str, buttons: tuple[tuple[Button, ...], ...] = (), more: dict[str, Any] | None = None
) -> _Frame:
    return _Frame(
        chat_id=int(chat.id),
        message_thread_id=int(chat.thread) if chat.thread else None,
        reply_parameters=ReplyParameters(int(reply_to), allow_sending_without_reply=True) if reply_to else None,
        reply_markup=keyboard_of(buttons),
        api_kwargs=more,
    )
