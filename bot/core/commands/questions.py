"""Commands that change no game: `/record`, `/games`, `/next`, `/rules`, `/language`, `/start`, `/help`, `/learn`,
`/puzzle`, `/daily`."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from difflib import get_close_matches
from enum import StrEnum

from bot.core.commands.challenges import known_game
from bot.core.commands.command import (
    Reader,
    which_in,
)
from bot.core.commands.playing import ShowBoard, in_notation
from bot.core.commands.read_back import game_called, languages_called, typed
from bot.core.game.requests import About, Request, Which, read_code
from bot.core.language.speech import language_names
from bot.core.ports.platform import Incoming
from engines import GAMES
from engines.refusals import Unreadable

ALL, PAGE = "all", "page"
_LONGEST_NUMBER = 6
_SPAN = re.compile(r"(?:(\d{1,5})(?:[-–—](\d{1,5}))?)?")


@dataclass(frozen=True)
class ShowRecord(About):
    """Asking for the game as a file: its moves as text, or a page that replays it."""

    as_page: bool = False


@dataclass(frozen=True)
class ExportGames(Request):
    """Asking for the records of all games that were played to an end in the chat."""


@dataclass(frozen=True)
class Review(About):
    """Asking what decided a finished game, or for one of its `key` moves, counted from 1."""

    key: int = 0


@dataclass(frozen=True)
class ShowStep(About):
    """Asking for a game as it stood after so many messages; None: as it stands."""

    number: int | None = None


@dataclass(frozen=True)
class ShowTop(Request):
    """Asking who is strongest in this chat, in one game or in each."""

    game: str = ""


@dataclass(frozen=True)
class ShowMe(Request):
    """Asking how one has played in this chat."""


@dataclass(frozen=True)
class ImportGame(Request):
    """Asking to have a game looked over that was played elsewhere: its text, in one of the notations that are read."""

    text: str


@dataclass(frozen=True)
class ShowFilm(About):
    """Asking for the boards of a game as a film, from one message to another, counted from 1; 0 is the end."""

    first: int = 1
    last: int = 0


@dataclass(frozen=True)
class ListGames(Request):
    """Asking which games go on: here, or one's own `everywhere`."""

    everywhere: bool = False


@dataclass(frozen=True)
class ShowNext(Request):
    """Asking for the game that has waited longest for a move of one's own; `after` a game, for the one after it."""

    after: str = ""


class RulesPart(StrEnum):
    """What the rules of a game leave for a second look."""

    OPTIONS = "options"
    LIMITS = "limits"


@dataclass(frozen=True)
class ShowRules(Request):
    """Asking how a game is played, or for one part of its rules; without its name, of which game."""

    game: str = ""
    part: RulesPart | None = None


@dataclass(frozen=True)
class SetLanguage(Request):
    """`/language ru`, `/language ru chat`; without a language it asks with buttons."""

    language: str = ""
    for_chat: bool = False


@dataclass(frozen=True)
class Start(Request):
    """Meeting the bot, or pressing its Start once more."""


@dataclass(frozen=True)
class ShowStats(Request):
    """Asking what is played here and how it goes: for who runs the bot alone."""


@dataclass(frozen=True)
class ShowHelp(Request):
    """Asking what can be done now, or for `everything` that can be asked."""

    everything: bool = False


def read_language(rest: str, incoming: Incoming) -> Request:
    words = typed(rest).casefold().split()
    for_chat = "chat" in words
    words = [word for word in words if word not in ("chat", "me")]
    called = languages_called()
    if len(words) > 1 or (words and words[0] not in called):
        part = " ".join(words)[:40]
        close = get_close_matches(part, called, n=1)
        known = ", ".join(f"{name} ({language})" for language, name in language_names().items())
        raise Unreadable("unknown-language", part=part, languages=known, meant="".join(close))
    return SetLanguage(called[words[0]] if words else "", for_chat)


def read_next(rest: str, incoming: Incoming) -> Request:
    which, rest = which_in(rest)
    if rest:
        raise Unreadable("no-words-wanted", part=rest[:40], name="next")
    return ShowNext(which.code)


def read_games(rest: str, incoming: Incoming) -> Request:
    """Alone with the bot there is no other reader who would learn what goes on elsewhere."""
    return ListGames(everywhere=incoming.chat.direct or typed(rest).casefold() == ALL)


def read_start(rest: str, incoming: Incoming) -> Request:
    """A link into a private chat types `/start` with the code of the game that it is to open, or with `rules-GAME`."""
    name, _, game = rest.partition("-")
    if name == "rules" and game in GAMES:
        return ShowRules(game)
    found = read_code(rest)
    return ShowBoard(Which(found[0])) if found else Start()


def read_record(rest: str, incoming: Incoming) -> Request:
    which, form = which_in(rest)
    if typed(form).casefold() == ALL and not which.code:
        return ExportGames()
    if form and typed(form).casefold() != PAGE:
        raise Unreadable("no-words-wanted", part=form[:40], name="record")
    return ShowRecord(which, as_page=bool(form))


