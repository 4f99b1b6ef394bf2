"""Commands of puzzles and lessons: `/puzzle`, `/daily`, `/learn`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from bot.core.commands.challenges import require_game
from bot.core.commands.playing import in_notation
from bot.core.commands.read_back import game_called, to_typed_words
from bot.core.game.requests import Request
from bot.core.ports.platform import Incoming
from engines import GAMES
from engines.refusals import Unreadable


class Learn(Request):
    """A request for a lesson.

    Without a game, to choose one; else for one step of its course, perhaps with the `answer` to its question.
    The step after the last one is the game that the learner then plays.
    """

    game: str = ""
    step: int = 1
    answer: str = ""


def read_learn(rest: str, incoming: Incoming) -> Request:
    """Return a request for the lesson that the words name; raise `Unreadable` for an unknown step."""
    name, _, after = to_typed_words(rest).strip().partition(" ")
    if not name:
        return Learn()
    game = require_game(name)
    number, _, answer = after.strip().partition(" ")
    return Learn(game, _step(number, game), in_notation(answer)) if number else Learn(game)


def _step(number: str, game: str) -> int:
    last = len(GAMES[game].teaching.course) + 1
    if not (re.fullmatch("[0-9]{1,3}", number) and 1 <= int(number) <= last):
        raise Unreadable("no-such-step", part=number[:40], last=last)
    return int(number)


class Wish(StrEnum):
    """A request about a puzzle that is no answer."""

    HINT = "hint"
    SHOW = "show"
    NEXT = "next"
    POST = "post"


class Solve(Request):
    """A request for a puzzle: the open one, or another one of a game or by its number.

    It may hold the `answer` to the next step, or a `wish`, of one `step` alone if that is named. A `bare` number may
    be an answer too.
    """

    game: str = ""
    number: int = 0
    answer: str = ""
    wish: Wish | None = None
    step: int = 0
    bare: bool = False


_MINE = "mine"

_NUMBER = re.compile(r"([#№]?)([0-9]{1,5})")


def read_solve(rest: str, incoming: Incoming) -> Request:
    """Read a number alone as that of a puzzle, unless it follows one; `#2` can be nothing else."""
    words, game = to_typed_words(rest).split(), ""
    if words and words[0].casefold() == _MINE:
        wanted = _read_wanted(words[1:])
        return SolveMine(wanted.answer, wanted.wish)
    if words and len(words[0]) > 2 and (called := game_called(words[0])):
        game, words = called, words[1:]
    wanted = _read_wanted(words)
    return Solve(game, wanted.number, wanted.answer, wanted.wish, wanted.step, wanted.bare and not game)


class SolveMine(Request):
    """A request for a position of the sender's own games in which they lost a proved result, perhaps with an answer."""

    answer: str = ""
    wish: Wish | None = None


class SolveDaily(Request):
    """A request for the daily puzzle of today, or of a `day` by its number; the rest is as in `Solve`."""

    day: int = 0
    answer: str = ""
    wish: Wish | None = None
    step: int = 0
    bare: bool = False


def read_daily(rest: str, incoming: Incoming) -> Request:
    """Return a request for the daily puzzle, with an answer or a wish."""
    wanted = _read_wanted(to_typed_words(rest).split())
    return SolveDaily(wanted.number, wanted.answer, wanted.wish, wanted.step, wanted.bare)


@dataclass(frozen=True)
class _Wanted:
    """The number, answer and wish that words name; `bare` if there is a number alone."""

    number: int = 0
    answer: str = ""
    wish: Wish | None = None
    step: int = 0
    bare: bool = False


def _read_wanted(words: list[str]) -> _Wanted:
    number, is_bare = 0, False
    if words and (found := _NUMBER.fullmatch(words[0])):
        number, words, is_bare = int(found[2]), words[1:], not found[1] and len(words) == 1
    wish = next((wish for wish in Wish if words[:1] == [wish]), None)
    if wish and (len(words) == 1 or (len(words) == 2 and _NUMBER.fullmatch(words[1]))):
        return _Wanted(number, wish=wish, step=int(words[1]) if len(words) == 2 else 0)
    return _Wanted(number, in_notation(" ".join(words)), bare=is_bare)
