"""Moves and wishes inside sentences: the legal moves that stand among other words, and the command a wish leads to."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache, partial
from itertools import combinations

from bot.core.commands.playing import by_number, in_notation, legal_readings
from bot.core.game.referee import Play
from bot.core.game.requests import GameReference
from bot.core.game.session import Session, play
from bot.core.language.speech import LANGUAGES, speech
from engines import GAMES
from engines.game import AnyGame, AnyPosition
from engines.notation import clean
from engines.refusals import Illegal, Refusal

_LONGEST = 200
_MOST_WORDS = 24
_MOST_OFFERED = 3
_AROUND = "()[]{}<>«»“”„\"'`*_,;:!?…#№"
_CELL = re.compile(r"[^\W\d_]\.?\d.*")
_NUMBER = re.compile(r"[+-]?\d+(?:[.,-]\d+)*")
_SWAPPED = re.compile(r"(?<![\w.])(\d{1,2})([^\W\d_])(?![\w.])")
_LETTER, _DIGITS = re.compile(r"[a-z]"), re.compile(r"\d{1,2}(?:-.+)?")


Reading = Callable[[str], tuple[str, ...]]


def moves_within(session: Session, text: str) -> tuple[str, ...]:
    """The legal moves that a sentence names, at most three, in canonical text; what it says not to play is none. A
    number may be that of an idea."""
    return _named(session.rules, session.position, partial(_legal_in, session), text)


def answers_within(game: AnyGame, position: AnyPosition, text: str) -> tuple[str, ...]:
    """The same in a position that is no game's, as of a lesson."""
    return _named(game, position, partial(_legal, position), text)


def _named(game: AnyGame, position: AnyPosition, legal: Reading, text: str) -> tuple[str, ...]:
    said = _without_what_is_denied(text[:_LONGEST].casefold().split()[:_MOST_WORDS])
    for words in _spellings(said):
        places = [word for word in words if _is_of_a_move(game, position, word)]
        turned = _middle_last(places, game.text.inner_words)
        if found := _whole(legal, places) or _whole(legal, turned) or _in_parts(legal, places):
            return found[:_MOST_OFFERED]
    return ()


def _middle_last(words: Sequence[str], inner: Sequence[str]) -> Sequence[str]:
    """The places with `via` and its middle behind the rest, wherever a sentence names them; it may say `via` twice."""
    parts = [part for word in words for part in word.split("-")] if {*words} & {*inner} else words
    said = [part for part, before in zip(parts, ("", *parts), strict=False) if part not in inner or part != before]
    at = next((at for at, word in enumerate(said) if word in inner), len(said))
    end = at + 3 if _NUMBER.fullmatch(" ".join(said[at + 2 : at + 3])) else at + 2
    return [*said[:at], *said[end:], *said[at:end]]


def illegal_within(session: Session, text: str) -> tuple[str, Illegal] | None:
    """The move that a sentence names against the rules, as it was read, and its refusal; None if it names none."""
    for words in _spellings(text[:_LONGEST].casefold().split()[:_MOST_WORDS]):
        places = " ".join(word for word in words if _is_of_a_move(session.rules, session.position, word))
        try:
            play(session.position, places)
        except Illegal as refused:
            return places, refused
        except Refusal:
            continue
    return None


def _spellings(words: Sequence[str]) -> Iterator[list[str]]:
    """The words as they stand, with numbers and letters that are spelled out, and with `1a` as `a1`."""
    bare = [_words().get(cleaned, cleaned) for word in words if (cleaned := in_notation(word.strip(_AROUND)))]
    yield bare
    spelled = [part for word in bare for part in (word.split("-") if word.replace("-", "").isalpha() else (word,))]
    figures = [_numbers().get(word, word) for word in spelled]
    yield figures
    yield _glued(figures)
    yield [_SWAPPED.sub(r"\2\1", word) for word in bare]


def _glued(words: Sequence[str]) -> list[str]:
    """Each letter, or its name, with the number that follows it."""
    glued: list[str] = []
    for word in words:
        letter = _letters().get(glued[-1]) or _as_letter(glued[-1]) if glued else ""
        if letter and _DIGITS.fullmatch(word):
            glued[-1] = letter + word
        else:
            glued.append(word)
    return glued


def _as_letter(word: str) -> str:
    with suppress(Refusal):
        if _LETTER.fullmatch(clean(word)):
            return word
    return ""


def _is_of_a_move(game: AnyGame, position: AnyPosition, word: str) -> bool:
    """Whether a word names a place, is a word of the notation, or by itself a move."""
    with suppress(Refusal):
        read = clean(word)
        if _CELL.match(read) or _NUMBER.fullmatch(read) or read in (*game.text.words, *game.text.inner_words):
            return True
        position.read(word)
        return True
    return False


