"""Anonymous entries of a tournament's log."""

from __future__ import annotations

from dataclasses import replace

from bot.core.game.forgetting import nameless_text
from bot.core.game.people import Chat, Person
from bot.features.tournaments.events import Begun, Ended, Event, Joined, Left, Opened, read, write


def anonymous_entry(text: str, person: Person) -> str:
    """Return a log entry without a person's name and private chat; their number stays.

    From an unreadable entry the texts that name them are removed.
    """
    try:
        before = read(text)
    except ValueError:
        return nameless_text(text, person)
    after = tuple(_anonymize(event, person) for event in before)
    return text if after == before else write(after)


def _anonymize(event: Event, person: Person) -> Event:
    anonymous = Person(person.platform, "", "")
    if isinstance(event, Joined | Left | Begun | Ended):
        event = replace(event, cause=event.cause.replace(person.key, person.platform))
    if isinstance(event, Joined) and person.is_same(event.person):
        chat = Chat(event.chat.platform, "", direct=True) if event.chat.key == person.key else event.chat
        return replace(event, person=anonymous, chat=chat)
    if isinstance(event, Opened) and person.is_same(event.opener):
        return replace(event, opener=anonymous)
    return event
