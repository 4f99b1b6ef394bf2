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
OFFERED = (
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
    said = {**dict(terms), key: value}
    usual = {term.key: term.default for term in OFFERED}
    chosen = ((term.key, said.get(term.key, usual[term.key])) for term in OFFERED)
    kept = ((THREAD, said[THREAD]),) if THREAD in said else ()
    return (*((key, value) for key, value in chosen if value != usual[key]), *kept)


def offered_to(with_bot: bool) -> tuple[Setting, ...]:
    """The terms that make sense: the bot needs no time, and only the bot comments on moves."""
    return tuple(term for term in OFFERED if term.key != (TIME if with_bot else COACH))


def agreed_terms(terms: Terms, usual: str, thread: bool = False) -> Terms:
    """The terms that hold; where nothing is said of the time, it is as is usual. There is a `thread`, or not."""
    said = {key: value for key, value in terms if key != THREAD}
    time = said.pop(TIME, usual)
    own = ((THREAD, str(Consent.YES)),) if thread else ()
    return (*said.items(), *(((TIME, time),) if time != NONE else ()), *own)
