"""Local time in a person's time zone: quiet hours, and mornings; pure."""

from __future__ import annotations

from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

from bot.core.game.instants import Instant

QUIET = (time(22), time(8))
MORNING = time(9)


def quiet_until(now: Instant, zone: str) -> Instant | None:
    """When the quiet hours end, if these are some."""
    local = _local(now, zone)
    begins, ends = QUIET
    return _next(local, ends) if local.time() >= begins or local.time() < ends else None


def next_morning(now: Instant, zone: str) -> Instant:
    """When the next morning is."""
    return _next(_local(now, zone), MORNING)


def next_time(now: Instant, zone: str, at: time) -> Instant:
    """When the clocks of a zone show that next."""
    return _next(_local(now, zone), at)


def _local(now: Instant, zone: str) -> datetime:
    return datetime.fromtimestamp(now, ZoneInfo(zone))


def _next(local: datetime, at: time) -> Instant:
    day = local.date() if local.time() < at else local.date() + timedelta(days=1)
    return datetime.combine(day, at, local.tzinfo).timestamp()
