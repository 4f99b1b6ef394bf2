"""The protocol between the core and a door that shows boards to be touched: places, moves in the making, verdicts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from bot.core.game.people import Chat, Person
from renderers.board_input import Place
from renderers.scene import Item, Point, Scene


class Fit(StrEnum):
    """How far a move in the making has come: a legal one may still go on, or is whole; `unread` is no move at all."""

    PART = "part"
    LEGAL = "legal"
    WHOLE = "whole"
    WRONG = "wrong"
    UNREAD = "unread"


@dataclass(frozen=True)
class Touchable:
    """A board that can be touched: what it is `called`, its `places`, and the moves that are `words`, each after its
    label. It is `mine` if the reader is to move; `asked` is the person who is to act, be it to answer an offer.

    Beside it stand the handles of the `players`, the `turns` so far, and the moves that the reader has `planned`.
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
    """A board as it stood after so many turns, and the same in words."""

    scene: Scene
    said: str


@dataclass(frozen=True)
class Touch:
    """A move in the making on the board `of` a game and ply: its `text` so far, the `taps` on places since, the place
    that is asked `about`, and where the handle of a line is held `at`."""

    of: str
    text: str = ""
    taps: tuple[str, ...] = ()
    about: str = ""
    at: Point | None = None


@dataclass(frozen=True)
class Verdict:
    """What became of a touch: the move's text, how far it has come, what is `said` of that, and a `ghost` of it to be
    laid over the board; where its `handle` is, and the nearest legal move `instead` of a wrong one. In words, what is
    `told` of the place asked about."""

    text: str
    fit: Fit
    said: str = ""
    ghost: tuple[Item, ...] = ()
    handle: Point | None = None
    instead: str = ""
    told: str = ""


class Touching(Protocol):
    """Boards that are touched, of games that are shown in a chat; None for a position that is gone."""

    async def board(self, chat: Chat, person: Person, of: str, language: str) -> Touchable | None:
        """Where the board of a game and ply can be touched by a person."""

    async def table(self, chat: Chat, of: str, language: str) -> Sequence[tuple[str, str]] | None:
        """Every place of a board by name, with what is there."""

    async def past(self, chat: Chat, of: str, turn: int, language: str) -> Past | None:
        """A board as it stood after so many turns."""

    async def judge(self, chat: Chat, touch: Touch, language: str) -> Verdict | None:
        """What would become of a move; nothing is played."""
