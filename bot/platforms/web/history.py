"""The newest messages of a channel, their form in the archive, and what of them is a person's."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from pydantic import TypeAdapter

from bot.core.game.people import Person
from bot.core.ports.platform import Button, Message
from bot.core.queues.bounded_dict import BoundedDict
from renderers import written as scene_text
from renderers.scene import Item, Label, Scene

KEPT = 200
"""How many messages of a channel are remembered."""
MOST_REPLACED = 50
"""How many pictures that gave way are still served: a page asks a little after it heard of one."""
_PERSON = TypeAdapter(Person)
Rename = Callable[[str], str]
Told = dict[str, str | float]


_KEPT_READ = 32
"""Scenes that are kept as they were read: one takes up to sixty times the room of its text."""
_BESIDE_TEXT = 2000
"""Bytes of a message besides its texts."""


@dataclass(frozen=True)
class ServedPicture:
    """A picture before it is painted, as text until it is asked for, and in words; a board is `of` a game and ply."""

    id: str
    packed: str
    alt: str
    size: tuple[int, int]
    of: str = ""

    @property
    def bytes(self) -> int:
        """Return the approximate bytes of memory that it takes."""
        return len(self.packed) + len(self.alt)

    @property
    def scene(self) -> Scene:
        """What to paint; raises `ValueError` if another version of this program wrote it."""
        return _scene(self.packed)


def served(picture_id: str, scene: Scene, alt: str, of: str = "") -> ServedPicture:
    """Return a picture that takes little room."""
    return ServedPicture(picture_id, scene_text.write(scene), alt, (scene.width, scene.height), of)


@lru_cache(maxsize=_KEPT_READ)
def _scene(packed: str) -> Scene:
    return scene_text.read(packed)


@dataclass(frozen=True)
class Entry:
    """One message on the page: by `author` (None: the bot), for `audience` alone (None: for all)."""

    id: str
    time: float
    message: Message
    author: Person | None = None
    audience: Person | None = None
    pictures: tuple[ServedPicture, ...] = ()
    reply: str = ""

    @property
    def bytes(self) -> int:
        """Return the approximate bytes of memory that it takes."""
        said = self.message
        texts = (said.text, said.grid, *(said.file or ()), *(b.label + b.types for row in said.buttons for b in row))
        return _BESIDE_TEXT + sum(map(len, texts)) + sum(each.bytes for each in self.pictures)

    def is_for(self, reader: Person) -> bool:
        """Whether the reader may see it."""
        return self.audience is None or self.audience.id == reader.id


@dataclass(frozen=True)
class _Change:
    number: int
    stamp: str
    entry: Entry


class History:
    """Messages in the order in which they were first put; the oldest go when there are more than `KEPT`.

    One that `rests` has given its messages up and gets them back from the archive when somebody asks.
    """

    def __init__(self) -> None:
        self.changes = 0
        self.rests = False
        self._bytes = 0
        self._rested_after = 0
        self._newest: dict[str, _Change] = {}
        self._replaced = BoundedDict[str, ServedPicture](MOST_REPLACED)

    @property
    def bytes(self) -> int:
        """Return the approximate bytes of memory that it takes."""
        return self._bytes + sum(each.bytes for each in self._replaced.values())

    def put(self, entry: Entry, stamp: str = "") -> None:
        """Adds an entry, or changes the one of the same id in its place; `stamp` is "" for one no other process has."""
        self.changes += 1
        former = self.get(entry.id)
        for picture in former.pictures if former else ():
            self._replaced[picture.id] = picture
        self._set(entry.id, _Change(self.changes, stamp, entry))

    def rest(self) -> None:
        """Give up all messages, unless the archive lacks one of them."""
        if all(change.stamp for change in self._newest.values()):
            self.clear()
            self.rests, self._rested_after = True, self.changes

    def restore(self, entries: Sequence[tuple[Entry, str]]) -> None:
        """Get back the messages, each with its stamp, that were given up: they are no news to whoever has read them."""
        newer, begin = [*self._newest.values()], max(1, self._rested_after - len(entries) + 1)
        numbers = {
            stamp: number for number, stamp in enumerate(sorted((stamp for _, stamp in entries), key=order), begin)
        }
        self._newest, self._bytes, self.rests = {}, 0, False
        for change in (*(_Change(numbers[stamp], stamp, entry) for entry, stamp in entries), *newer):
            self._set(change.entry.id, change)

    def _set(self, entry_id: str, change: _Change) -> None:
        former = self.get(entry_id)
        self._bytes += change.entry.bytes - (former.bytes if former else 0)
        self._newest[entry_id] = change
        if len(self._newest) > KEPT:
            self._bytes -= self._newest.pop(next(iter(self._newest))).entry.bytes

    def clear(self) -> None:
        """Drops all entries."""
        self._newest.clear()
        self._replaced.clear()
        self._bytes, self.rests = 0, False

    def get(self, entry_id: str) -> Entry | None:
        """The entry of that id, if it is among the newest."""
        found = self._newest.get(entry_id)
        return found.entry if found else None

    def like(self, message: Message, reader: Person) -> str:
        """The id of the bot's message to a reader alone that has the same words and buttons; "" if there is none.

        Only one that can be pressed counts.
        """
        own = (c.entry for c in self._newest.values() if c.entry.audience and c.entry.is_for(reader))
        same = (e.id for e in own if (e.message.text, e.message.buttons) == (message.text, message.buttons))
        return next(same, "") if message.buttons else ""

    def pictured(self, picture_id: str) -> ServedPicture | None:
        """The picture of that id, if some message shows it or did until lately."""
        shown = (picture for change in self._newest.values() for picture in change.entry.pictures)
        return next((picture for picture in shown if picture.id == picture_id), self._replaced.get(picture_id))

    def since(self, changes: int, reader: Person) -> Sequence[Entry]:
        """What `reader` may see of everything that changed after that count."""
        newer = (change.entry for change in self._newest.values() if change.number > changes)
        return [entry for entry in newer if entry.is_for(reader)]

    def changes_at(self, stamp: str) -> int:
        """How many changes had been read when a stamp was the newest."""
        known = (
            change.number for change in self._newest.values() if change.stamp and order(change.stamp) <= order(stamp)
        )
        return max(known, default=0)


def order(stamp: str) -> tuple[int, int]:
    """Of two stamps, the greater one is the later; what is no stamp is before all."""
    time, _, number = stamp.partition("-")
    digits = time.isascii() and time.isdecimal() and number.isascii() and number.isdecimal()
    return (int(time), int(number)) if digits and len(stamp) <= 40 else (0, 0)


@dataclass(frozen=True)
class _WrittenPicture:
    id: str
    alt: str
    scene: str
    of: str = ""


@dataclass(frozen=True)
class _WrittenEntry:
    time: float
    text: str
    buttons: tuple[tuple[Button, ...], ...] = ()
    mention: Person | None = None
    file: tuple[str, str] | None = None
    grid: str = ""
    heading: str = ""
    small: str = ""
    author: Person | None = None
    audience: Person | None = None
    reply: str = ""
    pictures: tuple[_WrittenPicture, ...] = ()


_ENTRY = TypeAdapter(_WrittenEntry)


def write_entry(entry: Entry) -> str:
    """The entry without its id, as JSON."""
    said = entry.message
    pictures = tuple(_WrittenPicture(picture.id, picture.alt, picture.packed, picture.of) for picture in entry.pictures)
    kept = _WrittenEntry(
        entry.time,
        said.text,
        said.buttons,
        said.mention,
        said.file,
        said.grid,
        said.heading,
        said.small,
        entry.author,
        entry.audience,
        entry.reply,
        pictures,
    )
    return _ENTRY.dump_json(kept, exclude_defaults=True).decode()


def read_entry(entry_id: str, text: str) -> Entry:
    """The entry that was written; raises `ValueError`."""
    kept = _ENTRY.validate_json(text)
    pictures = tuple(
        ServedPicture(picture.id, picture.scene, picture.alt, scene_text.read_size(picture.scene), picture.of)
        for picture in kept.pictures
    )
    said = Message(kept.text, buttons=kept.buttons, mention=kept.mention, file=kept.file, grid=kept.grid)
    said = replace(
        said, heading=kept.heading, small=kept.small, envelope=replace(said.envelope, private=kept.audience is not None)
    )
    return Entry(entry_id, kept.time, said, kept.author, kept.audience, pictures, kept.reply)


def write_person(person: Person) -> str:
    """A person as JSON."""
    return _PERSON.dump_json(person, exclude_defaults=True).decode()


def read_person(text: str) -> Person:
    """The person that was written; raises `ValueError`."""
    return _PERSON.validate_json(text)


def is_theirs(entry: Entry, person: Person) -> bool:
    """Whether an entry was said by a person or to them alone, or answers them."""
    return any(map(person.is_same, (entry.author, entry.audience))) or (
        bool(person.id) and entry.id.startswith(f"{person.id}-")
    )


def concerns(entry: Entry, person: Person) -> bool:
    """Whether an entry is theirs, or addressed to them."""
    mention = entry.message.mention
    return is_theirs(entry, person) or person.is_same(mention)


def told(channel: str, entry: Entry, person: Person) -> Told:
    """An entry that concerns a person, as that person may have it."""
    by = "you" if person.is_same(entry.author) else entry.author.name if entry.author else "bot"
    said: Told = {"room": channel, "at": entry.time, "by": by, "text": entry.message.text}
    return said | ({"file": entry.message.file[1]} if entry.message.file else {})


def names_in(entries: Iterable[Entry], person: Person) -> frozenset[str]:
    """All names and handles under which a person stands in entries, those of now among them."""
    known = [person]
    for entry in entries:
        known += [one for one in (entry.author, entry.audience, entry.message.mention) if one and one.is_same(person)]
    return frozenset(name for one in known for name in (one.name, one.handle) if name)


def without(entry: Entry, person: Person, names: frozenset[str], instead: str) -> Entry | None:
    """The entry with `instead` in the place of a person's names, in its picture too; None for one that is theirs."""
    if is_theirs(entry, person):
        return None
    rename, said = _renaming(names, instead), entry.message
    mention = None if person.is_same(said.mention) else said.mention
    return replace(
        entry,
        message=replace(_renamed(said, rename), mention=mention),
        pictures=tuple(_repainted(picture, rename) for picture in entry.pictures),
    )


