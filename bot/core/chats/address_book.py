"""The address book: people who have written in private, and the chat where each can be reached."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import asdict, replace

from bot.core.game.people import Chat, Person
from bot.core.language.invisible import without_links
from bot.core.ports.platform import Incoming
from bot.core.ports.store import Store
from bot.core.queues.bounded_dict import BoundedDict


class AddressBook:
    """The address book in the store, with a cache that saves rewriting known entries."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known = BoundedDict[str, str]()

    async def note(self, incoming: Incoming) -> None:
        """Store the sender of a private text."""
        person = incoming.person
        description = json.dumps([asdict(person), asdict(incoming.chat)])
        if not incoming.in_private or self._known.get(person.key) == description:
            return
        by_handle = Person(person.platform, "", "", person.handle).key if person.handle else ""
        await self._store.people.remember_person(person.key, by_handle, description)
        self._known[person.key] = description

    async def find(self, person: Person) -> tuple[Person, Chat] | None:
        """Return a person, by ID or a handle that is still theirs, with the chat where they can be reached, or None."""
        with suppress(ValueError, TypeError):  # missing or corrupt
            who, where = json.loads(await self._store.people.description_of(person.key) or "")
            person_met = Person(**who)
            return (person_met, Chat(**where)) if person_met.is_same(person) else None
        return None

    def forget(self, person: Person) -> None:
        """Drop a person from the cache, so that their next text stores them again."""
        self._known.pop(person.key, None)


def for_reader(person: Person, language: str) -> Person:
    """Return a person as platforms may show them to a reader of this language."""
    return replace(person, name=without_links(person.name), language=language)
