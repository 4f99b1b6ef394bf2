"""Instants: seconds since the epoch, UTC."""

from __future__ import annotations

from collections.abc import Callable

Instant = float
Now = Callable[[], Instant]
MINUTE: Instant = 60.0


def after(at: Instant, minutes: float) -> Instant:
    """Return the instant `minutes` after `at`."""
    return at + minutes * MINUTE
