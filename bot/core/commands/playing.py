"""Commands of a running game, `/move`, `/hint`, `/if`, `/draw` and so on; the ways in which a move may be typed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache

from bot.core.commands.command import Reader, which_in
from bot.core.commands.read_back import typed
from bot.core.commands.terms import consent_in, said
from bot.core.game.referee import AskHint, AskIdeas, OfferDraw, Plan, Play, Resign, TakeBack
from bot.core.game.requests import GameRequest, Request
from bot.core.game.session import Session, play
from bot.core.game.terms import IDEAS, Consent
from bot.core.language.speech import LANGUAGES, speech
from bot.core.ports.platform import Incoming
from engines import GAMES
from engines.game import AnyPosition
from engines.notation import clean
from engines.refusals import Illegal, Refusal, Unreadable


class Form(StrEnum):
    """How a board can be shown; `changes` is what is new on it since the asker's own last turn."""

    PICTURE = "picture"
    TEXT = "text"
    CHARACTERS = "characters"
    CHANGES = "changes"


@dataclass(frozen=True)
class Pick(GameRequest):
    """A step of a menu that leads to a move: the squares or points chosen so far."""

    steps: tuple[str, ...]


@dataclass(frozen=True)
class BareText(GameRequest):
    """A text without a command: a move, an answer, a wish, or talk."""

    text: str


@dataclass(frozen=True)
class ShowMore(GameRequest):
    """Asking for what else can be asked of a game."""


@dataclass(frozen=True)
class AskWhy(GameRequest):
    """Asking what matters in a position."""

    fits_finished_games = True


@dataclass(frozen=True)
class ShowBoard(GameRequest):
    """Asking for the board: in some form, or only one `place` of it in words."""

    fits_finished_games = True

    form: Form = Form.PICTURE
    place: str = ""


@dataclass(frozen=True)
class ReadAloud(Request):
    """`/board always text`, `/board always off`: all boards of one's games in words from now on, or as they were."""

    on: bool = True


@dataclass(frozen=True)
class ListMoves(GameRequest):
    """Asking for the legal moves, perhaps only for those that begin with a `part` or name it."""

    part: str = ""


_LONGEST_NUMBER = 2
ALWAYS = "always"
_AROUND = '.!?… ()[]{}«»“”„"`*'
_JOINED = re.compile(r"(?<=\d)(?:\s*[/+]\s*(?=[^\W\d_])|\s+(?:на|to)\s+(?=\w))", re.IGNORECASE)


def read_move(rest: str, incoming: Incoming) -> Play:
    """Return a move; a game's code may stand before or after it."""
    which, text = which_in(rest)
    return Play(which, in_notation(text))


def read_bare_text(text: str, incoming: Incoming) -> BareText:
    """Return a text without a command, with the move that it may be in the notation."""
    move = read_move(text, incoming)
    return BareText(move.reference, move.text)


def read_offer(name: str, request: type[OfferDraw | TakeBack]) -> Reader:
    """Return the reader of an offer, which is also how one is answered."""
    return lambda rest, incoming: request(*consent_in(rest, name))


def shown_as(form: Form) -> Reader:
    """Return the reader of a form of the board by its own name."""
    return lambda rest, incoming: read_board(f"{form} {rest}".strip(), incoming)


def read_aloud(rest: str, incoming: Incoming) -> Request:
    """Return whether boards are to come in words."""
    return read_board(f"{ALWAYS} {rest}", incoming)


def in_notation(text: str) -> str:
    """The text without stops, brackets, quotes or `#` around it, with `a1/b1` and `a1 на b1` as `a1-b1`, and with words
    that buttons show (`stop` in the reader's language) in the words of the notation."""
    joined = _JOINED.sub("-", text.strip(_AROUND).lstrip("#№ "))
    return " ".join(_spoken_moves().get(word.casefold(), word) for word in joined.split())


@cache
def _spoken_moves() -> Mapping[str, str]:
    return {
        speech(language).say(f"move-{word}").casefold(): word
        for language in LANGUAGES
        for game in GAMES.values()
        for word in (*game.text.words, *game.text.inner_words)
    }


def read_pick(rest: str, incoming: Incoming) -> Request:
    which, text = which_in(rest)
    return Pick(which, tuple(text.split()))


def read_hint(rest: str, incoming: Incoming) -> Request:
    which, text = which_in(typed(rest))
    if text.casefold() not in ("", "idea", "where", "move"):
        raise Unreadable("words-or-game-wanted", part=text[:40], name="hint", expected="idea where move")
    return AskHint(which, text.casefold())


def read_ideas(rest: str, incoming: Incoming) -> Request:
    which, text = which_in(typed(rest))
    if text.isascii() and text.isdecimal() and 1 <= len(text) <= _LONGEST_NUMBER and int(text):
        return Play(which, text, idea=int(text))
    if text.casefold() not in ("", Form.TEXT):
        raise Unreadable("words-or-game-wanted", part=text[:40], name="ideas", expected="1..5 text")
    return AskIdeas(which, text.casefold() == Form.TEXT)


