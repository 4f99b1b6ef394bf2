"""Outages: spans in which nobody could be heard through a platform, and what a game keeps of them; pure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from bot.core.game.instants import Instant

LONG: Instant = 60.0
"""Seconds of an outage that people notice."""


@dataclass(frozen=True)
class Outage:
    """A span in which nobody could be heard through a platform; its `number` is greater than those of earlier ones.

    A system clock that was changed makes one too (`jumped`): clocks of games skip what it skips. If it was set back,
    `until` is before `since`.
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
    """The outages that a game's log tells of: until when they are `counted`, and the number of the newest one in which
    the system clock was set back (`set_back`).

    The newest one began before typed message number `ply` and lasted so many `seconds`, which is `noticeable` or not.
    `shown`: the game's chats saw a board of it before that message.
    """

    counted: Instant = 0.0
    set_back: int = 0
    ply: int = -1
    seconds: Instant = 0.0
    noticeable: bool = False
    shown: bool = False


NO_PAUSES = Pauses()


def newest_set_back(outages: Iterable[Outage]) -> int:
    """Return the number of the newest outage in which the system clock was set back, 0 if there is none."""
    return max((outage.number for outage in outages if outage.is_set_back), default=0)


def unheard_seconds(outages: Iterable[Outage], platform: str, since: Instant, until: Instant) -> Instant:
    """Return how many seconds between two instants nobody could be heard through a platform."""
    spans = ((max(since, each.since), min(until, each.until)) for each in outages if each.platform == platform)
    return sum(max(0.0, end - begin) for begin, end in spans)


def horizon(outages: Iterable[Outage], after: int, now: Instant) -> Instant:
    """Return up to which instant deadlines are looked at after the outages with a number greater than `after`.

    Where an outage was long against the time that is left, people are told of it at once; else the next board tells it.
    """
    recent = (each for each in outages if each.number > after and not each.jumped and now - each.until < _RECENT)
    spans = (each.until - each.since for each in recent if each.until - each.since >= LONG)
    return now + _NEAR * max(spans, default=0.0)


_RECENT: Instant = 3600.0
_NEAR = 20
