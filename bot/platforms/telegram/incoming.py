"""Conversion of messages and presses to `Incoming`: commands, mentions, replies, attachments."""

from __future__ import annotations

import re
from collections.abc import Iterator

from telegram import CallbackQuery, Document, Message, MessageEntity, User
from telegram.error import TelegramError

from bot.core.commands.command import Kind
from bot.core.game.people import Chat, Person, Sender
from bot.core.language.invisible import trim
from bot.core.ports.platform import LARGEST_FILE, Incoming, text_in
from bot.features import COMMANDS
from bot.platforms.telegram.bot_api import Json
from bot.platforms.telegram.ephemeral import ephemeral_id
from bot.platforms.telegram.people import (
    PLATFORM,
    author_of,
    chat_of,
    inline_chat,
    person_called,
    person_of,
    sender_of,
)

_COMMAND = re.compile(r"(/\w+)@(\w+)")
_OWN = "bot"
"""The bot's name in the texts that the core reads."""
_UTF16 = "utf-16-le"


def read_message(message: Message, me: User) -> Incoming | None:
    """Convert a text or caption to `Incoming`; None for a bot's message, another bot's command, or no text."""
    person = author_of(message)
    raw = trim(message.text or message.caption or "")
    text, is_addressed = _without_mention_of_bot(_normalize_text(message, me), raw, me.username or "")
    text, is_to_us = _command_to_bot(text, me)
    if person is None or not text:
        return None
    chat = chat_of(message)
    return Incoming(
        chat,
        person,
        text,
        replies_to=_replies_to(message, me),
        mentions=_mentions_of(message, me) | _reply_mention(message),
        alone=chat.direct or is_addressed or is_to_us or ephemeral_id(message) is not None,
        in_private=chat.direct,
        overheard=not chat.direct and ephemeral_id(message) is None,
        sender=sender_of(message),
    )


def read_wordless(message: Message) -> Incoming | None:
    """Return a file or picture sent to the private chat without a caption; None for all else."""
    person, chat = author_of(message), chat_of(message)
    if person is None or not chat.direct or message.text or message.caption or not message.effective_attachment:
        return None
    return Incoming(chat, person, "", alone=True, in_private=True)


def read_press(query: CallbackQuery) -> Incoming | None:
    """Convert a press to `Incoming`; None if its button is not under a message of the bot."""
    if not query.data or not (query.message or query.inline_message_id):
        return None
    under = str(query.message.message_id) if query.message else query.inline_message_id or ""
    people = {word: person_called(word) for word in query.data.split() if word.startswith("@")}
    chat, person = chat_of(query.message) if query.message else inline_chat(under), person_of(query.from_user)
    return Incoming(
        chat,
        person,
        query.data,
        pressed=True,
        replies_to=under,
        beside=_typed_by_buttons(query),
        mentions=people,
        in_private=chat.direct,
    )


def _typed_by_buttons(query: CallbackQuery) -> tuple[str, ...]:
    """Return the texts of all buttons of a pressed message."""
    keyboard = query.message.reply_markup if isinstance(query.message, Message) else None
    buttons = (button for row in keyboard.inline_keyboard for button in row) if keyboard else ()
    return tuple(button.callback_data for button in buttons if isinstance(button.callback_data, str))


async def read_attachment(document: Document) -> str | None:
    """Return the text of a small UTF-8 file; None if it is too large, not a text, or unavailable."""
    if (document.file_size or 0) > LARGEST_FILE:
        return None
    try:
        file = await document.get_file()
        return text_in(bytes(await file.download_as_bytearray()))
    except TelegramError:
        return None


def fast_parse(update: Json) -> tuple[Chat, Person] | None:
    """Return the chat and author of an update without the library, so that a flood of a thousand texts is cheap.

    Both hold as much as their keys need; None for anything that needs closer inspection.
    """
    match update:
        case {"message": {"text": str(), "from": {"id": int(author)}, "chat": {"id": int(room)}, **more}}:
            topic = more.get("message_thread_id") if more.get("is_topic_message") else None
            chat = Chat(PLATFORM, str(room), str(topic or ""))
            return None if "sender_chat" in more else (chat, Person(PLATFORM, str(author), ""))
    return None


