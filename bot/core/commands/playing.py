"""Commands of a running game, `/move`, `/hint`, `/if`, `/draw` and others, and the spellings of moves."""

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from enum import StrEnum
from functools import cache

from bot.core.commands.command import Reader, read_number, split_reference
from bot.core.commands.read_back import to_typed_words
from bot.core.commands.terms import consent_of, read_consent
from bot.core.game.referee import AskHint, AskIdeas, OfferDraw, Plan, Play, Resign, TakeBack
from bot.core.game.requests import GameReference, GameRequest, Request
from bot.core.game.session import Session, play
from bot.core.game.terms import IDEAS, Consent
from bot.core.language.speech import LANGUAGES, phrases, speech
from bot.core.ports.platform import Incoming
from engines import GAMES
from engines.game import AnyPosition
from engines.notation import clean
from engines.refusals import Illegal, Refusal, Unreadable

_LATIN_KEYS, _CYRILLIC_KEYS = "`qwertyuiop[]asdfghjkl;'zxcvbnm,.", "ёйцукенгшщзхъфывапролджэячсмитьбю"
_UKRAINIAN_KEYS = "'йцукенгшщзхїфівапролджєячсмитьбю"
OTHER_KEYBOARD = str.maketrans(_CYRILLIC_KEYS + "іїє", _LATIN_KEYS + "s]'")
"""The Latin letters on the keys of Cyrillic ones."""
OTHER_KEYBOARDS = OTHER_KEYBOARD, *(str.maketrans(_LATIN_KEYS, keys) for keys in (_CYRILLIC_KEYS, _UKRAINIAN_KEYS))


class Form(StrEnum):
    """The form in which a board is shown; `changes` is the news since the person's last turn."""

    PICTURE = "picture"
    TEXT = "text"
    CHARACTERS = "characters"
    CHANGES = "changes"


class Pick(GameRequest):
    """A step of a menu that composes a move: the squares or points chosen so far."""

    steps: tuple[str, ...]


class BareText(GameRequest):
    """A text without a command: a move, an answer, a wish or a chat message."""

    text: str


class ShowMore(GameRequest):
    """A request for the menu of further commands in a game."""


class AskWhy(GameRequest):
    """A request for the main ideas of a position."""

    fits_finished_games = True


class ShowBoard(GameRequest):
    """A request for the board in a form, or for one `place` of it in words."""

    fits_finished_games = True

    form: Form = Form.PICTURE
    place: str = ""

    @property
    def is_picture(self) -> bool:
        """Return whether the whole board is wanted as a picture."""
        return self.form is Form.PICTURE and not self.place


class Share(GameRequest):
    """A request to post the result of a finished game."""

    fits_finished_games = True


class ReadAloud(Request):
    """A request to switch the sender's boards to text or back (`/board always text`, `/board always off`)."""

    on: bool = True


class ListMoves(GameRequest):
    """A request for the legal moves, or only for those that begin with or contain a `part`."""

    part: str = ""


ALWAYS = "always"
_MOST_IDEAS = 9
MOVE_WORDS = frozenset(word for game in GAMES.values() for word in game.text.words)
"""The words of the notations, such as `swap`."""
_AROUND = '.!?… ()[]{}«»“”„"`*'
_MOVE_LIKE = re.compile(r"(?:[a-z]\.?\d|\d).*")
_JOINED = re.compile(r"(?<=\d)(?:\s*[/+]\s*(?=[^\W\d_])|\s+(?:на|to)\s+(?=\w))", re.IGNORECASE)


def read_move(rest: str, incoming: Incoming) -> Play:
    """Parse a move, with a game's code before or after it."""
    reference, text = split_reference(rest)
    return Play(reference, in_notation(text))


def read_bare_text(text: str, incoming: Incoming) -> BareText:
    """Parse a text without a command, with a second spelling in case it is a move."""
    move = read_move(text, incoming)
    return BareText(move.reference, move.text)


