"""Base classes of requests, and the codes of games."""

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from random import Random
from typing import ClassVar, dataclass_transform

from bot.core.game.events import Event
from bot.core.game.instants import Instant
from bot.core.game.people import Player
from bot.core.game.session import Session
from engines.refusals import Illegal

# Consonants only: never a move, a word or a rude word in any of the notations.
LETTERS = "BCDFGHJKMNPQRSTVWXZ"
_MOST_CODES = 20
_CODE = re.compile(rf"#?([{LETTERS}]{{6}})(?:@(\d{{1,6}}))?", re.IGNORECASE)


def new_code(random: Random) -> str:
    """Return a random game code, one of about 47 million."""
    return "".join(random.choices(LETTERS, k=6))


def code_of(cause: str, attempt: int = 0) -> str:
    """Return the game code for a cause, always the same; increase `attempt` while the code is in use."""
    number = int.from_bytes(sha256(f"{attempt} {cause}".encode(errors="surrogatepass")).digest())
    return "".join(LETTERS[number // len(LETTERS) ** place % len(LETTERS)] for place in range(6))


def codes_of(cause: str, random: Random | None = None) -> Iterator[str]:
    """Yield the codes to try for the game of a cause, always the same; random codes without a cause."""
    return (code_of(cause, attempt) if cause or random is None else new_code(random) for attempt in range(_MOST_CODES))


def read_code(word: str) -> tuple[str, int | None] | None:
    """Parse `XKTRWQ`, `#xktrwq` or `XKTRWQ@12` into a code and a ply; return None for any other word."""
    match = _CODE.fullmatch(word)
    return (match[1].upper(), int(match[2]) if match[2] else None) if match else None


def board_of(code: str, typed: Sequence[str]) -> int | None:
    """Return the ply of the running game's board with these buttons, -1 if no button tells it; None for no board."""
    if f"/more {code}" not in typed:
        return None
    tags = (read_code(word) for text in typed for word in text.split())
    return next((ply for of, ply in filter(None, tags) if of == code and ply is not None), -1)


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
@dataclass(frozen=True)
class Request:
    """A parsed text: the sender's wish before any rule is checked; all requests are frozen dataclasses."""

    def __init_subclass__(cls) -> None:
        dataclass(frozen=True)(cls)

    @property
    def takes_seat(self) -> bool:
        """Return whether the request seats the sender, which only a person may do."""
        return False


@dataclass(frozen=True)
class GameReference:
    """A reference to a game: its code if one was typed, and the ply of the button's position."""

    code: str = ""
    ply: int | None = None


class GameRequest(Request):
    """A request about one game; if `fits_finished_games`, about the chat's last game when none is running."""

    reference: GameReference
    fits_finished_games: ClassVar[bool] = False

    @property
    def refusal_without_game(self) -> Illegal:
        """Return the refusal if no game fits the request."""
        return Illegal("no-game-here")


class Action(GameRequest, ABC):
    """A request that changes its game."""

    @abstractmethod
    def decide(self, session: Session, sender: Player, now: Instant) -> tuple[Event, ...]:
        """Return the resulting events, or raise `Refusal` and change nothing. Pure."""
