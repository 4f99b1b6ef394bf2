"""Telegram's users, chats, messages and presses converted to the core's persons, chats and `Incoming`."""

import re
from collections.abc import Iterator

from telegram import CallbackQuery, Document, MaybeInaccessibleMessage, Message, MessageEntity, User
from telegram.constants import ChatType
from telegram.error import Forbidden, TelegramError

from bot.core.commands.command import Kind
from bot.core.game.people import INLINE, Chat, Person, Sender
from bot.core.language.invisible import display_name, trim, without_links
from bot.core.ports.adapters import LARGEST_FILE, text_in
from bot.core.ports.platform import Incoming
from bot.features import COMMANDS
from bot.platforms.telegram.bot_api import Json

PLATFORM = "telegram"
_COMMAND = re.compile(r"(/\w+)@(\w+)")
_OWN = "bot"
"""The bot's name in the texts that the core reads."""
_UTF16 = "utf-16-le"


# People and chats


def language_of(user: User) -> str:
    """Return the language of a user's Telegram without the country: `ru` for `ru-RU`."""
    return (user.language_code or "").partition("-")[0].casefold()


def person_of(user: User) -> Person:
    """Return a user as a person, with a name that cannot be mistaken for a command or a link."""
    return _person(user.id, user.full_name, user.username or "", language_of(user))


def author_of(message: Message) -> Person | None:
    """Return the author: a user, or the chat in whose name an anonymous admin writes; None for a bot."""
    if chat := message.sender_chat:
        return _person(chat.id, chat.effective_name or "", chat.username or "")
    user = message.from_user
    return None if user is None or user.is_bot else person_of(user)


def _person(id_: int, name: str, handle: str, language: str = "") -> Person:
    return Person(PLATFORM, str(id_), without_links(display_name(name, handle, str(id_))), handle, language)


def sender_of(message: Message) -> Sender:
    """Return the kind of author; a channel's own or forwarded post is written in a channel's name."""
    if message.sender_chat is None:
        return Sender.PERSON
    is_of_group = message.sender_chat.id == message.chat.id and not message.is_automatic_forward
    return Sender.ADMINISTRATOR if is_of_group else Sender.AUTOMATIC


def private_chat_of(person: Person) -> Chat:
    """Return the person's private chat, which exists once they start the bot; raise `Forbidden` for a group."""
    if not person.id.isdecimal():
        raise Forbidden(f"{person.key} is not a person")
    return Chat(PLATFORM, person.id, direct=True)


def chat_of(message: MaybeInaccessibleMessage) -> Chat:
    """Return the chat of a message, with its topic in a forum (General counts as none)."""
    is_in_topic = isinstance(message, Message) and message.is_topic_message and message.message_thread_id
    thread = str(message.message_thread_id) if isinstance(message, Message) and is_in_topic else ""
    return Chat(PLATFORM, str(message.chat.id), thread, direct=message.chat.type == ChatType.PRIVATE)


def inline_chat(message: str) -> Chat:
    """Return the chat of an inline message, whose real chat Telegram does not reveal."""
    return Chat(PLATFORM, INLINE, message)


def ephemeral_id(message: Message) -> int | None:
    """Return the ID of an ephemeral message; None for a public one."""
    number = message.api_kwargs.get("ephemeral_message_id")
    return None if number is None else int(number)


# Messages and presses


def read_message(message: Message, me: User) -> Incoming | None:
    """Convert a text or caption to `Incoming`; return None for a bot's message, another bot's command, or no text."""
    person, chat, is_public = author_of(message), chat_of(message), ephemeral_id(message) is None
    mentions = {
        _word(each, words, me): person_of(each.user) if each.user else _by_handle(words)
        for each, words in _entities(message)
    }
    mentions.pop(_OWN, None)
    text, is_addressed = _text_to_bot(message, me)
    if person is None or not text:
        return None
    target = message.reply_to_message
    if target and target.forum_topic_created:
        target = None  # in a topic, a reply to the message that opened it means nothing
    target_author = author_of(target) if target and sender_of(target) is Sender.PERSON else None
    is_to_us = target is not None and target.from_user is not None and target.from_user.id == me.id
    return Incoming(
        chat,
        person,
        text,
        replies_to=str(target.message_id) if target and is_to_us else "",
        beside=_texts_of_buttons(target) if target and is_to_us else (),
        mentions=mentions | ({"reply": target_author} if target_author else {}),
        alone=chat.direct or is_addressed or not is_public,
        in_private=chat.direct,
        overheard=not chat.direct and is_public,
        sender=sender_of(message),
    )


