"""The protocol between the core and an adapter whose boards are played by touch."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from bot.core.game.people import Chat, Person
from renderers.board_input import Place
from renderers.scene import Item, Point, Scene


class Fit(StrEnum):
    """The state of a partial move: it may be incomplete or complete; `unread` is no move at all."""

    PART = "part"
    LEGAL = "legal"
    WHOLE = "whole"
    WRONG = "wrong"
    UNREAD = "unread"


@dataclass(frozen=True)
class Touchable:
    """A board that can be touched: its title `called`, its `places`, and the moves that are words (`words`).

    It is `mine` if the reader is to move; `asked` is the person who has to act, perhaps to answer an offer. Also the
    handles of the `players`, the `turns` so far, and the reader's `planned` moves.
    """

    called: str
    places: tuple[Place, ...]
    words: tuple[tuple[str, str], ...] = ()
    mine: bool = False
    asked: Person | None = None
    players: tuple[str, ...] = ()
    turns: tuple[str, ...] = ()
    planned: tuple[Item, ...] = ()


@dataclass(frozen=True)
class Past:
    """The board after a number of turns, and its text."""

    scene: Scene
    said: str


@dataclass(frozen=True)
class Touch:
    """A partial move on the board `of` a game and ply.

    Its `text` so far, the `taps` on places since, the place asked `about`, and where the handle of a line is dragged
    (`at`).
    """

    of: str
    text: str = ""
    taps: tuple[str, ...] = ()
    about: str = ""
    at: Point | None = None


@dataclass(frozen=True)
class Verdict:
    """The result of a touch: the move's text, how far it has come, and the text `said` about it.

    `ghost` is drawn over the board, `handle` is where its handle is, `instead` the nearest legal move to a wrong one,
    and `told` describes the place asked about.
    """

    text: str
    fit: Fit
    said: str = ""
    ghost: tuple[Item, ...] = ()
    handle: Point | None = None
    instead: str = ""
    told: str = ""


class Touching(Protocol):
    """Boards that are played by touch, of games shown in a chat; None for a position that is gone."""

    async def board(self, chat: Chat, person: Person, of: str, language: str) -> Touchable | None:
        """Return the touchable board of a game and ply for a person."""

    async def table(self, chat: Chat, of: str, language: str) -> Sequence[tuple[str, str]] | None:
        """Return every place of a board by name, with its contents."""

    async def past(self, chat: Chat, of: str, turn: int, language: str) -> Past | None:
        """Return the board as it was after a number of turns."""

    async def judge(self, chat: Chat, touch: Touch, language: str) -> Verdict | None:
        """Return the verdict on a partial move, without playing it."""
