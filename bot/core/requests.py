"""What a typed text asks for: one bare noun or verb each, no decisions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from bot.core.people import Player
from engines.game import Seat


@dataclass(frozen=True)
class Which:
    """The game that is meant: its code if one was typed, and the ply a button was made for."""

    code: str = ""
    ply: int | None = None


@dataclass(frozen=True)
class Challenge:
    """`/challenge`: a game, its settings as typed, the opponent (None: whoever accepts), the challenger's seat."""

    game: str
    settings: Mapping[str, str] = field(default_factory=dict)
    opponent: Player | None = None
    seat: Seat = Seat.FIRST


@dataclass(frozen=True)
class Setup:
    """The way to a challenge by buttons: the game if it is chosen already."""

    game: str = ""


@dataclass(frozen=True)
class Again:
    """A rematch with the seats exchanged."""

    which: Which


@dataclass(frozen=True)
class Accept:
    which: Which


@dataclass(frozen=True)
class Decline:
    which: Which


@dataclass(frozen=True)
class Cancel:
    which: Which


@dataclass(frozen=True)
class Play:
    """A move as typed; `bare` if it came without a command and so may be no move at all."""

    which: Which
    text: str
    bare: bool = False


@dataclass(frozen=True)
class Pick:
    """A step of a menu that leads to a move: the squares or points chosen so far."""

    which: Which
    steps: tuple[str, ...]


@dataclass(frozen=True)
class AskHint:
    which: Which


@dataclass(frozen=True)
class ShowBoard:
    which: Which
    as_text: bool = False


@dataclass(frozen=True)
class ListMoves:
    which: Which


@dataclass(frozen=True)
class OfferDraw:
    which: Which


@dataclass(frozen=True)
class Resign:
    which: Which


@dataclass(frozen=True)
class ShowRecord:
    which: Which


@dataclass(frozen=True)
class ListGames:
    pass


@dataclass(frozen=True)
class ShowRules:
    game: str = ""


@dataclass(frozen=True)
class SetLanguage:
    """`/language ru`, `/language ru chat`; without a language it asks with buttons."""

    language: str = ""
    for_chat: bool = False


@dataclass(frozen=True)
class ShowHelp:
    pass


About = (
    Accept | Decline | Cancel | Play | Pick | AskHint | ShowBoard | ListMoves | OfferDraw | Resign | ShowRecord | Again
)
Request = About | Challenge | Setup | ListGames | ShowRules | SetLanguage | ShowHelp