def _whole(legal: Reading, places: Sequence[str]) -> tuple[str, ...]:
    """The move that all places make together, or the cells among them without bare numbers."""
    cells = [word for word in places if not _NUMBER.fullmatch(word)]
    for words in dict.fromkeys((tuple(places), tuple(cells))):
        if found := legal(" ".join(words)):
            return found
    return ()


def _in_parts(legal: Reading, places: Sequence[str]) -> tuple[str, ...]:
    """The moves that runs of the places make; a run inside another one is none of its own."""
    found: dict[tuple[int, int], tuple[str, ...]] = {}
    for start, end in sorted(combinations(range(len(places) + 1), 2), key=lambda run: run[0] - run[1]):
        inside = any(a <= start and end <= b for a, b in found)
        if not inside and (meant := legal(" ".join(places[start:end]))):
            found[start, end] = meant
    return tuple(dict.fromkeys(move for run in sorted(found) for move in found[run]))


def _legal_in(session: Session, text: str) -> tuple[str, ...]:
    """The legal moves of a game that a text can mean; a number may be that of an idea."""
    if found := _legal(session.position, text):
        return found
    with suppress(Refusal):
        return _legal(session.position, by_number(session, Play(GameReference(), text)).text)
    return ()


def _legal(position: AnyPosition, text: str) -> tuple[str, ...]:
    """The legal moves that a text can mean."""
    if not text:
        return ()
    if several := legal_readings(position, text):
        return several
    with suppress(Refusal):
        return (str(play(position, text).move),)
    return ()


def _without_what_is_denied(words: Sequence[str]) -> list[str]:
    """The words but those that come right after a `not`."""
    denials = _said("wish-not")
    denied = {at + 1 + step for at, word in enumerate(words) if word.strip(_AROUND) in denials for step in (0, 1)}
    return [word for at, word in enumerate(words) if at not in denied or not _CELL.match(_latin(word))]


def _latin(word: str) -> str:
    with suppress(Refusal):
        return clean(word.strip(_AROUND))
    return ""


WISHES = (
    "resign",
    "undo",
    "draw",
    "hint",
    "help",
    "moves",
    "turn",
    "board",
    "rules",
    "rematch",
    "review",
    "language",
    "thanks",
)
"""What a sentence may wish, each with words of its own in the catalogues (`wish-undo`)."""


def wish_in(text: str) -> str:
    """The wish of `WISHES` that a sentence expresses by the longest of its phrases, thanks after all others; "" if
    there is none; a question mark alone asks for help."""
    words = [word for raw in text[:_LONGEST].casefold().replace("’", "'").split() if (word := raw.strip(_AROUND + "."))]
    if not words and "?" in text:
        return "help"
    denials = _said("wish-not")
    found = [
        (wish != "thanks", end - start, wish)
        for start, end in combinations(range(min(len(words), _MOST_WORDS) + 1), 2)
        if (wish := _wish_of(words[start:end], len(words))) and not (start and words[start - 1] in denials)
    ]
    return max(found, key=lambda each: each[:2])[2] if found else ""


def _wish_of(words: Sequence[str], among: int) -> str:
    """The wish that some of so many words express; all of them may be a phrase that says nothing inside a sentence."""
    phrase = " ".join(words)
    return _wishes().get(f"={phrase}" if len(words) == among else "", "") or _wishes().get(phrase, "")


@cache
def _wishes() -> Mapping[str, str]:
    """Each phrase with its wish; `=phrase` is one only as the whole sentence."""
    return {phrase: wish for wish in WISHES for phrase in _said(f"wish-{wish}")}


@cache
def _said(code: str) -> frozenset[str]:
    """All phrases of a code, in every language."""
    return frozenset(phrase for language in LANGUAGES for phrase in speech(language).say(code).split("|"))


@cache
def _words() -> Mapping[str, str]:
    """What sentences say for a word of the notation: `through` for `via`."""
    of_games = {word for game in GAMES.values() for word in (*game.text.words, *game.text.inner_words)}
    known = [word for word in of_games if speech("en").knows(f"spoken-{word}")]
    return {said: word for word in known for said in _said(f"spoken-{word}")}


@cache
def _numbers() -> Mapping[str, str]:
    return dict(_listed("spoken-numbers", map(str, range(1, 100))))


@cache
def _letters() -> Mapping[str, str]:
    return dict(_listed("spoken-letters", "abcdefghijklmnop"))


def _listed(code: str, meant: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Each word of a list in any language, with what its place in the list means."""
    means = tuple(meant)
    for language in LANGUAGES:
        for said, mean in zip(speech(language).say(code).split(), means, strict=False):
            yield from ((word, mean) for word in said.split("|"))