def numbered(made: Callable[[Which, int | None], Request]) -> Reader:
    """Reads the code of a game and, perhaps, a number."""

    def read(rest: str, incoming: Incoming) -> Request:
        which, number = which_in(rest)
        if number and not (number.isascii() and number.isdecimal() and len(number) < _LONGEST_NUMBER):
            raise Unreadable("not-a-number", part=number[:40])
        return made(which, int(number) if number else None)

    return read


def read_top(rest: str, incoming: Incoming) -> Request:
    return ShowTop(known_game(typed(rest)) if rest else "")


def read_me(rest: str, incoming: Incoming) -> Request:
    if rest:
        raise Unreadable("no-words-wanted", part=rest[:40], name="me")
    return ShowMe()


def read_import(rest: str, incoming: Incoming) -> Request:
    text = incoming.attachment or rest
    if not text.strip():
        raise Unreadable("import-what")
    return ImportGame(text)


def read_film(rest: str, incoming: Incoming) -> Request:
    which, part = which_in(rest)
    found = _SPAN.fullmatch(part.replace(" ", ""))
    if found is None:
        raise Unreadable("not-a-span", part=part[:40])
    first, last = int(found[1] or 1), int(found[2] or found[1] or 0)
    return ShowFilm(which, max(1, first), last)


def read_stats(rest: str, incoming: Incoming) -> Request:
    return ShowStats()


def read_help(rest: str, incoming: Incoming) -> Request:
    return ShowHelp(everything=typed(rest).casefold() == ALL)


def read_rules(rest: str, incoming: Incoming) -> Request:
    name, _, last = typed(rest).rpartition(" ")
    part = next((part for part in RulesPart if part == last.casefold()), None)
    called = name if part else typed(rest)
    return ShowRules(known_game(called) if called else "", part)


@dataclass(frozen=True)
class Learn(Request):
    """Asking to be taught: without a game's name, which one; else one step of its course, perhaps with the `answer` to
    the question of that step. The step after the last is the game that the learner then plays."""

    game: str = ""
    step: int = 1
    answer: str = ""


def read_learn(rest: str, incoming: Incoming) -> Request:
    name, _, after = typed(rest).strip().partition(" ")
    if not name:
        return Learn()
    game = known_game(name)
    number, _, answer = after.strip().partition(" ")
    return Learn(game, _step(number, game), in_notation(answer)) if number else Learn(game)


def _step(number: str, game: str) -> int:
    last = len(GAMES[game].teaching.course) + 1
    if not (re.fullmatch("[0-9]{1,3}", number) and 1 <= int(number) <= last):
        raise Unreadable("no-such-step", part=number[:40], last=last)
    return int(number)


class Wish(StrEnum):
    """What may be wanted of a puzzle besides an answer."""

    HINT = "hint"
    SHOW = "show"
    NEXT = "next"
    POST = "post"


@dataclass(frozen=True)
class Solve(Request):
    """Asking for a puzzle: the one that is open or another, of a game or by its number, perhaps with the `answer` to
    its next step, or a `wish`, of that `step` alone if it is named. A `bare` number may be an answer, too."""

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
    words, game = typed(rest).split(), ""
    if words and words[0].casefold() == _MINE:
        wanted = _wanted(words[1:])
        return SolveMine(wanted.answer, wanted.wish)
    if words and len(words[0]) > 2 and (called := game_called(words[0])):
        game, words = called, words[1:]
    wanted = _wanted(words)
    return Solve(game, wanted.number, wanted.answer, wanted.wish, wanted.step, wanted.bare and not game)


@dataclass(frozen=True)
class SolveMine(Request):
    """Asking for a position of one's own games in which one erred, perhaps with the `answer`, or a `wish`."""

    answer: str = ""
    wish: Wish | None = None


@dataclass(frozen=True)
class SolveDaily(Request):
    """Asking for the daily puzzle, or of a `day` by its number, perhaps with the `answer` to its next step, or a
    `wish`, as `Solve`."""

    day: int = 0
    answer: str = ""
    wish: Wish | None = None
    step: int = 0
    bare: bool = False


def read_daily(rest: str, incoming: Incoming) -> Request:
    wanted = _wanted(typed(rest).split())
    return SolveDaily(wanted.number, wanted.answer, wanted.wish, wanted.step, wanted.bare)


@dataclass(frozen=True)
class _Wanted:
    """A number, an answer and a wish of a step, as far as they are there; the number alone if it is `bare`."""

    number: int = 0
    answer: str = ""
    wish: Wish | None = None
    step: int = 0
    bare: bool = False


def _wanted(words: list[str]) -> _Wanted:
    number, is_bare = 0, False
    if words and (found := _NUMBER.fullmatch(words[0])):
        number, words, is_bare = int(found[2]), words[1:], not found[1] and len(words) == 1
    wish = next((wish for wish in Wish if words[:1] == [wish]), None)
    if wish and (len(words) == 1 or (len(words) == 2 and _NUMBER.fullmatch(words[1]))):
        return _Wanted(number, wish=wish, step=int(words[1]) if len(words) == 2 else 0)
    return _Wanted(number, in_notation(" ".join(words)), bare=is_bare)
