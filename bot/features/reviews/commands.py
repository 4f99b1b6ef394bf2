"""Commands of reviews: `/review`, `/step`, `/film`, `/import`, `/record`."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from bot.core.commands.command import (
    Reader,
    split_reference,
)
from bot.core.commands.questions import ALL
from bot.core.commands.read_back import to_typed_words
from bot.core.game.requests import GameReference, GameRequest, Request
from bot.core.ports.platform import Incoming
from engines.refusals import Unreadable

PAGE = "page"
_LONGEST_NUMBER = 6
_SPAN = re.compile(r"(?:(\d{1,5})(?:[-–—](\d{1,5}))?)?")


@dataclass(frozen=True)
class ShowRecord(GameRequest):
    """Asking for the game as a file: its moves as text, or a page that replays it."""

    fits_finished_games = True

    as_page: bool = False


@dataclass(frozen=True)
class ExportGames(Request):
    """Asking for the records of all games that were played to an end in the chat."""


@dataclass(frozen=True)
class Review(GameRequest):
    """Asking what decided a finished game, or for one of its `key` moves, counted from 1."""

    fits_finished_games = True

    key: int = 0


@dataclass(frozen=True)
class ShowStep(GameRequest):
    """Asking for a game as it stood after so many messages; None: as it stands."""

    fits_finished_games = True

    number: int | None = None


@dataclass(frozen=True)
class ImportGame(Request):
    """Asking to have a game looked over that was played elsewhere: its text, in one of the notations that are read."""

    text: str


@dataclass(frozen=True)
class ShowFilm(GameRequest):
    """Asking for the boards of a game as a film, from one message to another, counted from 1; 0 is the end."""

    fits_finished_games = True

    first: int = 1
    last: int = 0


def read_record(rest: str, incoming: Incoming) -> Request:
    which, form = split_reference(rest)
    if to_typed_words(form).casefold() == ALL and not which.code:
        return ExportGames()
    if form and to_typed_words(form).casefold() != PAGE:
        raise Unreadable("no-words-wanted", part=form[:40], name="record")
    return ShowRecord(which, as_page=bool(form))


def numbered(made: Callable[[GameReference, int | None], Request]) -> Reader:
    """Reads the code of a game and, perhaps, a number."""

    def read(rest: str, incoming: Incoming) -> Request:
        which, number = split_reference(rest)
        if number and not (number.isascii() and number.isdecimal() and len(number) < _LONGEST_NUMBER):
            raise Unreadable("not-a-number", part=number[:40])
        return made(which, int(number) if number else None)

    return read


def read_import(rest: str, incoming: Incoming) -> Request:
    text = incoming.attachment or rest
    if not text.strip():
        raise Unreadable("import-what")
    return ImportGame(text)


def read_film(rest: str, incoming: Incoming) -> Request:
    which, part = split_reference(rest)
    found = _SPAN.fullmatch(part.replace(" ", ""))
    if found is None:
        raise Unreadable("not-a-span", part=part[:40])
    first, last = int(found[1] or 1), int(found[2] or found[1] or 0)
    return ShowFilm(which, max(1, first), last)
