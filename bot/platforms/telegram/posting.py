"""Posts and edits messages by requests of the Bot API."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from typing import Any, TypedDict

from telegram import Bot, InlineKeyboardMarkup, InputMediaPhoto, LinkPreviewOptions, ReplyParameters
from telegram import Message as Posted
from telegram.constants import ChatAction
from telegram.error import BadRequest, ChatMigrated, Forbidden

from bot.core.game.people import Chat
from bot.core.ports.platform import Button, Message, Paint
from bot.platforms.telegram.ephemeral import EphemeralMessages, Receiver, ephemeral_id
from bot.platforms.telegram.groups import PhotoRights
from bot.platforms.telegram.message_parts import (
    LONGEST_CAPTION,
    LONGEST_TEXT,
    AlbumPart,
    FilePart,
    Part,
    PhotoPart,
    TextPart,
    grid_entities,
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
BOARD = "board.png"
NO_PREVIEW = LinkPreviewOptions(is_disabled=True)


@dataclass(frozen=True)
class Poster:
    """Posts and edits messages; `migrate` is told when a chat turns out to have moved. Raises `TelegramError`."""

    bot: Bot
    paint: Paint
    migrate: Migrate
    ephemeral: EphemeralMessages = field(init=False)
    editor: Editor = field(init=False)
    photos: PhotoRights = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "editor", Editor(self.bot, self.paint))
        object.__setattr__(self, "ephemeral", EphemeralMessages(self.bot))
        object.__setattr__(self, "photos", PhotoRights())

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
        text = with_mention(message.text, message.mention)
        frame = _frame(chat, reply_to)
        frame["reply_markup"] = keyboard
        await self._send_text(TextPart(text), message, frame)

    async def whisper(self, chat: Chat, message: Message, ear: Receiver) -> bool:
        """Posts what one member of a group sees alone; False if the server, the group or the form does not let it."""
        letters = parts_of(message, message.text)
        room = int(chat.id)
        if any(isinstance(letter, AlbumPart) for letter in letters) or not await self.ephemeral.may_reach(room, ear):
            return False
        try:
            return await self._whisper(chat, message, letters, ear)
        except (BadRequest, Forbidden):
            self.ephemeral.refuse(room, ear)
            return False

    async def _whisper(self, chat: Chat, message: Message, letters: tuple[Part, ...], ear: Receiver) -> bool:
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
        match parts_of(message, message.text):
            case [PhotoPart(scene, text)]:
                content = {"media": await self._media(scene, text)}
                return await self.ephemeral.change(
                    under, "editEphemeralMessageMedia", int(person), **content, reply_markup=keyboard
                )
            case [TextPart(text)]:
                kind, field = ("Caption", "caption") if under.photo else ("Text", "text")
                return await self.ephemeral.change(
                    under, f"editEphemeralMessage{kind}", int(person), **{field: text}, reply_markup=keyboard
                )
        return False

    async def _post(self, chat: Chat, message: Message, reply_to: str) -> str:
        *first, last = parts_of(message, with_mention(message.text, message.mention))
        for letter in first:
            await self._send(letter, message, _frame(chat, reply_to))
            reply_to = ""
        posted = await self._send(last, message, _frame(chat, reply_to, message.buttons))
        return str(posted.message_id)

    async def _send(self, letter: Part, message: Message, frame: _Frame) -> Posted:
        match letter:
            case TextPart():
                return await self._send_text(letter, message, frame)
            case PhotoPart():
                return await self._send_photo(letter, message, frame)
            case AlbumPart():
                return await self._send_album(letter, frame)
            case FilePart(name, content, text):
                return await self.bot.send_document(document=content.encode(), filename=name, caption=text, **frame)

    async def _send_text(self, letter: TextPart, message: Message, frame: _Frame) -> Posted:
        entities = [*mention_entities(letter.text, message.mention), *grid_entities(letter.text, message.grid)]
        return await self.bot.send_message(
            text=letter.text, entities=entities, link_preview_options=NO_PREVIEW, **frame
        )

    async def _send_photo(self, letter: PhotoPart, message: Message, frame: _Frame) -> Posted:
        """A group may forbid photos; then the words and buttons (one is for the board as text) must do."""
        entities = mention_entities(letter.text, message.mention)
        picture = await self.paint(letter.scene)
        try:
            posted = await self.bot.send_photo(
                photo=picture, filename=BOARD, caption=letter.text, caption_entities=entities, **frame
            )
        except BadRequest as refused:
            if "rights to send photos" not in refused.message:
                raise
            self.photos.note(frame["chat_id"], taken=False)
            return await self._send_text(TextPart(letter.text), message, frame)
        self.photos.note(frame["chat_id"], taken=True)
        return posted

    async def _send_album(self, letter: AlbumPart, frame: _Frame) -> Posted:
        posted = await self.bot.send_media_group(
            media=[await self._media(photo.scene, photo.text) for photo in letter.photos],
            chat_id=frame["chat_id"],
            message_thread_id=frame["message_thread_id"],
            reply_parameters=frame["reply_parameters"],
        )
        return posted[0]

    async def _media(self, scene: Scene, caption: str) -> InputMediaPhoto:
        return InputMediaPhoto(await self.paint(scene), caption=caption, filename=BOARD)


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
        letters = parts_of(message, message.text)
        place = _Edited(chat_id=chat, message_id=posted, reply_markup=keyboard_of(message.buttons))
        forms = (False, True) if under_picture is None else (under_picture,)
        return len(letters) == 1 and await self._in_one_of(forms, letters[0], message.grid, place)

    async def shrink(self, chat: int, posted: int, line: str, is_drawn: bool) -> bool:
        """Leaves one line of a board, under a strip of paper if it was drawn, and no buttons; as `change`."""
        place = _Edited(chat_id=chat, message_id=posted, reply_markup=None)
        if not is_drawn:
            return await self._in_one_of((False, True), TextPart(line), "", place)
        try:
            await self.strip.put(self.bot, line, **place)
        except BadRequest as refused:
            return "not modified" in refused.message.casefold() or await self._in_one_of(
                (True, False), TextPart(line), "", place
            )
        except ChatMigrated:
            return False
        return True

    async def _in_one_of(self, forms: tuple[bool, ...], letter: Part, grid: str, place: _Edited) -> bool:
        for under_picture in forms:
            try:
                return await self._edit(letter, grid, under_picture, place)
            except BadRequest as refused:
                if "not modified" in refused.message.casefold():
                    return True
            except ChatMigrated:
                return False
        return False

    async def _edit(self, letter: Part, grid: str, under_picture: bool, place: _Edited) -> bool:
        match letter:
            case PhotoPart(scene, text):
                picture = InputMediaPhoto(await self.paint(scene), caption=text, filename=BOARD)
                await self.bot.edit_message_media(picture, **place)
            case TextPart(text) if not under_picture:
                await self.bot.edit_message_text(
                    text, entities=grid_entities(text, grid), link_preview_options=NO_PREVIEW, **place
                )
            case TextPart(text) if utf16_length(text) <= LONGEST_CAPTION:
                await self.bot.edit_message_caption(caption=text, caption_entities=grid_entities(text, grid), **place)
            case _:
                return False
        return True


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


async def edit_inline(bot: Bot, inline_message: str, message: Message) -> bool:
    """Lets a message take the place of an inline one; False if that cannot be changed any more."""
    text = next(pages(message.text, LONGEST_TEXT), message.text)
    try:
        await bot.edit_message_text(
            text,
            inline_message_id=inline_message,
            entities=grid_entities(text, message.grid),
            link_preview_options=NO_PREVIEW,
            reply_markup=keyboard_of(message.buttons),
        )
    except BadRequest as refused:
        return "not modified" in refused.message.casefold()
    return True


class _Frame(TypedDict):
    """What every letter has besides its content: where it goes and the buttons under it."""

    chat_id: int
    message_thread_id: int | None
    reply_parameters: ReplyParameters | None
    reply_markup: InlineKeyboardMarkup | None
    api_kwargs: dict[str, Any] | None


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


class _Edited(TypedDict):
    """What is changed, and the buttons that it has from then on."""

    chat_id: int
    message_id: int
    reply_markup: InlineKeyboardMarkup | None
