"""Outages: spans in which the bot received nothing from a platform, and a game's record of them; pure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from bot.core.game.instants import Instant

LONG: Instant = 60.0
"""Seconds after which people notice an outage."""


@dataclass(frozen=True)
class Outage:
    """A span in which the bot received nothing from a platform; later outages have greater numbers.

    A change of the system clock is an outage too (`jumped`), so that game clocks skip the same span. If the clock was
    set back, `until` is before `since`.
    """

    number: int
    platform: str
    since: Instant
    until: Instant
    jumped: bool = False

    @property
    def is_set_back(self) -> bool:
        """Return whether the system clock was set back."""
        return self.until < self.since


@dataclass(frozen=True)
class Pauses:
    """The outages in a game's log: counted up to the instant `counted`; `set_back` numbers the latest clock set back.

    The latest one began before message number `ply` and lasted `seconds`, which players may notice (`noticeable`).
    `shown`: a board reported it before that message.
    """

    counted: Instant = 0.0
    set_back: int = 0
    ply: int = -1
    seconds: Instant = 0.0
    noticeable: bool = False
    shown: bool = False


NO_PAUSES = Pauses()


def newest_set_back(outages: Iterable[Outage]) -> int:
    """Return the number of the latest outage that set the system clock back; 0 if there is none."""
    return max((outage.number for outage in outages if outage.is_set_back), default=0)


def unheard_seconds(outages: Iterable[Outage], platform: str, since: Instant, until: Instant) -> Instant:
    """Return the seconds between two instants in which the bot received nothing from a platform."""
    spans = ((max(since, each.since), min(until, each.until)) for each in outages if each.platform == platform)
    return sum(max(0.0, end - begin) for begin, end in spans)


def horizon(outages: Iterable[Outage], after: int, now: Instant) -> Instant:
    """Return the instant up to which deadlines are checked after the outages numbered above `after`.

    Players with little time left learn of an outage at once; the others from their next board.
    """
    recent = (each for each in outages if each.number > after and not each.jumped and now - each.until < _RECENT)
    spans = (each.until - each.since for each in recent if each.until - each.since >= LONG)
    return now + _NEAR * max(spans, default=0.0)


_RECENT: Instant = 3600.0
_NEAR = 20
