"""A chat as two people see it, on whichever platform: what they type, and what is shown to them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

_PLY = re.compile(r"([A-Z]{6})@(\d+)")
_OVER = re.compile(r"/again ([A-Z]{6})")
_OFFER = re.compile(r"/accept ([A-Z]{6})")
_CODE = re.compile(r"\b[BCDFGHJKMNPQRSTVWXZ]{6}\b")
_LINE = re.compile(r"/board [A-Z]{6}@\d+")
OVER = -1


@dataclass(frozen=True)
class Seen:
    """Something that the bot shows, or that the platform says of it: its text, and what its buttons type; perhaps
    only one person sees it."""

    text: str
    buttons: tuple[str, ...] = ()
    is_picture: bool = False
    is_new: bool = True
    is_private: bool = False

    @property
    def board(self) -> tuple[str, int] | None:
        """The game and the ply of a board; `OVER` for the last one."""
        typed = "\n".join(self.buttons)
        if not self.is_picture:
            return None
        if found := _PLY.search(typed):
            return found[1], int(found[2])
        over = _OVER.search(typed)
        return (over[1], OVER) if over else None

    @property
    def offer(self) -> str | None:
        """The game that a challenge is about; a draw that is offered stands under a board."""
        found = _OFFER.search("\n".join(self.buttons))
        return found[1] if found and self.board is None else None

    @property
    def is_refusal(self) -> bool:
        """Whether it is nothing but words."""
        return self.is_new and not (self.is_picture or self.buttons)

    @property
    def line(self) -> str | None:
        """What the only button of a line types that leads to a board."""
        is_line = not self.is_picture and len(self.buttons) == 1 and _LINE.fullmatch(self.buttons[0])
        return self.buttons[0] if is_line else None


class Room(Protocol):
    """A chat of its own for Ann (0), Bob (1) and the bot."""

    def types(self, who: int, text: str) -> str:
        """One of them types a text; the cause that an entry of a log which it leads to has."""

    async def sees(self) -> Seen:
        """What is shown next."""

    def standing(self) -> Iterable[tuple[str, ...]]:
        """Return what the buttons type of each message of the bot that stands for all to see."""


def count_stale(standing: Iterable[tuple[str, ...]]) -> int:
    """Return how many messages with buttons stand besides one for each game."""
    live = Counter(code for buttons in standing for code in set(_CODE.findall(" ".join(buttons))))
    return live.total() - len(live)
