"""How long somebody has been away, and may still be: fourteen days a quarter; pure."""

from __future__ import annotations

from datetime import UTC, datetime

from bot.core.clock import Instant

DAYS = 14
_DAY: Instant = 86400
Absences = tuple[tuple[Instant, Instant], ...]
"""From when until when, the last one last."""


def rest(absences: Absences, now: Instant) -> Instant:
    """So many seconds somebody may still be away in the quarter of an instant."""
    begins, ends = _quarter(now)
    return DAYS * _DAY - sum(max(0.0, min(until, ends) - max(since, begins)) for since, until in absences)


def fits(absences: Absences, now: Instant, seconds: Instant) -> bool:
    """Whether one more absence leaves no quarter with too much."""
    more = (*absences, (now, now + seconds))
    return all(rest(more, instant) >= 0 for instant in (now, now + seconds))


def ended(absences: Absences, now: Instant) -> Absences:
    """The same, but for what would still have come, and what no quarter asks for any more."""
    return tuple((since, min(until, now)) for since, until in absences if now - until < 200 * _DAY and since < now)


def until(absences: Absences, now: Instant) -> Instant | None:
    """Until when somebody is away now."""
    return next((end for since, end in reversed(absences) if since <= now < end), None)


def write(absences: Absences) -> str:
    return " ".join(f"{since!r}-{end!r}" for since, end in absences)


def read(text: str) -> Absences:
    """What `write` has written; raises `ValueError`."""
    pairs = (each.partition("-") for each in text.split())
    return tuple((float(since), float(end)) for since, _, end in pairs)


def _quarter(now: Instant) -> tuple[Instant, Instant]:
    day = datetime.fromtimestamp(now, UTC)
    first = (day.month - 1) // 3 * 3 + 1
    after = (day.year + 1, 1) if first == 10 else (day.year, first + 3)
    return datetime(day.year, first, 1, tzinfo=UTC).timestamp(), datetime(*after, 1, tzinfo=UTC).timestamp()