def read_resign(rest: str, incoming: Incoming) -> Request:
    which, word = which_in(rest)
    if word and said(word) is not Consent.YES:
        raise Unreadable("words-or-game-wanted", part=word[:40], name="resign", expected="yes")
    return Resign(which, sure=bool(word))


def read_board(rest: str, incoming: Incoming) -> Request:
    which, place = which_in(rest)
    form = typed(place).casefold() or Form.PICTURE
    first, *more = form.split()
    if first == ALWAYS and not which.code:
        return ReadAloud(not _grammar().off.intersection(more))
    return ShowBoard(which, Form(form)) if form in tuple(Form) else ShowBoard(which, place=place)


def read_moves(rest: str, incoming: Incoming) -> Request:
    which, part = which_in(rest)
    return ListMoves(which, part)


_BY_PLACE = str.maketrans("абвгдежзиклмнопр", "abcdefghijklmnop")
_COLUMN = re.compile(r"[а-яёіїєґ](?=\s?\.?\d)")


def readings(text: str) -> tuple[str, ...]:
    """By look, then by place in the alphabet, where the two differ; nothing for a text that reads in one way only."""
    low = text.casefold()
    by_place = _COLUMN.sub(lambda letter: letter[0].translate(_BY_PLACE), low)
    if by_place == low or not by_place.isascii():
        return ()
    with suppress(Refusal):
        by_look = clean(low)
        return (by_look, by_place) if by_look != clean(by_place) else ()
    return ()


def legal_readings(position: AnyPosition, text: str) -> tuple[str, ...]:
    """The legal moves that a text in Cyrillic letters can mean, in canonical text; nothing where only the usual
    reading, by look, is one, or is understood and against the rules."""
    legal: list[str] = []
    for reading in readings(text):
        try:
            legal.append(str(play(position, reading).move))
        except Unreadable:
            continue
        except Refusal:
            break
    return tuple(dict.fromkeys(legal))


_MOST_IDEAS = 9


def by_number(session: Session, request: Play) -> Play:
    """The move that a number means; any other request, and what the game reads as a move itself, as it is.

    Raises `Illegal` for a number that means none here: a menu of another position plays nothing.
    """
    number = request.idea or _number(session, request.text)
    if not number or (IDEAS, Consent.NO) in session.terms:
        return request
    if number > len(session.hints.ideas):
        raise Illegal("no-such-idea", part=str(number), game=session.code)
    return replace(request, text=session.hints.ideas[number - 1])


def _number(session: Session, text: str) -> int:
    """The number that a text is and that the game cannot read; 0 for any other."""
    if not (text.isascii() and text.isdecimal() and 1 <= int(text[:2]) <= _MOST_IDEAS):
        return 0
    try:
        session.position.read(text)
    except Refusal:
        return int(text)
    return 0


_LINE_ENDS = re.compile(r"[;\n]")
_CLAUSE_ENDS = " ,.…\t"
_LONGEST_QUOTED = 60


def read_plan(rest: str, incoming: Incoming) -> Plan:
    """Lines, or `off` with numbers; raises `Unreadable` for a condition without its answer."""
    which, text = which_in(rest)
    first, *numbers = text.casefold().split() or [""]
    if first in _grammar().off and all(map(str.isdecimal, numbers)):
        return Plan(which, numbers_to_drop=tuple(map(int, numbers)))
    return Plan(which, tuple(tuple(_planned_line(line)) for line in _LINE_ENDS.split(text) if line.strip(_CLAUSE_ENDS)))


def is_plan(text: str) -> bool:
    """Whether a bare text is a plan."""
    grammar = _grammar()
    return bool(grammar.condition.match(text) and grammar.answer.search(text))


def _planned_line(text: str) -> Iterator[str]:
    for clause in _grammar().condition.split(text):
        if clause.strip(_CLAUSE_ENDS):
            turns = [in_notation(turn.strip(_CLAUSE_ENDS)) for turn in _grammar().answer.split(clause)]
            if len(turns) != 2 or not all(turns):
                raise Unreadable("no-plan", part=clause.strip(_CLAUSE_ENDS)[:_LONGEST_QUOTED])
            yield from turns


@dataclass(frozen=True)
class _Grammar:
    """What stands in any language for `if`, `then` and `off`."""

    condition: re.Pattern[str]
    answer: re.Pattern[str]
    off: frozenset[str]


@cache
def _grammar() -> _Grammar:
    said = [(words.say("plan-if"), words.say("plan-then"), words.say("plan-off")) for words in map(speech, LANGUAGES)]
    conditions, answers, off = map("|".join, zip(*said, strict=True))
    return _Grammar(_word(conditions), _word(answers), frozenset(off.split("|")))


def _word(alternatives: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\S)(?:{alternatives})(?!\S)", re.IGNORECASE)
