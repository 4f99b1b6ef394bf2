"""Commands of reviews: `/review`, `/step`, `/film`, `/import`, `/record`."""

from __future__ import annotations

import re
from collections.abc import Callable

from bot.core.commands.command import Reader, split_reference
from bot.core.commands.questions import ALL
from bot.core.commands.read_back import to_typed_words
from bot.core.game.requests import GameReference, GameRequest, Request
from bot.core.ports.platform import Incoming
from engines.refusals import Illegal, Unreadable

PAGE = "page"
_LONGEST_NUMBER = 6
_SPAN = re.compile(r"(?:(\d{1,5})(?:[-–—](\d{1,5}))?)?")


class ShowRecord(GameRequest):
    """A request for a game as a file: its moves as text, or a page that replays it."""

    fits_finished_games = True

    as_page: bool = False


class ExportGames(Request):
    """A request for the records of all finished games of the chat."""


class Review(GameRequest):
    """A request for the key moves of a finished game, or for one of them, by its number in the game, from 1."""

    fits_finished_games = True

    key: int = 0

    @property
    def refusal_without_game(self) -> Illegal:
        """Return the refusal for a chat without a finished game."""
        return Illegal("no-games-to-record")


class ShowStep(GameRequest):
    """A request for a game after `number` turns; None is the current position."""

    fits_finished_games = True

    number: int | None = None


class ImportGame(Request):
    """A request to review a game played elsewhere, in one of the supported notations."""

    text: str


class ShowFilm(GameRequest):
    """A request for a film of a game between two turns, counted from 1; 0 is the end."""

    fits_finished_games = True

    first: int = 1
    last: int = 0


def read_record(rest: str, incoming: Incoming) -> Request:
    """Parse the arguments of `/record`."""
    which, form = split_reference(rest)
    if to_typed_words(form).casefold() == ALL and not which.code:
        return ExportGames()
    if form and to_typed_words(form).casefold() != PAGE:
        raise Unreadable("no-words-wanted", part=form[:40], name="record")
    return ShowRecord(which, as_page=bool(form))


def read_with_number(make_request: Callable[[GameReference, int | None], Request]) -> Reader:
    """Return a parser for a game code and an optional number."""

    def read(rest: str, incoming: Incoming) -> Request:
        which, number = split_reference(rest)
        if number and not (number.isascii() and number.isdecimal() and len(number) < _LONGEST_NUMBER):
            raise Unreadable("not-a-number", part=number[:40])
        return make_request(which, int(number) if number else None)

    return read


def read_import(rest: str, incoming: Incoming) -> Request:
    """Parse the arguments of `/import`."""
    text = incoming.attachment or rest
    if not text.strip():
        raise Unreadable("import-what")
    return ImportGame(text)


def read_film(rest: str, incoming: Incoming) -> Request:
    """Parse the arguments of `/film`."""
    which, part = split_reference(rest)
    match = _SPAN.fullmatch(part.replace(" ", ""))
    if match is None:
        raise Unreadable("not-a-span", part=part[:40])
    first, last = int(match[1] or 1), int(match[2] or match[1] or 0)
    return ShowFilm(which, max(1, first), last)
