"""Outages as the core asks for them, and the heartbeats in the store by which they are found."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from bot.core.game.instants import Instant
from bot.core.game.outages import Outage

GAP = 5.0
"""Seconds; a platform that was heard again sooner was never lost."""


class Doubt(StrEnum):
    """Why a process cannot say that it has heard a platform all the time since its last heartbeat."""

    NONE = ""
    AWAY = "away"
    JUMPED = "jumped"


@dataclass(frozen=True)
class Beat:
    """A process hears a platform at an instant; in doubt, it had not since another, as far as it knows."""

    platform: str
    at: Instant
    doubt: Doubt = Doubt.NONE
    since: Instant | None = None


@dataclass(frozen=True)
class Heard:
    """The time at which any process last heard each platform, the outages so far, and the number of the newest."""

    at: Mapping[str, Instant]
    number: int
    outages: tuple[Outage, ...]


class Heartbeats(Protocol):
    """Heartbeats of all processes of an installation; raises `StoreUnavailableError`."""

    async def beat(self, beats: Sequence[Beat], known: Heard | None) -> Heard:
        """Note when platforms were heard, and an outage where one in doubt was heard by no process for `GAP` seconds.

        What is `known` of the outages already is not read again.
        """


class Outages:
    """The known outages; this class knows of none."""

    async def refresh(self) -> None:
        """Find out whether there is an outage, if that is not known; raises `StoreUnavailableError`."""

    def known_outages(self) -> tuple[Outage, ...]:
        """Return the outages so far, the oldest first; one that still lasts is `until` now."""
        return ()

    def is_heard(self, platform: str) -> bool:
        """Return whether a platform is heard by any process."""
        return True

    def horizon(self, now: Instant) -> Instant:
        """Return up to which instant deadlines are looked at, so that people hear at once of an outage that is new."""
        return now

    def note_looked(self) -> None:
        """Note that deadlines were looked at up to that horizon."""
