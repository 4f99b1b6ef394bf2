"""Commands of puzzles and lessons: `/puzzle`, `/daily`, `/learn`."""

import re
from dataclasses import replace
from enum import StrEnum
from typing import TypeVar

from bot.core.commands.playing import in_notation
from bot.core.commands.read_back import game_called, require_game, to_typed_words
from bot.core.game.requests import Request, read_code
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
        nearest = str(last) if number.isdecimal() and int(number[:4]) else "1"
        raise Unreadable("no-such-step", part=number[:40], last=last, meant=nearest)
    return int(number)


class Wish(StrEnum):
    """A request about a puzzle that is not an answer."""

    HINT = "hint"
    SHOW = "show"
    NEXT = "next"
    POST = "post"
    SHARE = "share"
    PICK = "pick"


class PuzzleRequest(Request):
    """A request for a puzzle by its `number`, or for the open one or a new one (0).

    It may hold the `answer` to the next step, or a `wish`, of one `step` alone if that is named. A `bare` number may
    be an answer too. `picked` are the choices so far in the menu of moves, if that is asked for.
    """

    number: int = 0
    answer: str = ""
    wish: Wish | None = None
    step: int = 0
    bare: bool = False
    picked: tuple[str, ...] = ()

    @property
    def is_attempt(self) -> bool:
        """Return whether the request is about the next step of the open puzzle."""
        return bool(self.answer) or self.wish in (Wish.HINT, Wish.SHOW, Wish.PICK)


class Solve(PuzzleRequest):
    """A request for a puzzle of the box, perhaps of one game."""

    game: str = ""


class SolveMine(PuzzleRequest):
    """A request for a position from the sender's games in which they lost a proved result.

    A `code` names the game of the position that is answered, whose ply is then the `number`.
    """

    code: str = ""


class SolveDaily(PuzzleRequest):
    """A request for the daily puzzle of today, or of the day with this number.

    Its line may be posted to the chat with a key, the `target`.
    """

    target: str = ""


_NUMBER = re.compile(r"([#№]?)([0-9]{1,5})(?:@([0-9]{1,3}))?")
R = TypeVar("R", bound=PuzzleRequest)


def read_solve(rest: str, incoming: Incoming) -> Request:
    """Parse a puzzle request; a lone number is a puzzle's unless it follows one, and `#2` always is."""
    words = to_typed_words(rest).split()
    if words and words[0].casefold() == "mine":
        code, ply = read_code(words[1] if len(words) > 2 else "") or ("", None)
        if ply and words[2] == Wish.PICK:
            return SolveMine(ply, wish=Wish.PICK, code=code, picked=tuple(words[3:]))
        return SolveMine(ply, in_notation(" ".join(words[2:])), code=code) if ply else _read(SolveMine, words[1:])
    if words and len(words[0]) > 2 and (game := game_called(words[0])):
        return replace(_read(Solve, words[1:]), game=game, bare=False)
    return _read(Solve, words)


def read_daily(rest: str, incoming: Incoming) -> Request:
    """Return a request for the daily puzzle, with an answer or a wish; the last word after `post` is a chat's key."""
    words = to_typed_words(rest).split()
    if Wish.POST in words[:-1]:
        return replace(_read(SolveDaily, words[:-1]), target=words[-1])
    return _read(SolveDaily, words)


def _read(kind: type[R], words: list[str]) -> R:
    """Parse words into a request of a kind, with number, step, answer and wish."""
    number, step, is_bare = 0, 0, False
    if words and (match := _NUMBER.fullmatch(words[0])):
        number, step = int(match[2]), int(match[3] or 0)
        words, is_bare = words[1:], not match[1] and not step and len(words) == 1
    wish = next((wish for wish in Wish if words[:1] == [wish]), None)
    if wish is Wish.PICK:
        return kind(number, wish=wish, step=step, picked=tuple(words[1:]))
    if wish and len(words) == 1:
        return kind(number, wish=wish, step=step)
    if wish and len(words) == 2 and (match := _NUMBER.fullmatch(words[1])):
        return kind(number, wish=wish, step=int(match[2]))
    return kind(number, in_notation(" ".join(words)), step=step, bare=is_bare)
