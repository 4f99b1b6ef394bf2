"""Terms of a game besides its rules: taking moves back, hints, ideas, the pace, a thread of its own."""

from __future__ import annotations

from enum import StrEnum

from bot.core.game.clocks import TIME
from engines.game import Setting


class Consent(StrEnum):
    """The answer to a question."""

    YES = "yes"
    NO = "no"
    UNSAID = ""


Terms = tuple[tuple[str, str], ...]
UNDO, HINTS, IDEAS, COACH, THREAD = "undo", "hints", "ideas", "coach", "thread"
PACES = ("10m", "1h", "1d", "3d", "3d+12h")
"""Those that are offered; any other may be typed."""
NONE = "none"
_FREE = "free"
_MOST_HINTS = 99
_USUAL = "usual"
TERM_SETTINGS = (
    Setting(UNDO, Consent.YES, (Consent.YES, Consent.NO)),
    Setting(HINTS, _FREE, (_FREE, "0", "1", "2", "3", "5", "10"), span=f"0..{_MOST_HINTS}"),
    Setting(IDEAS, Consent.YES, (Consent.YES, Consent.NO)),
    Setting(TIME, _USUAL, (_USUAL, NONE, *PACES)),
    Setting(COACH, Consent.NO, (Consent.NO, Consent.YES)),
)
"""What a menu offers, the value first that holds unless something is said."""
CONTEST = "tournament"
"""The contest that a game belongs to, by its code; its own terms end with it."""


def with_term(terms: Terms, key: str, value: str) -> Terms:
    """The terms with one that has another value."""
    values = {**dict(terms), key: value}
    usual = {term.key: term.default for term in TERM_SETTINGS}
    entries = ((term.key, values.get(term.key, usual[term.key])) for term in TERM_SETTINGS)
    thread = ((THREAD, values[THREAD]),) if THREAD in values else ()
    return (*((key, value) for key, value in entries if value != usual[key]), *thread)


def available_terms(with_bot: bool) -> tuple[Setting, ...]:
    """The terms that make sense: the bot needs no time, and only the bot comments on moves."""
    return tuple(term for term in TERM_SETTINGS if term.key != (TIME if with_bot else COACH))


def agreed_terms(terms: Terms, usual: str, thread: bool = False) -> Terms:
    """The terms that hold; where nothing is said of the time, it is as is usual. There is a `thread`, or not."""
    values = {key: value for key, value in terms if key != THREAD}
    time = values.pop(TIME, usual)
    thread_term = ((THREAD, str(Consent.YES)),) if thread else ()
    return (*values.items(), *(((TIME, time),) if time != NONE else ()), *thread_term)
