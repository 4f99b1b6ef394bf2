"""The newest messages of a channel, their archived form, and personal data in them."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, astuple, dataclass, replace
from functools import lru_cache, partial

from pydantic import TypeAdapter

from bot.core.game.people import Person
from bot.core.ports.platform import Button, Envelope, Layout, Message, SharedLine
from bot.core.queues.caches import BoundedDict
from renderers import written as scene_text
from renderers.scene import Item, Label, Scene

KEPT = 200
"""Number of messages of a channel kept in memory."""
MOST_REPLACED = 50
"""Number of replaced pictures that are still served, as a page requests one shortly after its announcement."""
Rename = Callable[[str], str]
EntryCopy = dict[str, str | float]
_read_scene = lru_cache(maxsize=32)(scene_text.read)  # a scene takes up to sixty times the space of its text
_BESIDE_TEXT = 2000
"""Bytes of a message besides its texts."""


@dataclass(frozen=True)
class ServedPicture:
    """A picture stored as text until requested, with its description; boards are `of` a game and ply or an exercise."""

    id: str
    packed: str
    alt: str
    size: tuple[int, int]
    of: str = ""

    @property
    def bytes(self) -> int:
        """Return the approximate memory of the picture in bytes."""
        return len(self.packed) + len(self.alt)

    @property
    def scene(self) -> Scene:
        """Return the scene to paint; raise `ValueError` if another version of this program wrote it."""
        return _read_scene(self.packed)


def pack_picture(picture_id: str, scene: Scene, alt: str, of: str = "") -> ServedPicture:
    """Return a picture in its compact form."""
    return ServedPicture(picture_id, scene_text.write(scene), alt, (scene.width, scene.height), of)


@dataclass(frozen=True)
class Entry:
    """A message on the page, by `author` (None: the bot), for `audience` alone (None: for all)."""

    id: str
    time: float
    message: Message
    author: Person | None = None
    audience: Person | None = None
    pictures: tuple[ServedPicture, ...] = ()
    reply: str = ""

    @property
    def bytes(self) -> int:
        """Return the approximate memory of the entry in bytes."""
        message = self.message
        labels = (b.label + b.types for row in message.buttons for b in row)
        texts = (message.text, message.layout.grid, *(message.file or ()), *labels)
        return _BESIDE_TEXT + sum(map(len, texts)) + sum(each.bytes for each in self.pictures)

    def is_for(self, reader: Person) -> bool:
        """Return whether the reader may see the entry."""
        return self.audience is None or self.audience.id == reader.id


@dataclass(frozen=True)
class _Change:
    number: int
    stamp: str
    entry: Entry


class History:
    """Messages in the order in which they were added; beyond `KEPT` the oldest are dropped.

    One that `rests` has dropped its messages and reloads them from the archive on demand.
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
        """Return the approximate memory of the history in bytes."""
        return self._bytes + sum(each.bytes for each in self._replaced.values())

    def put(self, entry: Entry, stamp: str = "") -> None:
        """Add an entry, or replace the one with its ID; `stamp` is "" if no other process has it."""
        self.changes += 1
        former = self.get(entry.id)
        for picture in former.pictures if former else ():
            self._replaced[picture.id] = picture
        self._set(entry.id, _Change(self.changes, stamp, entry))

    def rest(self) -> None:
        """Drop all messages, unless the archive lacks one of them."""
        if all(change.stamp for change in self._newest.values()):
            self.clear()
            self.rests, self._rested_after = True, self.changes

    def restore(self, entries: Sequence[tuple[Entry, str]]) -> None:
        """Reload the dropped messages with their stamps, without counting them as news."""
        newer, begin = [*self._newest.values()], max(1, self._rested_after - len(entries) + 1)
        stamps = sorted((stamp for _, stamp in entries), key=order)
        numbers = {stamp: number for number, stamp in enumerate(stamps, begin)}
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
        """Drop all entries."""
        self._newest.clear()
        self._replaced.clear()
        self._bytes, self.rests = 0, False

    def get(self, entry_id: str) -> Entry | None:
        """Return the entry with an ID, if it is among the newest."""
        change = self._newest.get(entry_id)
        return change.entry if change else None

    def like(self, message: Message, reader: Person) -> str:
        """Return the ID of a private bot message to the reader with the same text and buttons; "" if there is none.

        Only a message with buttons counts.
        """
        private_entries = (c.entry for c in self._newest.values() if c.entry.audience and c.entry.is_for(reader))
        ids = (e.id for e in private_entries if (e.message.text, e.message.buttons) == (message.text, message.buttons))
        return next(ids, "") if message.buttons else ""

    def boards_before(self, board: Message) -> list[Entry]:
        """Return the public boards of the same game that can still be pressed.

        A process that dies between showing a board and recording that leaves one that no later board `follows`.
        """
        game, dash, _ = board.envelope.nonce.partition("-")
        if not (board.picture and dash):
            return []
        entries = (change.entry for change in self._newest.values() if change.entry.id.startswith(game + dash))
        pressable = (entry for entry in entries if entry.pictures and entry.message.buttons and not entry.audience)
        return [entry for entry in pressable if entry.id != board.envelope.nonce]

    def questions_after(self, board: Message) -> list[Entry]:
        """Return the private messages whose buttons act in the game of a board that shows its end."""
        tag = board.picture.of if board.picture else ""
        code, at, _ = tag.partition("@")
        if not at or any(tag in button.types for row in board.buttons for button in row):
            return []
        private_entries = (c.entry for c in self._newest.values() if c.entry.audience and not c.entry.author)
        texts = {entry.id: " ".join(b.types for row in entry.message.buttons for b in row) for entry in private_entries}
        return [entry for number, text in texts.items() if code + at in text and (entry := self.get(number))]

    def picture(self, picture_id: str) -> ServedPicture | None:
        """Return the picture with an ID, if a message shows it or did until recently."""
        pictures = (picture for change in self._newest.values() for picture in change.entry.pictures)
        return next((picture for picture in pictures if picture.id == picture_id), self._replaced.get(picture_id))

    def since(self, changes: int, reader: Person) -> Sequence[Entry]:
        """Return the entries visible to `reader` among all changes after a count."""
        newer = (change.entry for change in self._newest.values() if change.number > changes)
        return [entry for entry in newer if entry.is_for(reader)]

    def changes_at(self, stamp: str) -> int:
        """Return the number of changes read when a stamp was the newest."""
        stamped_changes = (change for change in self._newest.values() if change.stamp)
        numbers = (change.number for change in stamped_changes if order(change.stamp) <= order(stamp))
        return max(numbers, default=0)