def read_offer(name: str, request: type[OfferDraw | TakeBack]) -> Reader:
    """Return the parser of an offer, or of an answer to an offer."""
    return lambda rest, incoming: request(*read_consent(rest, name))


def board_reader(form: Form | str) -> Reader:
    """Return the parser of a command that shows the board in a form, or sets it for always (`/aloud`, `/aloud off`)."""
    return lambda rest, incoming: read_board(f"{form} {rest}".strip(), incoming)


def text_reader(request: Callable[[GameReference, str], Request]) -> Reader:
    """Return the parser of a command that takes any text."""
    return lambda rest, incoming: request(*split_reference(rest))


def in_notation(text: str) -> str:
    """Return a text respelled in the notation of moves.

    Strip stops, brackets, quotes and `#` around it, write `a1/b1` and `a1 на b1` as `a1-b1`, and translate words that
    buttons show (`stop` in any language).
    """
    text_with_hyphens = _JOINED.sub("-", text.strip(_AROUND).lstrip("#№ "))
    return " ".join(_spoken_moves().get(word.casefold(), word) for word in text_with_hyphens.split())


def looks_like_a_move(text: str) -> bool:
    """Return whether a bare text resembles a move enough to deserve a refusal instead of silence."""
    try:
        words = clean(text[:200]).removeprefix("l ").split()
    except Refusal:
        return False
    is_short = len(words) <= 16 or all(map(_MOVE_LIKE.fullmatch, words[:16]))
    return bool(words) and is_short and (words[0] in MOVE_WORDS or bool(_MOVE_LIKE.fullmatch(words[0])))


@cache
def _spoken_moves() -> Mapping[str, str]:
    return {
        speech(language).say(f"move-{word}").casefold(): word
        for language in LANGUAGES
        for game in GAMES.values()
        for word in (*game.text.words, *game.text.inner_words)
    }


read_pick = text_reader(lambda reference, text: Pick(reference, tuple(text.split())))


def read_hint(rest: str, incoming: Incoming) -> Request:
    """Parse the step of a hint; raise `Unreadable` for any other word."""
    reference, text = split_reference(to_typed_words(rest))
    if text.casefold() not in ("", "idea", "where", "move"):
        raise Unreadable("words-or-game-wanted", part=text[:40], name="hint", expected="idea where move")
    return AskHint(reference, text.casefold())


def read_ideas(rest: str, incoming: Incoming) -> Request:
    """Parse `/ideas`, `/ideas text`, or the number of an idea to play; raise `Unreadable` for any other word."""
    reference, text = split_reference(to_typed_words(rest))
    if number := read_number(text, 99):
        return Play(reference, text, idea=number)
    if text.casefold() not in ("", Form.TEXT):
        raise Unreadable("words-or-game-wanted", part=text[:40], name="ideas", expected="1..5 text")
    return AskIdeas(reference, text.casefold() == Form.TEXT)


def read_resign(rest: str, incoming: Incoming) -> Request:
    """Parse `/resign` and its confirmation; raise `Unreadable` for any other word."""
    reference, word = split_reference(rest)
    if word and consent_of(word) is not Consent.YES:
        raise Unreadable("words-or-game-wanted", part=word[:40], name="resign", expected="yes")
    return Resign(reference, sure=bool(word))


def read_board(rest: str, incoming: Incoming) -> Request:
    """Parse a form of the board, a place on it, or `always text` and `always off`."""
    reference, place = split_reference(rest)
    form = to_typed_words(place).casefold() or Form.PICTURE
    first, *more = form.split()
    if first == ALWAYS and not reference.code:
        return ReadAloud(phrases("plan-off").isdisjoint(more))
    return ShowBoard(reference, Form(form)) if form in tuple(Form) else ShowBoard(reference, place=place)


_BY_PLACE = str.maketrans("абвгдежзиклмнопр", "abcdefghijklmnop")
_COLUMN = re.compile(r"[а-яёіїєґ](?=\s?\.?\d)")
_ALIKE = re.compile(r"[авекмнорстухі](?=\s?\.?\d)")
"""Cyrillic columns that look like Latin ones, as a reader of the board types them."""


