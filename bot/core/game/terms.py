"""Terms of a game besides its rules: undo, hints, ideas, the pace, a thread."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from bot.core.game.clocks import TEAM, TIME, write_span
from engines.game import Setting


class Consent(StrEnum):
    """The answer to a question."""

    YES = "yes"
    NO = "no"
    UNSAID = ""


@dataclass(frozen=True)
class Terms(Mapping[str, str]):
    """The terms of a game besides its settings, as stored in logs: ordered pairs of a key and a value."""

    pairs: tuple[tuple[str, str], ...] = ()

    def __getitem__(self, key: str) -> str:
        return dict(self.pairs)[key]

    def __iter__(self) -> Iterator[str]:
        return (key for key, _ in self.pairs)

    def __len__(self) -> int:
        return len(self.pairs)

    def without(self, *keys: str) -> Terms:
        """Return the terms without some keys."""
        return Terms(tuple((key, value) for key, value in self.pairs if key not in keys))


UNDO, HINTS, IDEAS, COACH, THREAD, STREAK = "undo", "hints", "ideas", "coach", "thread", "streak"
QUORUM = "quorum"
"""The term of a game that chats play: the votes after which a turn can end early."""
PACES = ("10m", "1h", "1d", "3d", "3d+12h")
"""The paces in menus; any other can be typed."""
TICKING_PACES = ("1m+1s", "3m+2s", "10m+5s")
"""The paces of clocks that tick in menus."""
NONE = "none"
FREE = "free"
MOST_HINTS = 99
_USUAL = "usual"
SHORTEST_TURN, LONGEST_TURN, MOST_VOTES = 600.0, 3 * 86400.0, 1000
"""The bounds of a team's turn, in seconds, and of its quorum."""
_TURNS = f"{write_span(SHORTEST_TURN)}..{write_span(LONGEST_TURN)}"
TERM_SETTINGS = (
    Setting(UNDO, Consent.YES, (Consent.YES, Consent.NO)),
    Setting(HINTS, FREE, (FREE, "0", "1", "2", "3", "5", "10"), span=f"0..{MOST_HINTS}"),
    Setting(IDEAS, Consent.YES, (Consent.YES, Consent.NO)),
    Setting(TIME, _USUAL, (_USUAL, NONE, *PACES, *TICKING_PACES)),
    Setting(COACH, Consent.NO, (Consent.NO, Consent.YES)),
    Setting(TEAM, NONE, (NONE, "10m", "1h", "1d", "3d"), span=_TURNS),
    Setting(QUORUM, _USUAL, (_USUAL, "1", "2", "3", "5", "10", "20"), span=f"1..{MOST_VOTES}"),
)
"""The terms in menus, each with its default value first."""


def contest_terms(terms: Terms) -> frozenset[str]:
    """Return the terms that no challenge can set, by which a feature recognises games of its contest."""
    return frozenset(terms) - {THREAD, STREAK, *(term.key for term in TERM_SETTINGS)}


def with_term(terms: Terms, key: str, value: str) -> Terms:
    """Return the terms with one value changed; default values are left out."""
    values = {**terms, key: value}
    usual = {term.key: term.default for term in TERM_SETTINGS}
    entries = ((term.key, values.get(term.key, usual[term.key])) for term in TERM_SETTINGS)
    thread = ((THREAD, values[THREAD]),) if THREAD in values else ()
    return Terms((*((key, value) for key, value in entries if value != usual[key]), *thread))


def agreed_terms(terms: Terms, usual: str, thread: bool) -> Terms:
    """Return the terms of a new game, with the usual pace unless one was agreed, with or without a thread."""
    time = terms.get(TIME, usual)
    thread_term = ((THREAD, str(Consent.YES)),) if thread else ()
    time_term = ((TIME, time),) if time != NONE else ()
    return Terms((*terms.without(THREAD, TIME).pairs, *time_term, *thread_term))
