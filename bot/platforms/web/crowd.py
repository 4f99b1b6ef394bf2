"""Who is in a channel: names that belong to one person at a time, and whom `@name` means."""

from __future__ import annotations

import hashlib
import unicodedata
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

from bot.core.invisible import tidy
from bot.core.ports import Person

LONGEST_NAME = 32
RESERVED = frozenset({"bot", "бот", "tetradka", "тетрадка"})
GRACE = 60.0
"""Seconds for which a name is kept for somebody whose connection was lost."""
REMEMBERED = 200
"""How many people who left a channel are still known there by name."""


class NameRefused(Exception):
    """The name cannot be had; `code` says why."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def handle(name: str) -> str:
    """The name as one word, as it is written after @."""
    return name.replace(" ", "_")


def fold(word: str) -> str:
    """Names are the same when this is: case and compatibility forms do not count."""
    return unicodedata.normalize("NFKC", word).casefold()


def identity(token: str) -> str:
    """The public id of whoever holds a private token; the token cannot be found from it."""
    return hashlib.sha256(token.encode()).hexdigest()[:20]


@dataclass(eq=False)
class Guest:
    """One person in one channel, over all tabs and reconnections."""

    person: Person
    visits: int = 0
    left: float = 0.0
    heard: deque[str] = field(default_factory=lambda: deque(maxlen=256))
    done: deque[str] = field(default_factory=lambda: deque(maxlen=64))


class Crowd:
    """The people of one channel, present and lately gone."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._guests: dict[str, Guest] = {}

    @property
    def present(self) -> tuple[Person, ...]:
        return tuple(guest.person for guest in self._guests.values() if guest.visits)

    def enter(self, token: str, name: str, language: str) -> Guest:
        """Lets the holder of `token` in under `name`; raises `NameRefused`."""
        name = tidy(name, LONGEST_NAME).lstrip("@ ")
        person = Person("web", identity(token), name, handle(name), language)
        self._check(person)
        guest = self._guests.pop(person.id, None) or Guest(person)
        guest.person = person
        guest.visits += 1
        self._guests[person.id] = guest
        return guest

    def leave(self, guest: Guest) -> None:
        """One tab fewer; the longest gone are forgotten."""
        guest.visits -= 1
        guest.left = self._now()
        gone = [key for key, other in self._guests.items() if not other.visits]
        for key in gone[:-REMEMBERED]:
            del self._guests[key]

    def mentions(self, text: str) -> dict[str, Person]:
        """Each word `@name` of the text that is somebody here, with any punctuation after it."""
        known = {fold(guest.person.handle): guest.person for guest in self._by_presence()}
        words = [word for word in text.split() if word.startswith("@")]
        named = {word: known.get(fold(word[1:])) or known.get(fold(word[1:].rstrip(".,:;!?)"))) for word in words}
        return {word: person for word, person in named.items() if person}

    def _check(self, person: Person) -> None:
        folded = fold(person.handle)
        if not folded:
            raise NameRefused("name-empty")
        if folded in RESERVED or any(self._holds(guest, person, folded) for guest in self._guests.values()):
            raise NameRefused("name-taken")

    def _holds(self, guest: Guest, person: Person, folded: str) -> bool:
        if guest.person.id == person.id or fold(guest.person.handle) != folded:
            return False
        return guest.visits > 0 or self._now() - guest.left < GRACE

    def _by_presence(self) -> list[Guest]:
        return sorted(self._guests.values(), key=lambda guest: (guest.visits > 0, guest.left))
