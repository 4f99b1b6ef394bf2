"""Who is in a channel: those who are connected to this process, and all whom its archive knows."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field

from bot.core.game.people import Person
from bot.platforms.web.names import fold


@dataclass(eq=False)
class Guest:
    """One person in one channel, over all tabs and reconnections to this process.

    The `language` is what the person is spoken to in, once that is known.
    """

    person: Person
    visits: int = 0
    language: str = ""
    heard: deque[str] = field(default_factory=lambda: deque(maxlen=256))
    done: deque[str] = field(default_factory=lambda: deque(maxlen=64))


class Crowd:
    """The people of one channel, present and gone."""

    def __init__(self) -> None:
        self.guests: dict[str, Guest] = {}
        self._known: Mapping[str, Person] = {}
        self._here: frozenset[str] = frozenset()

    @property
    def visitors(self) -> list[Guest]:
        """Those who are connected to this process."""
        return [guest for guest in self.guests.values() if guest.visits]

    @property
    def present(self) -> tuple[Person, ...]:
        """Those who are connected to some process: the others first."""
        mine = {guest.person.id: guest.person for guest in self.visitors}
        others = [person for person in self._known.values() if person.id in self._here and person.id not in mine]
        return (*others, *mine.values())

    def person(self, person_id: str) -> Person | None:
        """Somebody who is or was here."""
        guest = self.guests.get(person_id)
        return guest.person if guest else self._known.get(person_id)

    def learn(self, known: Mapping[str, Person], here: frozenset[str]) -> None:
        """Takes over what the archive says: people, those seen longest ago first, and the ids of those present."""
        self._known, self._here = known, here

    def forget(self, person_id: str) -> None:
        """Knows somebody no more, unless they are connected still."""
        if person_id in self.guests and not self.guests[person_id].visits:
            del self.guests[person_id]

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
        """Each word `@name` of the text that is somebody here, with any punctuation after it."""
        known = {fold(person.handle): person for person in (*self._known.values(), *self.present)}
        words = [word for word in text.split() if word.startswith("@")]
        named = {word: known.get(fold(word[1:])) or known.get(fold(word[1:].rstrip(".,:;!?)"))) for word in words}
        return {word: person for word, person in named.items() if person}