def _renaming(names: frozenset[str], instead: str) -> Rename:
    """Longer names first, so that none is left of one that another is part of; only whole words are names."""
    longest = sorted(names, key=len, reverse=True)
    named = re.compile("|".join(rf"(?<!\w){re.escape(name)}(?!\w)" for name in longest), re.IGNORECASE)
    return lambda text: named.sub(instead, text)


def _renamed(said: Message, rename: Rename) -> Message:
    buttons = tuple(
        tuple(replace(button, label=rename(button.label), types=rename(button.types)) for button in row)
        for row in said.buttons
    )
    file = (rename(said.file[0]), rename(said.file[1])) if said.file else None
    heading, small, grid = rename(said.heading), rename(said.small), rename(said.grid)
    return replace(said, text=rename(said.text), heading=heading, small=small, grid=grid, buttons=buttons, file=file)


def _repainted(picture: ServedPicture, rename: Rename) -> ServedPicture:
    """A picture without the names keeps its address only if it never had them: browsers keep what they have seen."""
    scene, alt = _redrawn(picture.scene, rename), rename(picture.alt)
    is_same = (scene, alt) == (picture.scene, picture.alt)
    return picture if is_same else served(f"{picture.id}-", scene, alt, picture.of)


def _redrawn(scene: Scene, rename: Rename) -> Scene:
    """Of a film every scene."""
    paper, items = _relabelled(scene.paper, rename), _relabelled(scene.items, rename)
    return replace(scene, paper=paper, items=items, earlier=tuple(_redrawn(each, rename) for each in scene.earlier))


def _relabelled(items: tuple[Item, ...], rename: Rename) -> tuple[Item, ...]:
    return tuple(replace(item, text=rename(item.text)) if isinstance(item, Label) else item for item in items)