def order(stamp: str) -> tuple[int, int]:
    """Return a sort key for a stamp; an invalid stamp comes first."""
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
    shares: str = ""
    author: Person | None = None
    audience: Person | None = None
    reply: str = ""
    pictures: tuple[_WrittenPicture, ...] = ()


_ENTRY = TypeAdapter(_WrittenEntry)
_OF_ENTRY = ("time", "author", "audience", "reply")
_OF_MESSAGE = ("text", "buttons", "mention", "file")


def write_entry(entry: Entry) -> str:
    """Serialise an entry without its ID as JSON."""
    message = entry.message
    fields = {name: getattr(entry, name) for name in _OF_ENTRY}
    fields |= {name: getattr(message, name) for name in _OF_MESSAGE} | asdict(message.layout)
    pictures = tuple(_WrittenPicture(picture.id, picture.alt, picture.packed, picture.of) for picture in entry.pictures)
    written_entry = _WrittenEntry(**fields, shares=message.share.line if message.share else "", pictures=pictures)
    return _ENTRY.dump_json(written_entry, exclude_defaults=True).decode()


def read_entry(entry_id: str, text: str) -> Entry:
    """Parse a serialised entry; raise `ValueError`."""
    written_entry = _ENTRY.validate_json(text)
    pictures = tuple(
        ServedPicture(picture.id, picture.scene, picture.alt, scene_text.read_size(picture.scene), picture.of)
        for picture in written_entry.pictures
    )
    message = Message(
        **{name: getattr(written_entry, name) for name in _OF_MESSAGE},
        layout=Layout(written_entry.heading, written_entry.small, written_entry.grid),
        share=SharedLine(written_entry.shares) if written_entry.shares else None,
        envelope=Envelope(private=written_entry.audience is not None),
    )
    fields = {name: getattr(written_entry, name) for name in _OF_ENTRY}
    return Entry(entry_id, message=message, pictures=pictures, **fields)


