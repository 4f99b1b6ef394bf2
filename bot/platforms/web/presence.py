"""Presence: who is connected to a channel, who was ever in it, and whose a name is."""

from __future__ import annotations

import hashlib
import unicodedata
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field

from bot.core.game.people import Person
from bot.core.language.invisible import tidy

LONGEST_NAME = 32
MOST_NAMED = 40
"""Of more people than this in one channel the page names these, and tells a number."""
_LOOKS = str.maketrans(
    dict(zip("аеорсухіјѕԁԛԝһӏвкмнт", "aeopcyxijsdqwhlbkmht", strict=True))
    | dict(zip("αβεηικνορτχ", "abenikvoptx", strict=True))
)
"""Cyrillic and Greek letters, small, that look like Latin ones when they are written small or large."""


@dataclass(eq=False)
class Guest:
    """One person in one channel, over all tabs and reconnections to this process.

    The `language` is what the person is spoken to in, once that is known.
    """

    person: Person
    visits: int = 0
    is_dismissed: bool = False
    language: str = ""
    heard: deque[str] = field(default_factory=lambda: deque(maxlen=256))
    done: deque[str] = field(default_factory=lambda: deque(maxlen=64))


@dataclass(frozen=True, eq=False)
class Roll:
    """Who is here: how many, and those who are known; of two rolls of a channel the greater `number` is the later."""

    number: int = 0
    count: int = 0
    people: tuple[Person, ...] = ()

    def named(self, reader: Person) -> dict[str, Person]:
        """Those whose names a reader is told, by id: all or `MOST_NAMED`, the reader among them."""
        people = {person.id: person for person in self.people[:MOST_NAMED]}
        if reader.id not in people and len(people) == MOST_NAMED:
            people.popitem()
        return people | {reader.id: reader}


class Presence:
    """The people of one channel, present and gone."""

    def __init__(self) -> None:
        self.guests: dict[str, Guest] = {}
        self._known: Mapping[str, Person] = {}
        self._here: frozenset[str] = frozenset()
        self._rolls = 0

    @property
    def visitors(self) -> list[Guest]:
        """Those who are connected to this process."""
        return [guest for guest in self.guests.values() if guest.visits]

    def roll(self) -> Roll:
        """Who is here now."""
        self._rolls += 1
        return Roll(self._rolls, len(self._here | {guest.person.id for guest in self.visitors}), self.present)

    @property
    def present(self) -> tuple[Person, ...]:
        """Those who are connected to some process: the others first."""
        mine = {guest.person.id: guest.person for guest in self.visitors}
        others = [person for person in self._known.values() if person.id in self._here and person.id not in mine]
        return (*others, *mine.values())

    def person(self, person_id: str) -> Person | None:
        """A person who is or was here."""
        guest = self.guests.get(person_id)
        return guest.person if guest else self._known.get(person_id)

    def learn(self, known: Mapping[str, Person], here: frozenset[str]) -> bool:
        """Takes over what the archive says: people, those seen longest ago first, and the ids of those present.

        Whether others are here than before, or under other names.
        """
        is_new = here != self._here or any(known.get(one) != self._known.get(one) for one in here)
        self._known, self._here = known, here
        return is_new

    def dismiss(self, person_id: str) -> None:
        """Knows a person no more; those who are connected still are told to go."""
        if guest := self.guests.pop(person_id, None):
            guest.is_dismissed = True
        self._known = {key: person for key, person in self._known.items() if key != person_id}
        self._here -= {person_id}

    def enter(self, person: Person) -> Guest:
        """One tab more, under the name that the person has now."""
        guest = self.guests.setdefault(person.id, Guest(person))
        guest.person = person
        guest.visits += 1
        return guest

    def leave(self, guest: Guest) -> bool:
        """One tab fewer; whether it was the last."""
        guest.visits -= 1
        return not guest.visits

    def mentions(self, text: str) -> dict[str, Person]:
        """Each word `@name` of the text that is a person here, with any punctuation after it."""
        known = {fold_name(word_of(person)): person for person in (*self._known.values(), *self.present)}
        words = [word for word in text.split() if word.startswith("@")]
        named = {
            word: known.get(fold_name(word[1:])) or known.get(fold_name(word[1:].rstrip(".,:;!?)"))) for word in words
        }
        return {word: person for word, person in named.items() if person}


class EntryRefused(Exception):
    """A person is not let in, for the name cannot be had, or there is no seat any more; `code` says why."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def proper_name(name: str) -> str:
    """The name as it is shown; raises `EntryRefused` for one of which nothing is seen, or the bot's own."""
    name = tidy(name, LONGEST_NAME).lstrip("@ ")
    if not fold_name(name):
        raise EntryRefused("name-empty")
    if fold_name(name) in RESERVED:
        raise EntryRefused("name-taken")
    return name


def handle_of(name: str) -> str:
    """The name as one word, as it is written after @."""
    return name.replace(" ", "_")


def fold_name(name: str) -> str:
    """Names are the same when this is: neither case nor compatibility forms count, nor an alphabet's look-alikes."""
    plain = unicodedata.normalize("NFKC", handle_of(name)).casefold()
    return plain.translate(_LOOKS)


def word_of(person: Person) -> str:
    """What is written after @ to mean a person: not all who come from elsewhere have a handle."""
    return person.handle or person.id


def claimed_by(person: Person) -> str:
    """What no other person in a channel may go by: those from elsewhere may be called alike."""
    return fold_name(person.name) if person.platform == "web" else person.id


def visitor(token: str, name: str, language: str) -> Person:
    """The holder of a token as a person of the page; raises `EntryRefused`."""
    name = proper_name(name)
    return Person("web", id_of_token(token), name, handle_of(name), language)


def id_of_token(token: str) -> str:
    """The public id of the holder of a private token; the token cannot be found from it."""
    return hashlib.sha256(token.encode()).hexdigest()[:20]


RESERVED = frozenset(map(fold_name, ("bot", "бот", "tetradka", "тетрадка")))