def _replies_to(message: Message, me: User) -> str:
    """Return the id of the answered message, if it is one of the bot's; else ""."""
    target = _reply_target(message)
    author = target.from_user if target else None
    return str(target.message_id) if target and author and author.id == me.id else ""


def _reply_mention(message: Message) -> dict[str, Person]:
    """Return the author of the answered message, as a mention called `reply`."""
    target = _reply_target(message)
    author = author_of(target) if target and sender_of(target) is Sender.PERSON else None
    return {"reply": author} if author else {}


def _reply_target(message: Message) -> Message | None:
    """Return the answered message; in a topic, a reply to the message that opened it means nothing."""
    target = message.reply_to_message
    return None if target is None or target.forum_topic_created else target


def _normalize_text(message: Message, me: User) -> str:
    """Return the text or caption with the bot's mention as `bot`, and names of several words joined by `_`."""
    units = (message.text or message.caption or "").encode(_UTF16)
    for entity, words in sorted(_entities(message), key=lambda found: -found[0].offset):
        start, end = 2 * entity.offset, 2 * (entity.offset + entity.length)
        units = units[:start] + _word(entity, words, me).encode(_UTF16) + units[end:]
    return trim(units.decode(_UTF16, "replace"))


def _mentions_of(message: Message, me: User) -> dict[str, Person]:
    """Return each mention as `_spelled` writes it, with its person, by id where Telegram sends it, else by handle."""
    return {
        _word(entity, words, me): person_of(entity.user) if entity.user else person_called(words)
        for entity, words in _entities(message)
        if _word(entity, words, me) != _OWN
    }


def _entities(message: Message) -> Iterator[tuple[MessageEntity, str]]:
    kinds: list[str | None] = [MessageEntity.MENTION, MessageEntity.TEXT_MENTION]
    texts = message.parse_entities(kinds) if message.text else message.parse_caption_entities(kinds)
    return iter(texts.items())


def _word(entity: MessageEntity, words: str, me: User) -> str:
    """Return a mention as one word."""
    if words.casefold() == f"@{me.username}".casefold() or (entity.user and entity.user.id == me.id):
        return _OWN
    return "_".join(words.split())


def _without_mention_of_bot(text: str, raw: str, username: str) -> tuple[str, bool]:
    """Return the text without the bot's name around it, and whether it was there.

    `raw` is the text as typed, with the name as `@username`; in `text` it is `bot`. The name alone asks for help. Where
    a command takes a person, the bot's name at the end means the bot.
    """
    name = re.escape(f"@{username}")
    leads = re.match(rf"{name}\b", raw, re.IGNORECASE) is not None
    ends = re.search(rf"\s{name}$", raw, re.IGNORECASE) is not None
    if leads:
        text = text.removeprefix(_OWN).lstrip(" ,:\n") or "/help"
    if ends and not _may_name_people(text):
        text = text.removesuffix(_OWN).rstrip()
    return text, leads or ends


def _may_name_people(text: str) -> bool:
    """Return whether a text is a command that takes a person."""
    row = COMMANDS.by_name.get(COMMANDS.split(text)[0]) if text.startswith("/") else None
    return row is not None and any(parameter.kind is Kind.PERSON for parameter in row.parameters)


def _command_to_bot(text: str, me: User) -> tuple[str, bool]:
    """Return the text with `/move@bot` as `/move`, and whether it names the bot so; "" for another bot's command."""
    command = _COMMAND.match(text)
    if command is None:
        return text, False
    is_ours = command[2].casefold() == (me.username or "").casefold()
    return command[1] + text[command.end() :] if is_ours else "", is_ours
