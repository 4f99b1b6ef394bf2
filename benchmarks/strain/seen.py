"""A chat as two people see it on any platform: the texts they type and the messages they see."""

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
    """A message from the bot, or from the platform about it: its text and the texts that its buttons type."""

    text: str
    buttons: tuple[str, ...] = ()
    is_picture: bool = False
    is_new: bool = True
    is_private: bool = False

    @property
    def board(self) -> tuple[str, int] | None:
        """Return the game and ply of a board; `OVER` as the ply of a final one."""
        button_texts = "\n".join(self.buttons)
        if not self.is_picture:
            return None
        if match := _PLY.search(button_texts):
            return match[1], int(match[2])
        over_match = _OVER.search(button_texts)
        return (over_match[1], OVER) if over_match else None

    @property
    def offer(self) -> str | None:
        """Return the game of a challenge; None for a draw offer, which is below a board."""
        match = _OFFER.search("\n".join(self.buttons))
        return match[1] if match and self.board is None else None

    @property
    def is_refusal(self) -> bool:
        """Return whether the message is a text without picture or buttons."""
        return self.is_new and not (self.is_picture or self.buttons)

    @property
    def line(self) -> str | None:
        """Return the text that a line's only button types, if it leads to a board."""
        is_line = not self.is_picture and len(self.buttons) == 1 and _LINE.fullmatch(self.buttons[0])
        return self.buttons[0] if is_line else None


class Room(Protocol):
    """A chat with Ann (0), Bob (1) and the bot."""

    def type_text(self, who: int, text: str) -> str:
        """Type a text for Ann or Bob, and return the cause of the log entry it may lead to."""

    async def next_message(self) -> Seen:
        """Wait for the next message shown."""

    def button_texts(self) -> Iterable[tuple[str, ...]]:
        """Return the button texts of each public message of the bot."""


def count_stale(standing: Iterable[tuple[str, ...]]) -> int:
    """Return the number of messages with buttons in excess of one per game."""
    button_counts = Counter(code for buttons in standing for code in set(_CODE.findall(" ".join(buttons))))
    return button_counts.total() - len(button_counts)
