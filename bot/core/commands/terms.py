"""Parsing of a challenge's terms (undo, hints, ideas, pace), of yes and no, and of time spans."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache

from bot.core.commands.command import split_reference
from bot.core.game.clocks import (
    BANKS,
    INCREMENTS,
    SECOND,
    TEAM,
    TIME,
    UNITS,
    Pace,
    read_pace,
    read_span,
    ticking_pace,
    write_span,
)
from bot.core.game.people import Opponent, Robot
from bot.core.game.requests import GameReference
from bot.core.game.terms import (
    _FREE,
    _MOST_HINTS,
    COACH,
    HINTS,
    IDEAS,
    LONGEST_TURN,
    MOST_VOTES,
    NONE,
    PACES,
    QUORUM,
    SHORTEST_TURN,
    THREAD,
    TICKING_PACES,
    UNDO,
    Consent,
    Terms,
)
from bot.core.language.speech import phrases
from engines.refusals import Unreadable


def split_terms(words: Iterable[str]) -> tuple[Terms, list[str]]:
    """Split the words of a challenge into terms with non-default values, and other words.

    Keep `time=none` and `thread=no`, which override a chat's defaults. Raise `Unreadable` for an invalid value.
    """
    terms, other_words = dict[str, str](), list[str]()
    for word in _join_paces(words):
        key, equals, value = word.casefold().partition("=")
        if not equals and (("+" in key and ticks_in(key)) or _named_pace(key)):
            key, equals, value = TIME, "=", key
        key = _term_called(key)
        if equals and key in (*_STORED_ANSWERS, HINTS, TIME, TEAM, QUORUM):
            terms[key] = _read_term(key, value)
        elif key in _EXAMPLES:
            example = f"{key}={_EXAMPLES[key]}"
            raise Unreadable("option-without-value", part=word, example=example, meant=example)
        else:
            other_words.append(word)
    return Terms(tuple((key, value) for key, value in terms.items() if value)), other_words


def clock_within(text: str) -> Terms:
    """Return the time that a sentence names, such as `play dots 3+2`, as terms."""
    try:
        terms, _ = split_terms(text.split())
    except Unreadable:
        return Terms()
    return Terms(tuple((key, value) for key, value in terms.pairs if key == TIME))


def _join_paces(words: Iterable[str]) -> list[str]:
    """Join the words of a pace that is typed with spaces, such as `time = 3m + 2s`."""
    joined_words = list[str]()
    for word in words:
        previous = joined_words[-1] if joined_words else ""
        is_time = _term_called(previous.casefold().removesuffix("=")) == TIME
        if previous and ((is_time and "=" in (previous[-1], word[:1])) or "+" in (previous[-1], word[:1])):
            joined_words[-1] += word
        else:
            joined_words.append(word)
    return joined_words


def _term_called(key: str) -> str:
    """Return the term that a word names in any language; any other word unchanged."""
    names = {TIME: phrases("term-time"), TEAM: phrases("term-team"), QUORUM: phrases("term-quorum")}
    return next((term for term, words in names.items() if key in words), key)


_EXAMPLES = {TEAM: "1h", QUORUM: "5"}
"""Values for the terms that are words of their own, in case someone leaves the value out."""
_STORED_ANSWERS = {UNDO: (Consent.NO,), IDEAS: (Consent.NO,), COACH: (Consent.YES,), THREAD: (Consent.YES, Consent.NO)}
"""The answers that are stored; another one is the default."""


def _read_term(key: str, value: str) -> str:
    """Return the stored value of a term, "" for the default; raise `Unreadable` for an invalid one."""
    stored_value: str | None
    if key in _STORED_ANSWERS:
        answer, expectation = consent_of(value), "yes no"
        stored_value = answer and (str(answer) if answer in _STORED_ANSWERS[key] else "")
    elif key == HINTS:
        is_count = value.isascii() and value.isdecimal() and int(value) <= _MOST_HINTS
        stored_value = "" if value == _FREE else str(int(value)) if is_count else None
        expectation = f"0..{_MOST_HINTS} {_FREE}"
    elif key == TEAM:
        span, expectation = span_in(value), f"{write_span(SHORTEST_TURN)}..{write_span(LONGEST_TURN)}"
        is_turn = span is not None and SHORTEST_TURN <= span <= LONGEST_TURN
        stored_value = write_span(span) if span is not None and is_turn else None
    elif key == QUORUM:
        is_count = value.isascii() and value.isdecimal() and len(value) <= len(str(MOST_VOTES))
        stored_value, expectation = (
            str(int(value)) if is_count and 1 <= int(value) <= MOST_VOTES else None,
            f"1..{MOST_VOTES}",
        )
    else:
        pace, expectation = pace_in(value), f"{NONE} {' '.join((*PACES, TICKING_PACES[1]))}"
        if pace is None and ticks_in(value):
            raise Unreadable("bad-clock", part=value[:40])
        stored_value = None if pace is None else str(pace)
    if stored_value is None:
        raise Unreadable("bad-term", part=value[:40], key=key, expected=expectation)
    return stored_value


_USUAL_TURN = "1h"


def check_team_terms(terms: Terms, is_to_chat: bool, opponent: Opponent | None) -> Terms:
    """Return the terms of a challenge, with the usual time for teams; raise `Unreadable` if they do not fit it."""
    if is_to_chat and TEAM not in terms:
        terms = Terms((*terms.pairs, (TEAM, _USUAL_TURN)))
    if QUORUM in terms and TEAM not in terms:
        raise Unreadable("quorum-needs-team", part=f"{QUORUM}={terms[QUORUM]}")
    if TEAM not in terms:
        return terms
    if (opponent is not None) if is_to_chat else not isinstance(opponent, Robot):
        raise Unreadable("team-against-whom", part=f"{TEAM}={terms[TEAM]}")
    if TIME in terms:
        raise Unreadable("time-not-with-team", part=f"{TIME}={terms[TIME]}", team=f"{TEAM}={terms[TEAM]}")
    if COACH in terms:
        raise Unreadable("coach-not-with-team", part=f"{COACH}={terms[COACH]}")
    return terms


_ANSWERED = re.compile(r"(\S+)(?: ([0-9]{1,6}))?")


def read_consent(rest: str, name: str) -> tuple[GameReference, Consent, int]:
    """Parse a game code, an answer, and the number of a button's question; raise `Unreadable` for other words."""
    reference, word = split_reference(rest)
    if not word:
        return reference, Consent.UNSAID, 0
    match = _ANSWERED.fullmatch(word)
    if match and (answer := consent_of(match[1])) is not None:
        return reference, answer, int(match[2] or 0)
    raise Unreadable("words-or-game-wanted", part=word[:40], name=name, expected="yes no")


