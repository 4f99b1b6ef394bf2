"""What the channels of the page keep of a person: who gets it, and how it ends."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import replace

from bot.core.game.people import Person
from bot.core.ports.platform import Message
from bot.platforms.web.history import Entry, ServedPicture
from renderers.scene import Item, Label

Rename = Callable[[str], str]
Told = dict[str, str | float]


def is_theirs(entry: Entry, person: Person) -> bool:
    """Whether an entry was said by a person or to them alone, or answers them."""
    return any(one and one.is_same(person) for one in (entry.author, entry.audience)) or (
        person.platform == "web" and entry.id.startswith(f"{person.id}-")
    )


def concerns(entry: Entry, person: Person) -> bool:
    """Whether an entry is theirs, or addressed to them."""
    mention = entry.message.mention
    return is_theirs(entry, person) or (mention is not None and mention.is_same(person))


def told(channel: str, entry: Entry, person: Person) -> Told:
    """An entry that concerns a person, as that person may have it."""
    by = "you" if entry.author and entry.author.is_same(person) else entry.author.name if entry.author else "bot"
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
    mention = None if said.mention and said.mention.is_same(person) else said.mention
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
    paper, items = (_relabelled(part, rename) for part in (picture.scene.paper, picture.scene.items))
    scene, alt = replace(picture.scene, paper=paper, items=items), rename(picture.alt)
    return picture if (scene, alt) == (picture.scene, picture.alt) else ServedPicture(f"{picture.id}-", scene, alt)


def _relabelled(items: tuple[Item, ...], rename: Rename) -> tuple[Item, ...]:
    return tuple(replace(item, text=rename(item.text)) if isinstance(item, Label) else item for item in items)
