"""Parses terms of a challenge besides the game's rules (taking back, hints, ideas, pace), yes and no, time spans."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache, partial

from bot.core.commands.command import which_in
from bot.core.game.clocks import TIME, UNITS, Pace, read_span
from bot.core.game.requests import GameReference
from bot.core.game.terms import _FREE, _MOST_HINTS, COACH, HINTS, IDEAS, NONE, PACES, THREAD, UNDO, Consent, Terms
from bot.core.language.speech import LANGUAGES, speech
from engines.refusals import Unreadable


def terms_in(words: Iterable[str]) -> tuple[Terms, list[str]]:
    """The terms among the words of a challenge, without those that hold anyway, and the other words; `time=none` and
    `thread=no` stay, for they say that what is usual in a chat does not hold.

    Raises `Unreadable` for a value that a term does not have.
    """
    terms, left = dict[str, str](), list[str]()
    for word in words:
        key, equals, value = word.casefold().partition("=")
        key = TIME if key in _time_called() else key
        if equals and key in _READERS:
            terms[key] = _READERS[key](value)
        else:
            left.append(word)
    return tuple((key, value) for key, value in terms.items() if value), left


def _unless_no(key: str, value: str) -> str:
    return str(Consent.NO) if _yes_or_no(key, value) is Consent.NO else ""


def _coach(value: str) -> str:
    return str(Consent.YES) if _yes_or_no(COACH, value) is Consent.YES else ""


def _thread(value: str) -> str:
    return str(Consent.YES if _yes_or_no(THREAD, value) is Consent.YES else Consent.NO)


def _yes_or_no(key: str, value: str) -> Consent:
    answer = said(value)
    if answer is None:
        raise Unreadable("bad-term", part=value[:40], key=key, expected="yes no")
    return answer


def _hints(value: str) -> str:
    if value == _FREE:
        return ""
    if not (value.isascii() and value.isdecimal() and int(value) <= _MOST_HINTS):
        raise Unreadable("bad-term", part=value[:40], key=HINTS, expected=f"0..{_MOST_HINTS} {_FREE}")
    return str(int(value))


def _time(value: str) -> str:
    pace = pace_in(value)
    if pace is None:
        raise Unreadable("bad-term", part=value[:40], key=TIME, expected=f"{NONE} {' '.join(PACES)}")
    return str(pace)


@cache
def _time_called() -> frozenset[str]:
    return frozenset(word for language in LANGUAGES for word in speech(language).say("term-time").split("|"))


_READERS: Mapping[str, Callable[[str], str]] = {
    UNDO: partial(_unless_no, UNDO),
    HINTS: _hints,
    IDEAS: partial(_unless_no, IDEAS),
    COACH: _coach,
    TIME: _time,
    THREAD: _thread,
}


_ANSWERED = re.compile(r"(\S+)(?: ([0-9]{1,6}))?")


def consent_in(rest: str, name: str) -> tuple[GameReference, Consent, int]:
    """Return the game that is meant, the answer, and the number of the question if a button names it; raise
    `Unreadable` for any other word after the command `name`."""
    which, word = which_in(rest)
    if not word:
        return which, Consent.UNSAID, 0
    found = _ANSWERED.fullmatch(word)
    if found and (answer := said(found[1])) is not None:
        return which, answer, int(found[2] or 0)
    raise Unreadable("words-or-game-wanted", part=word[:40], name=name, expected="yes no")


def said(word: str) -> Consent | None:
    """The yes or no that a word is in any language."""
    word = word.casefold().rstrip(".!")
    for language in LANGUAGES:
        words = speech(language)
        if word in words.say("consent-yes").split("|"):
            return Consent.YES
        if word in words.say("consent-no").split("|"):
            return Consent.NO
    return None


SHORTEST, LONGEST = 60.0, 30 * 86400.0
_PART = re.compile(r"(\d{1,5})([^\W\d_]+)")


def span_in(text: str) -> float | None:
    """So many seconds as a text says (`3d`, `1д12ч`); None for any other text."""
    units, found = _units(), _PART.findall(text.casefold())
    if not found or any(unit not in units for _, unit in found) or len(_PART.sub("", text.casefold())):
        return None
    return read_span("".join(f"{count}{units[unit]}" for count, unit in found))


def pace_in(text: str) -> Pace | str | None:
    """A pace, `NONE`, or None for what is neither."""
    low = text.casefold()
    if low == NONE or said(low) is Consent.NO:
        return NONE
    move, plus, added = low.partition("+")
    spans = [span_in(each) for each in ((move, added) if plus else (move,))]
    if any(span is None or not SHORTEST <= span <= LONGEST for span in spans):
        return None
    return Pace(*(span for span in spans if span))


@cache
def _units() -> Mapping[str, str]:
    """Every word for a unit, with its letter."""
    return {
        word: unit
        for language in LANGUAGES
        for unit, _ in UNITS
        for word in speech(language).say(f"unit-{unit}").split("|")
    }
