"""What people see at a door, held against what a conversation file says they see."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass, field

from tests.bot.chats.script import Deed, Seen

_CODE = re.compile(r"\b[BCDFGHJKMNPQRSTVWXZ]{6}\b")


@dataclass(frozen=True)
class Customs:
    """How a door differs: messages that it spares, patterns that it shows besides, and what it puts around a text,
    and `buttons` of its own.

    Where it `keeps_pictures`, a message that becomes one line keeps its own; one that `sends_albums` sends several
    pictures as messages of their own.
    """

    spares: tuple[str, ...] = ()
    adds: tuple[str, ...] = ()
    dresses: tuple[tuple[str, str], ...] = ()
    buttons: frozenset[str] = frozenset()
    keeps_pictures: bool = False
    sends_albums: bool = False

    def plain(self, text: str) -> str:
        """The first line of a text as any door would put it."""
        for pattern, instead in self.dresses:
            text = re.sub(pattern, instead, text)
        return _CODE.sub("CODE", text).partition("\n")[0].strip()

    def spared(self, seen: Seen) -> bool:
        return any(re.search(pattern, self.plain(seen.text)) for pattern in self.spares)

    def added(self, seen: Seen) -> bool:
        return any(re.search(pattern, seen.text) for pattern in self.adds)


@dataclass(frozen=True)
class _Open:
    """A message without its counterpart, and when that was first looked for."""

    deed: Deed
    number: int
    seen: Seen

    def is_late(self, number: int) -> bool:
        """A change of an older message may take its time, any other message one deed."""
        return not self.seen.changed and number > self.number

    def told(self, what: str) -> str:
        return f"{self.deed.line} | {what}: {_told(self.seen)}"


@dataclass
class Comparison:
    """Holds what is seen against what is written."""

    customs: Customs
    differences: list[str] = field(default_factory=list)
    _owed: list[_Open] = field(default_factory=list)
    _early: list[_Open] = field(default_factory=list)
    _number: int = 0

    def add(self, deed: Deed, seen: Sequence[Seen]) -> None:
        """Notes what is missing, seen by others than it should be, or said besides."""
        self._number += 1
        told = {self.customs.plain(shown.text) for shown in deed.shown if not shown.alone}
        self._early += [_Open(deed, self._number, found) for found in self._matters(seen, told)]
        self._owed += [_Open(deed, self._number, expected) for expected in self._matters(deed.shown, told)]
        self._match()
        self._report(lambda waiting: waiting.is_late(self._number))

    def end(self) -> list[str]:
        """All differences, once nothing more can come."""
        self._report(lambda waiting: True)
        return self.differences

    def _matters(self, seen: Sequence[Seen], told: Set[str]) -> list[Seen]:
        """All but a receipt for what everybody is told, and what only this door says."""
        receipts = [one for one in seen if one.alone and not one.labels and self.customs.plain(one.text) in told]
        return [one for one in seen if one not in receipts and not self.customs.added(one)]

    def _match(self) -> None:
        for owed in list(self._owed):
            fitting = [early for early in self._early if _is_same(owed.seen, early.seen, self.customs)]
            if fitting:
                self._owed.remove(owed)
                self._early.remove(fitting[0])

    def _report(self, is_over: Callable[[_Open], bool]) -> None:
        missing = [owed for owed in self._owed if is_over(owed)]
        besides = [early for early in self._early if is_over(early)]
        self._owed = [owed for owed in self._owed if owed not in missing]
        self._early = [early for early in self._early if early not in besides]
        self.differences += [owed.told("missing") for owed in missing if not self.customs.spared(owed.seen)]
        self.differences += [early.told("besides") for early in besides]


def _is_same(expected: Seen, found: Seen, customs: Customs) -> bool:
    return (
        customs.plain(expected.text) == customs.plain(found.text)
        and set(map(customs.plain, expected.labels)) == set(map(customs.plain, found.labels - customs.buttons))
        and _has_pictures(expected, found, customs)
        and bool(expected.file) == bool(found.file)
        and (found.place, found.alone) in _rooms(expected)
    )


def _has_pictures(expected: Seen, found: Seen, customs: Customs) -> bool:
    keeps = found.changed and customs.keeps_pictures
    album = expected.pictures > 1 and customs.sends_albums
    return keeps or album or bool(expected.pictures) == bool(found.pictures)


def _rooms(expected: Seen) -> tuple[tuple[str, str], ...]:
    """What is for one person alone may as well be said in their private chat."""
    here = (expected.place, expected.alone)
    return (here, (expected.alone, "")) if expected.alone else (here,)


def _told(seen: Seen) -> str:
    where = f"in {seen.place or 'the group'}" + (f" for {seen.alone} alone" if seen.alone else "")
    return f"{where}: {seen.first} {'{picture}' * bool(seen.pictures)} {sorted(seen.labels)} {seen.file}".rstrip()
