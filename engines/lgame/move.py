"""Moves of the L-game, and the reader of typed ones."""

from __future__ import annotations

import re
from dataclasses import dataclass

from engines.lgame.grid import NUMBER, PLACES, SQUARES, Place, mask
from engines.notation import clean
from engines.refusals import Unreadable


@dataclass(frozen=True)
class Move:
    """A new place for the L, then perhaps a neutral disc moved: (from, to) as square numbers."""

    place: Place
    neutral: tuple[int, int] | None = None

    def __str__(self) -> str:
        if self.neutral is None:
            return str(self.place)
        return f"{self.place} {SQUARES[self.neutral[0]]}-{SQUARES[self.neutral[1]]}"


def read_move(text: str, example: str) -> Move:
    """Return the move in a text: an L by its ends and corner or all its squares in any order, then perhaps a disc.

    Raise `Unreadable`, which shows `example` as a legal move.
    """
    names = _names(text, example)
    if len(names) < 3:
        raise Unreadable("l-missing" if names else "empty", part="-".join(names), example=example)
    length = _length_of_l(names)
    goes = names[length:]
    if len(goes) > 2:
        raise Unreadable("too-many-squares", part="-".join(goes[2:]), example=example)
    if len(goes) == 1:
        raise Unreadable("neutral-without-goal", part=goes[0], example=example)
    return Move(_place(names[:length], example), (NUMBER[goes[0]], NUMBER[goes[1]]) if goes else None)


def _names(text: str, example: str) -> list[str]:
    names: list[str] = []
    words = clean(text).replace("-", " ").removeprefix("l ")
    for word in re.sub(r"([a-z]) (\d)", r"\1\2", words).split():
        names += re.findall(r"[a-d][1-4]", word)
        if not re.fullmatch(r"([a-d][1-4])+", word):
            raise Unreadable("not-a-square", part=word[:20], example=example)
    return names


def _length_of_l(names: list[str]) -> int:
    """Return how many leading squares describe the L: all four, or its two ends and corner."""
    if mask(*set(names[:4])) in PLACES:
        return 4
    return 3 if mask(*set(names[:3])) in SPELLED or len(names) == 5 else min(4, len(names))


def _place(names: list[str], example: str) -> Place:
    place = SPELLED.get(mask(*set(names)))
    if place is None or len(set(names)) < len(names):
        raise Unreadable("not-an-l", part="-".join(names), example=example)
    return place


SPELLED = PLACES | {1 << place.long | 1 << place.corner | 1 << place.short: place for place in PLACES.values()}
"""Every L by its four squares, and by its two ends and corner, which no other L shares."""
