"""Instants: seconds since the epoch, UTC, always an argument."""

from __future__ import annotations

from collections.abc import Callable

Instant = float
Now = Callable[[], Instant]
MINUTE: Instant = 60.0


def after(at: Instant, minutes: float) -> Instant:
    """The instant that comes `minutes` after `at`."""
    return at + minutes * MINUTE
