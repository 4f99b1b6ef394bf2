"""Parsing of a challenge's terms (undo, hints, ideas, pace), of yes and no, and of time spans."""

import re
from collections.abc import Iterable, Mapping
from functools import cache

from bot.core.commands.command import read_number, split_reference, two_values
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
    COACH,
    FREE,
    HINTS,
    IDEAS,
    LONGEST_TURN,
    MOST_HINTS,
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
from engines.refusals import Illegal, Unreadable


def split_terms(words: Iterable[str]) -> tuple[Terms, list[str]]:
    """Split the words of a challenge into terms with non-default values, and other words.

    Keep `time=none` and `thread=no`, which override a chat's defaults. Raise `Unreadable` for an invalid value, or two
    of one term.
    """
    terms, typed_words, other_words = dict[str, str](), dict[str, str](), list[str]()
    for word in _join_paces(words):
        key, equals, value = word.casefold().partition("=")
        if not equals and (_is_bank_and_increment(key) or _named_pace(key)):
            key, equals, value = TIME, "=", key
        key = term_called(key)
        if key in _EXAMPLES and not value:
            example = f"{key}={_EXAMPLES[key]}"
            raise Unreadable("option-without-value", part=word, example=example, meant=example)
        if equals and key in (*_STORED_ANSWERS, HINTS, TIME, TEAM, QUORUM):
            stored_value = _read_term(key, value)
            if terms.setdefault(key, stored_value) != stored_value:
                raise two_values(typed_words[key], word)
            typed_words.setdefault(key, word)
        else:
            other_words.append(word)
    return Terms(tuple((key, value) for key, value in terms.items() if value)), other_words


def clock_within(text: str) -> tuple[Terms, list[str]]:
    """Return the time that a sentence names, such as `play dots 3+2`, as terms, and the other words.

    Raise `Unreadable` for an impossible time, or for two.
    """
    words = _words_of_talk(text)
    clocks = [word for word in words if _is_clock_in_talk(word.casefold())]
    terms, _ = split_terms(clocks)
    return terms, [word for word in words if word not in clocks and term_called(word.casefold()) not in _EXAMPLES]


def slow_time_refusal(terms: Terms, text: str) -> Illegal | None:
    """Return the refusal of a slow clock in a command to the bot, naming the clock that it means; None without one."""
    time = terms.get(TIME, NONE)
    if time == NONE or read_pace(time).ticks:
        return None
    words = _join_paces(text.split())
    typed_times = (word for word in words if pace_in(word.rpartition("=")[2]) == read_pace(time))
    clock = ticking_pace(read_pace(time).move, 0.0) or TICKING_PACES[1]
    return Illegal("no-time-with-bot", part=next(typed_times, f"{TIME}={time}"), meant=f"{TIME}={clock}")


def has_clock_in(text: str) -> bool:
    """Return whether a sentence names a time, possible or not."""
    return any(_is_clock_in_talk(word.casefold()) for word in _words_of_talk(text))


def _words_of_talk(text: str) -> list[str]:
    return _join_paces(filter(None, (word.strip(_AROUND) for word in text.split())))


def _is_clock_in_talk(folded_word: str) -> bool:
    """Return whether a word of a sentence names a time; `+1` and `3+` do not."""
    key, equals, value = folded_word.partition("=")
    if equals:
        return term_called(key) == TIME and bool(value)
    is_pair = _is_bank_and_increment(key) and _PLUS.isdisjoint((key[0], key[-1]))
    return is_pair or _named_pace(key) is not None


def _is_bank_and_increment(folded_word: str) -> bool:
    """Return whether a word is meant as two times, such as `3+2`, possible ones or not."""
    parts = [_SIGNED.fullmatch(part) for part in re.split(r"[+|]", folded_word)]
    units = [part[1] for part in parts if part]
    is_number = any(map(str.isdecimal, folded_word))
    return len(parts) == len(units) > 1 and is_number and all(unit in _units() for unit in units if unit)


_SIGNED = re.compile(r"[-−–]?[\d.,]*([^\W\d_]*)")
_AROUND = ".,!?;:()«»„“”\"'"
_PLUS = frozenset("+|")
"""The signs between a bank and its increment; some chess sites write `3|2`."""


def _join_paces(words: Iterable[str]) -> list[str]:
    """Join the words of a pace that is typed with spaces, such as `time = 3m + 2s` or `time 3d`."""
    joined_words = list[str]()
    for word in words:
        previous = joined_words[-1] if joined_words else ""
        neighbours = previous[-1:], word[:1]
        is_option = "=" in neighbours and term_called(previous.casefold().removesuffix("=")) == TIME
        if previous and (is_option or not _PLUS.isdisjoint(neighbours)):
            joined_words[-1] += word
        else:
            joined_words.append(word)
        *before, last_word = joined_words[-2:]
        if before and term_called(before[0].casefold()) == TIME and pace_in(last_word) is not None:
            joined_words[-2:] = [f"{before[0]}={last_word}"]
    return joined_words


