"""The one person to ping: an entity over plain text, so that nothing in a text is taken for markup."""

from __future__ import annotations

import re

from telegram import MessageEntity, User

from bot.core.game.people import Person
from bot.platforms.telegram.people import PLATFORM


def pinging(text: str, person: Person | None) -> str:
    """The text with the person's name in it, put first if it is not there yet."""
    if person is None or person.platform != PLATFORM or _named(text, person):
        return text
    return f"{person.name}: {text}"


def entities_of(text: str, person: Person | None) -> list[MessageEntity]:
    """A link to the person where the text names them last; one known by `@handle` only needs none."""
    if person is None or person.platform != PLATFORM or not person.id.isdecimal():
        return []
    name = _named(text, person)
    if name is None:
        return []
    user = User(int(person.id), person.name, is_bot=False)
    entity = MessageEntity(MessageEntity.TEXT_MENTION, name.start(), len(name[0]), user=user)
    return list(MessageEntity.adjust_message_entities_to_utf_16(text, [entity]))


def _named(text: str, person: Person) -> re.Match[str] | None:
    """Where the person is named last, as a whole word."""
    found = list(re.finditer(rf"(?<!\w){re.escape(person.name)}(?!\w)", text)) if person.name else []
    return found[-1] if found else None