def consent_of(word: str) -> Consent | None:
    """Return the consent that a word expresses in any language; None for any other word."""
    word = word.casefold().rstrip(".!")
    if word in phrases("consent-yes"):
        return Consent.YES
    return Consent.NO if word in phrases("consent-no") else None


SHORTEST, LONGEST = 60.0, 30 * 86400.0
_PART = re.compile(r"(\d{1,5})([^\W\d_]+)")
_AS_IN_CHESS = re.compile(r"([0-9]{1,3})\+([0-9]{1,3})")


def span_in(text: str) -> float | None:
    """Parse a span (`3d`, `1д12ч`) into seconds; return None for any other text."""
    units, parts = _units(), _PART.findall(text.casefold())
    if not parts or any(unit not in units for _, unit in parts) or len(_PART.sub("", text.casefold())):
        return None
    return read_span("".join(f"{count}{units[unit]}" for count, unit in parts))


def pace_in(text: str) -> Pace | str | None:
    """Parse a pace or `NONE`; return None for any other text.

    A clock ticks if its bank is counted in seconds, or if each turn adds a minute or less.
    """
    folded_text = text.casefold()
    if folded_text == NONE or consent_of(folded_text) is Consent.NO:
        return NONE
    if name := _named_pace(folded_text):
        return read_pace(name)
    spans = _spans_of(folded_text)
    if ticks_in(folded_text):
        return ticking_pace(spans[0], sum(spans[1:]))
    if not spans or any(not SHORTEST <= span <= LONGEST for span in spans):
        return None
    return Pace(spans[0], next(iter(spans[1:]), None))


def _named_pace(folded_text: str) -> str | None:
    """Return the pace that chess players call by this word, such as `blitz`; None for any other word."""
    return next((pace for pace in TICKING_PACES if folded_text in phrases(f"pace-{pace}")), None)


def ticks_in(text: str) -> bool:
    """Return whether a text reads as the pace of a clock that ticks, within its bounds or not."""
    folded_text = text.casefold()
    spans, units = _spans_of(folded_text), [_units().get(unit) for _, unit in _PART.findall(folded_text)]
    has_seconds = SECOND in units or not units
    return bool(spans) and (has_seconds or (len(spans) == 2 and spans[0] <= BANKS[1] and spans[1] <= INCREMENTS[1]))


def _spans_of(folded_text: str) -> tuple[float, ...]:
    """Return the one or two spans of a pace; `3+2` are minutes and seconds, as in chess."""
    if match := _AS_IN_CHESS.fullmatch(folded_text):
        return 60.0 * int(match[1]), float(match[2])
    spans = [span_in(each) for each in folded_text.split("+", 1)]
    return tuple(span for span in spans if span is not None) if None not in spans else ()


@cache
def _units() -> Mapping[str, str]:
    return {word: unit for unit in (*(unit for unit, _ in UNITS), SECOND) for word in phrases(f"unit-{unit}")}
