"""Outages as seen by the core, and the stored heartbeats that reveal them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from bot.core.game.instants import Instant
from bot.core.game.pauses import Outage

GAP = 5.0
"""Seconds; a shorter loss of connection is no outage."""


class Doubt(StrEnum):
    """The reason why a process may have missed a platform's messages since its last heartbeat."""

    NONE = ""
    AWAY = "away"
    JUMPED = "jumped"


@dataclass(frozen=True)
class Beat:
    """The contact of a process with a platform at an instant, perhaps lost from `since` until then."""

    platform: str
    at: Instant
    doubt: Doubt = Doubt.NONE
    since: Instant | None = None


@dataclass(frozen=True)
class Heard:
    """The instant at which each platform was last connected, all outages, and the newest one's number."""

    at: Mapping[str, Instant]
    number: int
    outages: tuple[Outage, ...]


class Heartbeats(Protocol):
    """The heartbeats of all processes; every method may raise `StoreUnavailableError`."""

    async def beat(self, beats: Sequence[Beat], last: Heard | None) -> Heard:
        """Record heartbeats, and an outage for each platform in doubt without a connection for `GAP` seconds.

        The outages in `last` are not read again.
        """


class Outages:
    """The known outages; this base class knows none."""

    async def refresh(self) -> None:
        """Look for an outage, unless that was done recently; raise `StoreUnavailableError`."""

    def known_outages(self) -> tuple[Outage, ...]:
        """Return all outages, oldest first; a current one ends `until` now."""
        return ()

    def is_heard(self, platform: str) -> bool:
        """Return whether any process is connected to a platform."""
        return True

    def known_until(self, now: Instant) -> Instant:
        """Return the instant up to which this process knows outages: `now`, or earlier if the store does not answer."""
        return now

    def horizon(self, now: Instant) -> Instant:
        """Return the instant up to which deadlines are checked; it lags, so that new outages are noticed first."""
        return now

    def note_looked(self) -> None:
        """Note that deadlines were checked up to the horizon."""
