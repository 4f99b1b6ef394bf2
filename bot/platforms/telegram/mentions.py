"""Mentions in a text: each spelled as one word, with the person meant."""

from __future__ import annotations

from collections.abc import Iterator

from telegram import Message, MessageEntity, User

from bot.core.game.people import Person
from bot.core.language.invisible import trimmed
from bot.platforms.telegram.people import person_of, stranger

_ROBOT = "bot"
_UTF16 = "utf-16-le"


def spelled(message: Message, me: User) -> str:
    """The text or caption, with the bot's own mention as `bot` and a mentioned name of several words joined by `_`."""
    units = (message.text or message.caption or "").encode(_UTF16)
    for entity, words in sorted(_entities(message), key=lambda found: -found[0].offset):
        start, end = 2 * entity.offset, 2 * (entity.offset + entity.length)
        units = units[:start] + _word(entity, words, me).encode(_UTF16) + units[end:]
    return trimmed(units.decode(_UTF16, "replace"))


def mentions_of(message: Message, me: User) -> dict[str, Person]:
    """Each mention as `spelled` writes it, with the person meant: by id where Telegram tells it, else by handle."""
    return {
        _word(entity, words, me): person_of(entity.user) if entity.user else stranger(words)
        for entity, words in _entities(message)
        if _word(entity, words, me) != _ROBOT
    }


def _entities(message: Message) -> Iterator[tuple[MessageEntity, str]]:
    kinds: list[str | None] = [MessageEntity.MENTION, MessageEntity.TEXT_MENTION]
    found = message.parse_entities(kinds) if message.text else message.parse_caption_entities(kinds)
    return iter(found.items())


def _word(entity: MessageEntity, words: str, me: User) -> str:
    if words.casefold() == f"@{me.username}".casefold() or (entity.user and entity.user.id == me.id):
        return _ROBOT
    return "_".join(words.split())
