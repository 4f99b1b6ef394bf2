"""Metrics of the core's work, which never name a person or a chat."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum


class TextOutcome(StrEnum):
    """The outcome of handling a text, as metrics count it."""

    ANSWERED = "answered"
    REFUSED = "refused"
    UNHEARD = "unheard"
    SLOWED = "slowed"
    UNSTORED = "unstored"
    BROKEN = "broken"


@dataclass(frozen=True)
class DayCounts:
    """The counts of one day (UTC).

    People, in total and by language; started and finished games by name; texts by outcome; refusals by code.
    """

    day: date
    people: int
    languages: Mapping[str, int]
    starts: Mapping[str, int]
    ends: Mapping[str, int]
    texts: Mapping[str, int]
    refusals: Mapping[str, int]


@dataclass(frozen=True)
class StoreSize:
    """The store's memory in bytes, and its numbers of keys, unshown boards and pending cleanups."""

    memory: int
    keys: int
    owed_boards: int
    owed_cleanups: int


class Metrics:
    """Counters and timings of the core, by platform and game; this base class counts nothing."""

    def record_text(self, platform: str, came: TextOutcome, seconds: float) -> None:
        """Record the outcome of a text and the seconds it took."""

    def record_person(self, person: str, language: str) -> None:
        """Record that a person, by key, sent a request in a language."""

    def record_refusal(self, code: str) -> None:
        """Record a refusal by its code."""

    def record_board(self, platform: str, seconds: float) -> None:
        """Record the seconds from a move to its board."""

    def record_delay(self, platform: str) -> None:
        """Record that a board could not be shown for now."""

    def record_start(self, game: str) -> None:
        """Record that a game has started."""

    def record_end(self, game: str) -> None:
        """Record that a game is finished."""

    async def days(self, last: int) -> Sequence[DayCounts]:
        """Return the counts of the `last` days, newest first; raise `StoreUnavailableError` if the store is down."""
        return ()