def readings(text: str) -> tuple[str, ...]:
    """Return both readings of Cyrillic columns, by look and by place in the alphabet; none if they agree."""
    folded_text = text.casefold()
    by_place = _COLUMN.sub(lambda letter: letter[0].translate(_BY_PLACE), folded_text)
    if by_place == folded_text or not by_place.isascii():
        return ()
    with suppress(Refusal):
        by_look = clean(folded_text)
        return (by_look, by_place) if by_look != clean(by_place) else ()
    return ()


def legal_readings(position: AnyPosition, text: str) -> tuple[str, ...]:
    """Return the legal moves that a Cyrillic text can mean; none if only the usual reading, by look, is valid."""
    moves: list[str] = []
    for reading in readings(text):
        try:
            moves.append(str(play(position, reading).move))
        except Unreadable:
            continue
        except Refusal:
            break
    return tuple(dict.fromkeys(moves)) or _with_other_keyboard(position, text)


def _with_other_keyboard(position: AnyPosition, text: str) -> tuple[str, ...]:
    """Return a Cyrillic move by look and by its Latin keys, if both are legal (`ф1`: f1, or a1 by keys)."""
    folded_text = text.casefold()
    by_key = folded_text.translate(OTHER_KEYBOARD)
    if by_key != folded_text and _COLUMN.search(folded_text) and not _ALIKE.search(folded_text):
        with suppress(Refusal):
            return tuple(str(play(position, reading).move) for reading in (text, by_key))
    return ()


def by_number(session: Session, request: Play) -> Play:
    """Replace the number of an idea with its move; raise `Illegal` for a number without an idea in this position."""
    number, text = request.idea, request.text
    if not number and (typed_number := read_number(text, _MOST_IDEAS)):
        try:
            session.position.read(text)
        except Refusal:
            number = typed_number
    if not number or session.terms.get(IDEAS) == Consent.NO:
        return request
    if number > len(session.hints.ideas):
        raise Illegal("no-such-idea", part=str(number), game=session.code)
    return replace(request, text=session.hints.ideas[number - 1])


_LINE_ENDS = re.compile(r"[;\n]")
_CLAUSE_ENDS = " ,.…\t"
_LONGEST_QUOTED = 60


def read_plan(rest: str, incoming: Incoming) -> Plan:
    """Parse planned lines, or `off` with numbers; raise `Unreadable` for a condition without an answer."""
    reference, text = split_reference(rest)
    first, *numbers = text.casefold().split() or [""]
    if first in phrases("plan-off") and all(map(str.isdecimal, numbers)):
        return Plan(reference, numbers_to_drop=tuple(map(int, numbers)))
    lines = (line for line in _LINE_ENDS.split(text) if line.strip(_CLAUSE_ENDS))
    return Plan(reference, tuple(tuple(_planned_line(line)) for line in lines))


def is_plan(text: str) -> bool:
    """Return whether a bare text is a plan."""
    condition, answer = _plan_words()
    return bool(condition.match(text) and answer.search(text))


def _planned_line(text: str) -> Iterator[str]:
    condition, answer = _plan_words()
    for clause in filter(None, (part.strip(_CLAUSE_ENDS) for part in condition.split(text))):
        turns = [in_notation(turn.strip(_CLAUSE_ENDS)) for turn in answer.split(clause)]
        if len(turns) != 2 or not all(turns):
            raise Unreadable("no-plan", part=clause[:_LONGEST_QUOTED])
        yield from turns


@cache
def _plan_words() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Return the patterns of `if` and `then` in all languages."""
    by_words = (phrases("plan-if"), phrases("plan-then"))
    condition, answer = (re.compile(rf"(?<!\S)(?:{'|'.join(each)})(?!\S)", re.IGNORECASE) for each in by_words)
    return condition, answer
