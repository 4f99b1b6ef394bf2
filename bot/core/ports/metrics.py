"""Metrics of the core's work; they never name a person or a chat."""

from __future__ import annotations

from enum import StrEnum


class TextOutcome(StrEnum):
    """What a text came to."""

    ANSWERED = "answered"
    REFUSED = "refused"
    UNHEARD = "unheard"
    SLOWED = "slowed"
    UNSTORED = "unstored"
    BROKEN = "broken"


class Metrics:
    """Counters and timings of the core; doors and games go by their names. This class counts nothing."""

    def text(self, door: str, came: TextOutcome, seconds: float) -> None:
        """A text came to this after so many seconds."""

    def board(self, door: str, seconds: float) -> None:
        """A board was shown so many seconds after it was to be."""

    def put_off(self, door: str) -> None:
        """A board could not be shown for now."""

    def begun(self, game: str) -> None:
        """A game has been accepted."""

    def ended(self, game: str) -> None:
        """A game is over."""
