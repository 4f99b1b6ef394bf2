"""An entry of a channel as text for the archive, and back."""

from __future__ import annotations

from dataclasses import dataclass, replace

from pydantic import TypeAdapter

from bot.core.game.people import Person
from bot.core.ports.platform import Button, Message
from bot.platforms.web.gallery import ServedPicture
from bot.platforms.web.history import Entry
from renderers import written


@dataclass(frozen=True)
class _Picture:
    id: str
    alt: str
    scene: str


@dataclass(frozen=True)
class _Entry:
    time: float
    text: str
    buttons: tuple[tuple[Button, ...], ...] = ()
    mention: Person | None = None
    file: tuple[str, str] | None = None
    grid: str = ""
    author: Person | None = None
    audience: Person | None = None
    reply: str = ""
    pictures: tuple[_Picture, ...] = ()


_ENTRY = TypeAdapter(_Entry)
_PERSON = TypeAdapter(Person)


def write(entry: Entry) -> str:
    """The entry without its id, as JSON."""
    said = entry.message
    pictures = tuple(_Picture(picture.id, picture.alt, written.write(picture.scene)) for picture in entry.pictures)
    kept = _Entry(
        entry.time,
        said.text,
        said.buttons,
        said.mention,
        said.file,
        said.grid,
        entry.author,
        entry.audience,
        entry.reply,
        pictures,
    )
    return _ENTRY.dump_json(kept, exclude_defaults=True).decode()


def read(entry_id: str, text: str) -> Entry:
    """The entry that was written; raises `ValueError`."""
    kept = _ENTRY.validate_json(text)
    pictures = tuple(ServedPicture(picture.id, written.read(picture.scene), picture.alt) for picture in kept.pictures)
    said = Message(kept.text, buttons=kept.buttons, mention=kept.mention, file=kept.file, grid=kept.grid)
    said = replace(said, envelope=replace(said.envelope, private=kept.audience is not None))
    return Entry(entry_id, kept.time, said, kept.author, kept.audience, pictures, kept.reply)


def write_person(person: Person) -> str:
    """A person as JSON."""
    return _PERSON.dump_json(person, exclude_defaults=True).decode()


def read_person(text: str) -> Person:
    """The person that was written; raises `ValueError`."""
    return _PERSON.validate_json(text)
