"""Requests: their base classes, and the codes by which they call games."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from dataclasses import dataclass
from hashlib import sha256
from random import Random
from typing import ClassVar

from bot.core.game.events import Event
from bot.core.game.instants import Instant
from bot.core.game.people import Player
from bot.core.game.session import Session

# Consonants only: never a move, a word or a rude word in any of the notations.
LETTERS = "BCDFGHJKMNPQRSTVWXZ"
_CODE = re.compile(rf"#?([{LETTERS}]{{6}})(?:@(\d{{1,6}}))?", re.IGNORECASE)


def new_code(random: Random) -> str:
    """A fresh code; about 47 million there are."""
    return "".join(random.choices(LETTERS, k=6))


def code_of(cause: str, attempt: int) -> str:
    """The code of the game that a cause begins, always the same; another one if earlier attempts gave codes in use."""
    number = int.from_bytes(sha256(f"{attempt} {cause}".encode(errors="surrogatepass")).digest())
    return "".join(LETTERS[number // len(LETTERS) ** place % len(LETTERS)] for place in range(6))


def read_code(word: str) -> tuple[str, int | None] | None:
    """The code and the ply of `XKTRWQ`, `#xktrwq` or `XKTRWQ@12`; None for any other word."""
    match = _CODE.fullmatch(word)
    return (match[1].upper(), int(match[2]) if match[2] else None) if match else None


@dataclass(frozen=True)
class Request:
    """What a typed text asks for: a bare noun or verb, no decisions."""

    @property
    def takes_seat(self) -> bool:
        """Return whether its sender comes to sit at a board, which only a person may."""
        return False


@dataclass(frozen=True)
class GameReference:
    """The game that is meant: its code if one was typed, and the ply a button was made for."""

    code: str = ""
    ply: int | None = None


@dataclass(frozen=True)
class GameRequest(Request):
    """A request about one game; one that `fits_finished_games` is about a chat's last game where none goes on."""

    reference: GameReference
    fits_finished_games: ClassVar[bool] = False


@dataclass(frozen=True)
class Action(GameRequest, ABC):
    """A request that changes its game."""

    @abstractmethod
    def decide(self, session: Session, sender: Player, now: Instant) -> tuple[Event, ...]:
        """What happens if a player does it; raises `Refusal`, and then nothing does. Pure."""
