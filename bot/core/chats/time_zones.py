"""Quiet hours and mornings in a person's time zone, as pure functions."""

from __future__ import annotations

from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

from bot.core.game.instants import Instant

QUIET = (time(22), time(8))
MORNING = time(9)


def quiet_until(now: Instant, zone: str) -> Instant | None:
    """Return the end of the quiet hours, or None outside them."""
    local = _local(now, zone)
    begins, ends = QUIET
    return _next(local, ends) if local.time() >= begins or local.time() < ends else None


def next_morning(now: Instant, zone: str) -> Instant:
    """Return the next morning."""
    return _next(_local(now, zone), MORNING)


def next_time(now: Instant, zone: str, at: time) -> Instant:
    """Return the next instant when the clocks of a zone show a time."""
    return _next(_local(now, zone), at)


def _local(now: Instant, zone: str) -> datetime:
    return datetime.fromtimestamp(now, ZoneInfo(zone))


def _next(local: datetime, at: time) -> Instant:
    day = local.date() if local.time() < at else local.date() + timedelta(days=1)
    return datetime.combine(day, at, local.tzinfo).timestamp()
