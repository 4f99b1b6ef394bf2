"""Entries of a tournament's log without a person."""

from __future__ import annotations

from dataclasses import replace

from bot.core.game.forgetting import nameless_text
from bot.core.game.people import Chat, Person
from bot.features.tournaments.events import Begun, Ended, Event, Joined, Left, Opened, read, write


def nameless_tournament(text: str, person: Person) -> str:
    """Return an entry of a log without a person, who keeps a number, and no private chat; also one that is unreadable,
    as far as it names them."""
    try:
        before = read(text)
    except ValueError:
        return nameless_text(text, person)
    after = tuple(_without(event, person) for event in before)
    return text if after == before else write(after)


def _without(event: Event, person: Person) -> Event:
    gone = Person(person.platform, "", "")
    if isinstance(event, Joined | Left | Begun | Ended):
        event = replace(event, cause=event.cause.replace(person.key, person.platform))
    if isinstance(event, Joined) and person.is_same(event.person):
        chat = Chat(event.chat.platform, "", direct=True) if event.chat.key == person.key else event.chat
        return replace(event, person=gone, chat=chat)
    if isinstance(event, Opened) and person.is_same(event.opener):
        return replace(event, opener=gone)
    return event
