"""What people see at a door, held against what a conversation file says they see."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence, Set
from dataclasses import dataclass, field, replace
from itertools import pairwise

from bot.core.language.speech import LANGUAGES, speech
from tests.bot.chats.script import Deed, Seen

_CODE = re.compile(r"\b[BCDFGHJKMNPQRSTVWXZ]{6}\b")
_LIVING = re.compile(f"(?:{'|'.join(speech(language).say('deadline') for language in LANGUAGES)}) ‹[^›]*›")


@dataclass(frozen=True)
class Customs:
    """How a door differs: messages that it spares, patterns that it shows besides, and what it puts around a text,
    and `buttons` of its own.

    Where it `keeps_pictures`, a message that becomes one line keeps its own; where it `shares_menus`, a menu that was
    asked for by typing is seen by all (and obeys only who asked); where it `shows_once`, what one alone was told
    already is not told again, for it stands there.
    """

    spares: tuple[str, ...] = ()
    adds: tuple[str, ...] = ()
    dresses: tuple[tuple[str, str | Callable[[re.Match[str]], str]], ...] = ()
    buttons: frozenset[str] = frozenset()
    keeps_pictures: bool = False
    shares_menus: bool = False
    shows_once: bool = False

    def plain(self, text: str) -> str:
        """A text as any door would put it."""
        for pattern, instead in self.dresses:
            text = re.sub(pattern, instead, text)
        lines = _CODE.sub("CODE", text).splitlines()
        return "\n".join(line.strip() for line in lines).strip()

    def undressed(self, seen: Seen) -> Seen:
        """What is seen as any door would show it."""
        labels = (self.plain(label) for label in seen.labels if label not in self.buttons)
        return replace(seen, text=self.plain(seen.text), labels=tuple(sorted(labels)))

    def spared(self, seen: Seen) -> bool:
        return any(re.search(pattern, seen.text) for pattern in self.spares)

    def added(self, seen: Seen) -> bool:
        return any(re.search(pattern, seen.text) for pattern in self.adds)


@dataclass
class Comparison:
    """Holds what is seen against what is written."""

    customs: Customs
    differences: list[str] = field(default_factory=list)
    _stand: list[Seen] = field(default_factory=list)

    def add(self, deed: Deed, seen: Sequence[Seen] | None) -> None:
        """Notes what is missing, seen by others than it should be, or said besides; None: it could not be done.

        Then it is a press of a button that the door does not show them, and they are told as much where others do.
        """
        if seen is None:
            self.differences += [_told(deed, "missing", one) for one in deed.shown if one.alone != deed.who]
            return
        expected = list(map(self.customs.undressed, deed.shown))
        found = _joined(list(map(self.customs.undressed, seen)), {one.text for one in expected})
        missing, besides = self._unmatched(expected, found)
        told = [one.text for one in expected if not one.alone]
        missing = [one for one in missing if not (_is_receipt(deed, one, told) or self.customs.spared(one))]
        missing = [
            one for one in missing if not (self.customs.shows_once and replace(one, changed=False) in self._stand)
        ]
        self._stand += [replace(one, changed=False) for one in expected if one.alone]
        besides = [one for one in besides if not (_is_receipt(deed, one, told) or self.customs.added(one))]
        self.differences += [_told(deed, "missing", one) for one in missing]
        self.differences += [_told(deed, "besides", one) for one in besides]

    def _unmatched(self, expected: list[Seen], found: list[Seen]) -> tuple[list[Seen], list[Seen]]:
        missing, besides = [], list(found)
        for one in expected:
            fitting = next((other for other in besides if _is_same(one, other, self.customs)), None)
            if fitting is None:
                missing.append(one)
            else:
                besides.remove(fitting)
        return missing, besides


def _joined(found: list[Seen], texts: Set[str]) -> list[Seen]:
    """What is seen, the two pages that a door made of a long text being one again."""
    for number, (one, other) in enumerate(pairwise(found)):
        if (whole := f"{one.text}\n{other.text}") in texts:
            return [*found[:number], replace(other, text=whole), *_joined(found[number + 2 :], texts)]
    return found


def _is_receipt(deed: Deed, seen: Seen, told: Sequence[str]) -> bool:
    """Whether it says to who did something what others are told too, perhaps among more."""
    said = seen.text.partition(" — ")[2] or seen.text
    return deed.who in (seen.alone, seen.place) and not seen.labels and any(said in text for text in told)


def _is_same(expected: Seen, found: Seen, customs: Customs) -> bool:
    return (
        _fits(found.text, expected.text)
        and expected.labels == found.labels
        and _has_pictures(expected, found, customs)
        and expected.file == found.file
        and (found.place, found.alone) in _rooms(expected, customs)
    )


def _fits(found: str, expected: str) -> bool:
    """A time between `‹›` is kept up to date by the door, and may say the same in other words."""
    pattern = ".+".join(map(re.escape, _LIVING.split(found)))
    return found == expected or ("‹" in found and re.fullmatch(pattern, expected) is not None)


def _has_pictures(expected: Seen, found: Seen, customs: Customs) -> bool:
    if found.changed and customs.keeps_pictures and not expected.pictures:
        return True
    pairs = zip(expected.pictures, found.pictures, strict=False)
    return len(expected.pictures) == len(found.pictures) and all(_tells(alt, told) for alt, told in pairs)


def _tells(alt: str, told: str) -> bool:
    """Whether a picture's words are what is told of it, as far as a door takes them."""
    return alt.startswith(told.partition(" … ")[0].removesuffix("…"))


def _rooms(expected: Seen, customs: Customs) -> Iterator[tuple[str, str]]:
    """What is for one person alone may as well be said in their private chat, and the other way round."""
    yield expected.place, expected.alone
    yield (expected.alone, "") if expected.alone else ("", expected.place)
    if customs.shares_menus and expected.labels:
        yield expected.place, ""


def _told(deed: Deed, what: str, seen: Seen) -> str:
    where = f"in {seen.place or 'the group'}" + (f" for {seen.alone} alone" if seen.alone else "")
    shown = f"{seen.text!r} {list(seen.pictures) or ''} {list(seen.labels)} {seen.file}"
    return f"{deed.line} | {what}: {where}: {shown}".rstrip()