def is_theirs(entry: Entry, person: Person) -> bool:
    """Return whether an entry is by a person, to them alone, or an answer to them."""
    is_own = bool(person.id) and entry.id.startswith(f"{person.id}-")
    return is_own or any(map(person.is_same, (entry.author, entry.audience)))


def concerns(entry: Entry, person: Person) -> bool:
    """Return whether an entry is theirs or mentions them."""
    mention = entry.message.mention
    return is_theirs(entry, person) or person.is_same(mention)


def copy_for(channel: str, entry: Entry, person: Person) -> EntryCopy:
    """Return a copy of an entry for the person it concerns."""
    by = "you" if person.is_same(entry.author) else entry.author.name if entry.author else "bot"
    entry_copy: EntryCopy = {"room": channel, "at": entry.time, "by": by, "text": entry.message.text}
    return entry_copy | ({"file": entry.message.file[1]} if entry.message.file else {})


def names_in(entries: Iterable[Entry], person: Person) -> frozenset[str]:
    """Return all names and handles of a person in the entries, including the current ones."""
    people = [person]
    for entry in entries:
        people += [one for one in (entry.author, entry.audience, entry.message.mention) if one and one.is_same(person)]
    return frozenset(name for one in people for name in (one.name, one.handle) if name)


def anonymize(entry: Entry, person: Person, names: frozenset[str], instead: str) -> Entry | None:
    """Return the entry with a person's names replaced by `instead`, also in its picture; None for their entries."""
    if is_theirs(entry, person):
        return None
    longest = sorted(names, key=len, reverse=True)  # so that no part of a name remains
    pattern = re.compile("|".join(rf"(?<!\w){re.escape(name)}(?!\w)" for name in longest), re.IGNORECASE)
    rename, message = partial(pattern.sub, instead), entry.message
    buttons = tuple(
        tuple(replace(button, label=rename(button.label), types=rename(button.types)) for button in row)
        for row in message.buttons
    )
    file = (rename(message.file[0]), rename(message.file[1])) if message.file else None
    layout = Layout(*map(rename, astuple(message.layout)))
    share = replace(message.share, line=rename(message.share.line)) if message.share else None
    mention = None if person.is_same(message.mention) else message.mention
    message = replace(message, text=rename(message.text), layout=layout, share=share)
    message = replace(message, buttons=buttons, file=file, mention=mention)
    return replace(entry, message=message, pictures=tuple(_rename_picture(each, rename) for each in entry.pictures))


def _rename_picture(picture: ServedPicture, rename: Rename) -> ServedPicture:
    """Return the picture without the names, under a new ID if it had them, since browsers cache it."""
    scene, alt = _rename_scene(picture.scene, rename), rename(picture.alt)
    is_same = (scene, alt) == (picture.scene, picture.alt)
    return picture if is_same else pack_picture(f"{picture.id}-", scene, alt, picture.of)


def _rename_scene(scene: Scene, rename: Rename) -> Scene:
    """Return the scene without the names, including all scenes of a film."""

    def renamed(items: tuple[Item, ...]) -> tuple[Item, ...]:
        return tuple(replace(item, text=rename(item.text)) if isinstance(item, Label) else item for item in items)

    earlier = tuple(_rename_scene(each, rename) for each in scene.earlier)
    return replace(scene, paper=renamed(scene.paper), items=renamed(scene.items), earlier=earlier)
