"""Instants: seconds since the epoch, UTC."""

from __future__ import annotations

from collections.abc import Callable

Instant = float
Now = Callable[[], Instant]
MINUTE: Instant = 60.0