def read_wordless(message: Message) -> Incoming | None:
    """Convert a file or picture without a caption in the private chat to `Incoming`; return None otherwise."""
    person, chat = author_of(message), chat_of(message)
    if person is None or not chat.direct or message.text or message.caption or not message.effective_attachment:
        return None
    return Incoming(chat, person, "", alone=True, in_private=True)


def read_press(query: CallbackQuery) -> Incoming | None:
    """Convert a press to `Incoming`; return None if its button is not under a message of the bot."""
    if not query.data or not (query.message or query.inline_message_id):
        return None
    under = str(query.message.message_id) if query.message else query.inline_message_id or ""
    chat = chat_of(query.message) if query.message else inline_chat(under)
    return Incoming(
        chat,
        person_of(query.from_user),
        query.data,
        pressed=True,
        alone=True,
        replies_to=under,
        beside=_texts_of_buttons(query.message) if isinstance(query.message, Message) else (),
        mentions={word: _by_handle(word) for word in query.data.split() if word.startswith("@")},
        in_private=chat.direct,
    )


def _texts_of_buttons(message: Message) -> tuple[str, ...]:
    keyboard = message.reply_markup
    buttons = [button.callback_data for row in keyboard.inline_keyboard for button in row] if keyboard else []
    return tuple(text for text in buttons if isinstance(text, str))


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
    """Return chat and author for their keys, without the library, which is slow in a flood; None to parse all."""
    match update:
        case {"message": {"text": str(), "from": {"id": int(author)}, "chat": {"id": int(room)}, **more}}:
            topic = more.get("message_thread_id") if more.get("is_topic_message") else None
            chat = Chat(PLATFORM, str(room), str(topic or ""))
            return None if "sender_chat" in more else (chat, Person(PLATFORM, str(author), ""))
    return None


# Texts


def _entities(message: Message) -> Iterator[tuple[MessageEntity, str]]:
    kinds: list[str | None] = [MessageEntity.MENTION, MessageEntity.TEXT_MENTION]
    texts = message.parse_entities(kinds) if message.text else message.parse_caption_entities(kinds)
    return iter(texts.items())


def _word(entity: MessageEntity, words: str, me: User) -> str:
    """Return a mention as one word: the bot's as `bot`, names of several words joined by `_`."""
    if words.casefold() == f"@{me.username}".casefold() or (entity.user and entity.user.id == me.id):
        return _OWN
    return "_".join(words.split())


def _by_handle(mention: str) -> Person:
    """Return a person who is known only by `@handle`."""
    return Person(PLATFORM, "", mention, mention.removeprefix("@"))


def _text_to_bot(message: Message, me: User) -> tuple[str, bool]:
    """Return the text without the bot's name around it or after a command, and whether the name was there.

    The name alone asks for help. Where a command takes a person, the bot's name at the end means the bot. The text is
    "" if the command is for another bot.
    """
    raw, name = trim(message.text or message.caption or ""), re.escape(f"@{me.username or ''}")
    text = _with_mentions_as_words(message, me)
    leads = re.match(rf"{name}\b", raw, re.IGNORECASE) is not None
    ends = re.search(rf"\s{name}$", raw, re.IGNORECASE) is not None
    if leads:
        text = text.removeprefix(_OWN).lstrip(" ,:\n") or "/help"
    if ends and not _may_name_people(text):
        text = text.removesuffix(_OWN).rstrip()
    if (command := _COMMAND.match(text)) is None:
        return text, leads or ends
    is_ours = command[2].casefold() == (me.username or "").casefold()
    return command[1] + text[command.end() :] if is_ours else "", leads or ends or is_ours


def _with_mentions_as_words(message: Message, me: User) -> str:
    units = (message.text or message.caption or "").encode(_UTF16)
    for entity, words in sorted(_entities(message), key=lambda each: -each[0].offset):
        start, end = 2 * entity.offset, 2 * (entity.offset + entity.length)
        units = units[:start] + _word(entity, words, me).encode(_UTF16) + units[end:]
    return trim(units.decode(_UTF16, "replace"))


def _may_name_people(text: str) -> bool:
    """Return whether a text is a command that accepts a person."""
    row = COMMANDS.by_name.get(COMMANDS.split(text)[0]) if text.startswith("/") else None
    return row is not None and any(parameter.kind is Kind.PERSON for parameter in row.parameters)
