"""From messages and button presses to what the core is told."""

from __future__ import annotations

import re

from telegram import CallbackQuery, Message, User

from bot.core.game.people import Person
from bot.core.language.invisible import trimmed
from bot.core.ports.platform import Incoming
from bot.platforms.telegram.addressed import spoken_to
from bot.platforms.telegram.ephemeral import ephemeral_id
from bot.platforms.telegram.mentions import mentions_of, spelled
from bot.platforms.telegram.people import author_of, chat_of, inline_chat, person_of, stranger

_COMMAND = re.compile(r"(/\w+)@(\w+)")


def typed(message: Message, me: User) -> Incoming | None:
    """What a text or caption says to the bot; None if it is a bot's, a command to another bot, or wordless."""
    person = author_of(message)
    raw = trimmed(message.text or message.caption or "")
    text, is_addressed = spoken_to(spelled(message, me), raw, me.username or "")
    text = _own(text, me)
    if person is None or not text:
        return None
    chat = chat_of(message)
    return Incoming(
        chat,
        person,
        text,
        replies_to=_replies_to(message, me),
        mentions=mentions_of(message, me) | _answered_person(message),
        alone=chat.direct or is_addressed,
        in_private=chat.direct,
        overheard=not chat.direct and ephemeral_id(message) is None,
    )


def pressed(query: CallbackQuery) -> Incoming | None:
    """What a press types; None for a button that is not under a message of the bot's own."""
    if not query.data or not (query.message or query.inline_message_id):
        return None
    under = str(query.message.message_id) if query.message else query.inline_message_id or ""
    named = {word: stranger(word) for word in query.data.split() if word.startswith("@")}
    chat, person = chat_of(query.message) if query.message else inline_chat(under), person_of(query.from_user)
    return Incoming(chat, person, query.data, pressed=True, replies_to=under, mentions=named, in_private=chat.direct)


def _own(text: str, me: User) -> str:
    """The text, `/move@bot` read as `/move`; empty if the command is for another bot."""
    command = _COMMAND.match(text)
    if command is None:
        return text
    is_ours = command[2].casefold() == (me.username or "").casefold()
    return command[1] + text[command.end() :] if is_ours else ""


def _replies_to(message: Message, me: User) -> str:
    answered = _answered(message)
    author = answered.from_user if answered else None
    return str(answered.message_id) if answered and author and author.id == me.id else ""


def _answered_person(message: Message) -> dict[str, Person]:
    """The author of the message that is answered, as a mention called `reply`."""
    answered = _answered(message)
    author = author_of(answered) if answered else None
    return {"reply": author} if author else {}


def _answered(message: Message) -> Message | None:
    """The message that is answered; in a topic, answering the message that opened it means nothing."""
    answered = message.reply_to_message
    return None if answered is None or answered.forum_topic_created else answered
