"""Metrics of the core's work; they never name a person or a chat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum


class TextOutcome(StrEnum):
    """What a text came to."""

    ANSWERED = "answered"
    REFUSED = "refused"
    UNHEARD = "unheard"
    SLOWED = "slowed"
    UNSTORED = "unstored"
    BROKEN = "broken"


@dataclass(frozen=True)
class DayCounts:
    """A day (UTC): how many people asked for something, in which languages, games begun and ended by their names, what
    texts came to, and which refusals by their codes."""

    day: date
    people: int
    languages: Mapping[str, int]
    starts: Mapping[str, int]
    ends: Mapping[str, int]
    texts: Mapping[str, int]
    refusals: Mapping[str, int]


@dataclass(frozen=True)
class StoreSize:
    """The memory of the store in bytes, its keys, the boards that chats have yet to be shown, and the messages that are
    yet to be deleted or changed."""

    memory: int
    keys: int
    owed_boards: int
    owed_cleanups: int


class Metrics:
    """Counters and timings of the core; doors and games go by their names. This class counts nothing."""

    def record_text(self, platform: str, came: TextOutcome, seconds: float) -> None:
        """A text came to this after so many seconds."""

    def record_person(self, person: str, language: str) -> None:
        """A person, by their key, asked for something in a language."""

    def record_refusal(self, code: str) -> None:
        """What was asked for was refused."""

    def record_board(self, platform: str, seconds: float) -> None:
        """A board was shown so many seconds after it was to be."""

    def record_delay(self, platform: str) -> None:
        """A board could not be shown for now."""

    def record_start(self, game: str) -> None:
        """A game has been accepted."""

    def record_end(self, game: str) -> None:
        """A game is over."""

    async def days(self, last: int) -> Sequence[DayCounts]:
        """Return the counts of the `last` days, newest first; raise `StoreUnavailableError` if the store is down."""
        return ()
