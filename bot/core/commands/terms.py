"""What two people agree on besides the rules of a game: taking moves back, hints, ideas, the pace; for every game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache, partial

from bot.core.commands.consent import Consent, said
from bot.core.commands.spans import NONE, pace_in
from bot.core.pace import TIME
from bot.core.speech import LANGUAGES, speech
from engines.game import Setting
from engines.refusals import Unreadable

Terms = tuple[tuple[str, str], ...]
UNDO, HINTS, IDEAS, COACH, THREAD = "undo", "hints", "ideas", "coach", "thread"
PACES = ("10m", "1h", "1d", "3d", "3d+12h")
"""Those that are offered; any other may be typed."""
_FREE = "free"
_MOST_HINTS = 99

_USUAL = "usual"
OFFERED = (
    Setting(UNDO, Consent.YES, (Consent.YES, Consent.NO)),
    Setting(HINTS, _FREE, (_FREE, "0", "1", "2", "3", "5", "10"), span=f"0..{_MOST_HINTS}"),
    Setting(IDEAS, Consent.YES, (Consent.YES, Consent.NO)),
    Setting(TIME, _USUAL, (_USUAL, NONE, *PACES)),
    Setting(COACH, Consent.NO, (Consent.NO, Consent.YES)),
)
"""What a menu offers, the value first that holds unless something is said."""


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


def with_term(terms: Terms, key: str, value: str) -> Terms:
    """The terms with one that has another value."""
    said = {**dict(terms), key: value}
    usual = {term.key: term.default for term in OFFERED}
    chosen = ((term.key, said.get(term.key, usual[term.key])) for term in OFFERED)
    kept = ((THREAD, said[THREAD]),) if THREAD in said else ()
    return (*((key, value) for key, value in chosen if value != usual[key]), *kept)


def offered_to(with_bot: bool) -> tuple[Setting, ...]:
    """The terms that make sense: the bot needs no time, and nobody but the bot comments on moves."""
    return tuple(term for term in OFFERED if term.key != (TIME if with_bot else COACH))


def agreed_terms(terms: Terms, usual: str, thread: bool = False) -> Terms:
    """The terms that hold; where nothing is said of the time, it is as is usual. There is a `thread`, or not."""
    said = {key: value for key, value in terms if key != THREAD}
    time = said.pop(TIME, usual)
    own = ((THREAD, str(Consent.YES)),) if thread else ()
    return (*said.items(), *(((TIME, time),) if time != NONE else ()), *own)


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
