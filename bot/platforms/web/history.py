"""The newest messages of a channel as this process has read them, each with the stamp of its last change."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bot.core.game.people import Person
from bot.core.ports.platform import Message
from bot.platforms.web.gallery import ServedPicture

KEPT = 200


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

    def is_for(self, reader: Person) -> bool:
        return self.audience is None or self.audience.id == reader.id


@dataclass(frozen=True)
class _Change:
    number: int
    stamp: str
    entry: Entry


class History:
    """Messages in the order in which they were first put; the oldest go when there are more than `KEPT`."""

    def __init__(self) -> None:
        self.changes = 0
        self._newest: dict[str, _Change] = {}

    def put(self, entry: Entry, stamp: str = "") -> None:
        """Adds an entry, or changes the one of the same id in its place; `stamp` is "" for one no other process has."""
        self.changes += 1
        self._newest[entry.id] = _Change(self.changes, stamp, entry)
        if len(self._newest) > KEPT:
            del self._newest[next(iter(self._newest))]

    def forget(self, is_gone: Callable[[Entry], bool]) -> None:
        """Drops the entries that say what is to be forgotten."""
        self._newest = {key: change for key, change in self._newest.items() if not is_gone(change.entry)}

    def get(self, entry_id: str) -> Entry | None:
        found = self._newest.get(entry_id)
        return found.entry if found else None

    def pictured(self, picture_id: str) -> ServedPicture | None:
        """The picture of that id, if some message still shows it."""
        shown = (picture for change in self._newest.values() for picture in change.entry.pictures)
        return next((picture for picture in shown if picture.id == picture_id), None)

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
