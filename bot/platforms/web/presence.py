"""Presence: who is connected to a channel, who was there before, and who owns a name."""

import hashlib
import unicodedata
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field

from bot.core.game.people import Person
from bot.core.language.invisible import tidy

LONGEST_NAME = 32
MOST_NAMED = 40
"""The most people in a channel whom the page lists by name; of more it shows the number."""
_LOOKS = str.maketrans(
    dict(zip("аеорсухіјѕԁԛԝһӏвкмнт", "aeopcyxijsdqwhlbkmht", strict=True))
    | dict(zip("αβεηικνορτχ", "abenikvoptx", strict=True))
)
"""Lowercase Cyrillic and Greek letters that look like Latin ones in either case."""


@dataclass(eq=False)
class Guest:
    """One person in one channel, over all tabs and reconnections to this process.

    The `language` is the one the bot uses to them, once it is known.
    """

    person: Person
    visits: int = 0
    is_dismissed: bool = False
    language: str = ""
    heard: deque[str] = field(default_factory=lambda: deque(maxlen=256))
    done: deque[str] = field(default_factory=lambda: deque(maxlen=64))


@dataclass(frozen=True, eq=False)
class Roll:
    """The people present: their number, and the named ones; a greater `number` is a newer roll."""

    number: int = 0
    count: int = 0
    people: tuple[Person, ...] = ()

    def listed_people(self, reader: Person) -> dict[str, Person]:
        """Return the people listed to a reader, by id: all or `MOST_NAMED`, including the reader."""
        people = {person.id: person for person in self.people[:MOST_NAMED]}
        if reader.id not in people and len(people) == MOST_NAMED:
            people.popitem()
        return people | {reader.id: reader}


class Presence:
    """The present and former people of one channel."""

    def __init__(self) -> None:
        self.guests: dict[str, Guest] = {}
        self._known: Mapping[str, Person] = {}
        self._here: frozenset[str] = frozenset()
        self._rolls = 0

    @property
    def visitors(self) -> list[Guest]:
        """Return the guests who are connected to this process."""
        return [guest for guest in self.guests.values() if guest.visits]

    def roll(self) -> Roll:
        """Return the roll of people who are present now."""
        self._rolls += 1
        return Roll(self._rolls, len(self._here | {guest.person.id for guest in self.visitors}), self.people_present)

    @property
    def people_present(self) -> tuple[Person, ...]:
        """Return the people who are connected to any process, those of other processes first."""
        mine = {guest.person.id: guest.person for guest in self.visitors}
        others = [person for person in self._known.values() if person.id in self._here and person.id not in mine]
        return (*others, *mine.values())

    def person(self, person_id: str) -> Person | None:
        """Return a person who is or was here."""
        guest = self.guests.get(person_id)
        return guest.person if guest else self._known.get(person_id)

    def learn(self, known_people: Mapping[str, Person], here: frozenset[str]) -> bool:
        """Apply the archive's people, least recent first, and the IDs of those present.

        Returns whether the people present or their names have changed.
        """
        is_new = here != self._here or any(known_people.get(one) != self._known.get(one) for one in here)
        self._known, self._here = known_people, here
        return is_new

    def dismiss(self, person_id: str) -> None:
        """Forget a person; a connected guest is marked as dismissed."""
        if guest := self.guests.pop(person_id, None):
            guest.is_dismissed = True
        self._known = {key: person for key, person in self._known.items() if key != person_id}
        self._here -= {person_id}

    def enter(self, person: Person) -> Guest:
        """Count one more tab, under the person's current name."""
        guest = self.guests.setdefault(person.id, Guest(person))
        guest.person = person
        guest.visits += 1
        return guest

    def leave(self, guest: Guest) -> bool:
        """Count one tab fewer; return whether it was the last."""
        guest.visits -= 1
        return not guest.visits

    def mentions(self, text: str) -> dict[str, Person]:
        """Return each word `@name` of the text that names a person here, including punctuation after it."""
        people = {fold_name(word_of(person)): person for person in (*self._known.values(), *self.people_present)}
        words = [word for word in text.split() if word.startswith("@")]
        mentions = {
            word: people.get(fold_name(word[1:])) or people.get(fold_name(word[1:].rstrip(".,:;!?)"))) for word in words
        }
        return {word: person for word, person in mentions.items() if person}


class EntryRefusedError(Exception):
    """A refused entry, because the name is unavailable or the seat has expired; `code` is the reason."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def proper_name(name: str) -> str:
    """Return the name as displayed; raise `EntryRefusedError` if it is empty, invisible or reserved."""
    name = tidy(name, LONGEST_NAME).lstrip("@ ")
    if not fold_name(name):
        raise EntryRefusedError("name-empty")
    if fold_name(name) in RESERVED:
        raise EntryRefusedError("name-taken")
    return name


def handle_of(name: str) -> str:
    """Return the name as one word, as written after @."""
    return name.replace(" ", "_")


def fold_name(name: str) -> str:
    """Return a comparison key of a name, equal under case, compatibility forms and look-alike letters."""
    name_text = unicodedata.normalize("NFKC", handle_of(name)).casefold()
    return name_text.translate(_LOOKS)


def word_of(person: Person) -> str:
    """Return the word after @ that names a person; people from elsewhere may lack a handle."""
    return person.handle or person.id


def name_claim(person: Person) -> str:
    """Return the key that is unique to a person in a channel; people from elsewhere may share a name."""
    return fold_name(person.name) if person.platform == "web" else person.id


def visitor(token: str, name: str, language: str) -> Person:
    """Return the holder of a token as a person of the page; raise `EntryRefusedError`."""
    name = proper_name(name)
    return Person("web", id_of_token(token), name, handle_of(name), language)


def id_of_token(token: str) -> str:
    """Return the public ID of a private token, which cannot be derived from it."""
    return hashlib.sha256(token.encode()).hexdigest()[:20]


RESERVED = frozenset(map(fold_name, ("bot", "бот", "tetradka", "тетрадка")))