def term_called(key: str) -> str:
    """Return the term that a word names in any language; any other word unchanged."""
    names = {TIME: phrases("term-time"), TEAM: phrases("term-team"), QUORUM: phrases("term-quorum")}
    return next((term for term, words in names.items() if key in words), key)


_EXAMPLES = {TIME: TICKING_PACES[1], TEAM: "1h", QUORUM: "5"}
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
        count, expectation = read_number(value, MOST_HINTS), f"0..{MOST_HINTS} {FREE}"
        stored_value = "" if value == FREE else None if count is None else str(count)
    elif key == TEAM:
        span, expectation = span_in(value), f"{write_span(SHORTEST_TURN)}..{write_span(LONGEST_TURN)}"
        stored_value = write_span(span) if span and SHORTEST_TURN <= span <= LONGEST_TURN else None
    elif key == QUORUM:
        votes, expectation = read_number(value, MOST_VOTES), f"1..{MOST_VOTES}"
        stored_value = str(votes) if votes else None
    else:
        pace, expectation = pace_in(value), f"{NONE} {' '.join((*PACES, TICKING_PACES[1]))}"
        if pace is None and any(map(str.isdecimal, value)):
            suggestion = "" if _PLUS.isdisjoint(value) else TICKING_PACES[1]
            raise Unreadable("bad-clock", part=value[:40], expected=expectation, meant=suggestion)
        stored_value = None if pace is None else str(pace)
    if stored_value is None:
        raise Unreadable("bad-term", part=value[:40], key=key, expected=expectation)
    return stored_value


def check_team_terms(terms: Terms, is_to_chat: bool, opponent: Opponent | None) -> Terms:
    """Return the terms of a challenge, with the usual time for teams; raise `Unreadable` if they do not fit it."""
    if is_to_chat and TEAM not in terms:
        terms = Terms((*terms.pairs, (TEAM, "1h")))
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
    parts = _parts_of(folded_text)
    spans = [span for part in parts if (span := span_in(part)) is not None]
    if len(spans) < len(parts):
        return None
    bank, increment = spans[0], next(iter(spans[1:]), None)
    is_quick = increment is not None and bank <= BANKS[1] and increment <= INCREMENTS[1]
    if is_quick or SECOND in (_units().get(unit) for part in parts for _, unit in _PART.findall(part)):
        return ticking_pace(bank, increment or 0.0)
    return Pace(bank, increment) if all(SHORTEST <= span <= LONGEST for span in spans) else None


def clocks_by_span(text: str) -> list[str]:
    """Return the clock of a sentence with a span such as `3d` or `3 days`, if any; raise `Unreadable` for two."""
    spans = {clock: words for words in _SPAN_OF_TALK.findall(text) if (clock := clock_meant(words))}
    if len(spans) > 1:
        raise two_values(*list(spans.values())[:2])
    return list(spans)


_SPAN_OF_TALK = re.compile(r"(?<!\S)\d{1,5}\s?[^\W\d_]+(?![^\s.,;:!?])")


def clock_meant(word: str) -> str:
    """Return the option that a bare span such as `3m` or `3 days` probably means, as text; "" for any other word."""
    word = "".join(word.split())
    span = span_in(word)
    if span is None or not (pace := ticking_pace(span, 0.0) or pace_in(word)):
        return ""
    return f"{TIME}={pace}"


def _named_pace(folded_text: str) -> str | None:
    """Return the pace that chess players call by this word, such as `blitz`; None for any other word."""
    return next((pace for pace in TICKING_PACES if folded_text in phrases(f"pace-{pace}")), None)


def _parts_of(folded_text: str) -> list[str]:
    """Return the one or two parts of a pace, with units: `3+2` are minutes and seconds, as in chess."""
    bank, *increment = re.split(r"[+|]", folded_text, maxsplit=1)
    return [_with_unit(bank, "m"), _with_unit(increment[0], SECOND)] if increment else [bank]


def _with_unit(part: str, unit: str) -> str:
    return f"{part}{unit}" if part.isascii() and part.isdecimal() else part


@cache
def _units() -> Mapping[str, str]:
    return {word: unit for unit in (*(unit for unit, _ in UNITS), SECOND) for word in phrases(f"unit-{unit}")}
