"""What the core tells of its work to whoever counts it; never who or where it was."""

from __future__ import annotations

from enum import StrEnum
from typing import Protocol


class Came(StrEnum):
    """What a text came to."""

    ANSWERED = "answered"
    REFUSED = "refused"
    UNHEARD = "unheard"
    SLOWED = "slowed"
    UNSTORED = "unstored"
    BROKEN = "broken"


class Tally(Protocol):
    """Doors and games go by their names."""

    def text(self, door: str, came: Came, seconds: float) -> None:
        """A text came to this after so many seconds."""

    def board(self, door: str, seconds: float) -> None:
        """A board was shown so many seconds after it was to be."""

    def put_off(self, door: str) -> None:
        """A board could not be shown for now."""

    def begun(self, game: str) -> None:
        """A game has been accepted."""

    def ended(self, game: str) -> None:
        """A game is over."""


class Uncounted:
    """Nobody counts."""

    def text(self, door: str, came: Came, seconds: float) -> None: ...

    def board(self, door: str, seconds: float) -> None: ...

    def put_off(self, door: str) -> None: ...

    def begun(self, game: str) -> None: ...

    def ended(self, game: str) -> None: ...
