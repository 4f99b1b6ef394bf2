"""Instants: seconds since the epoch, UTC."""

from collections.abc import Callable

Instant = float
Now = Callable[[], Instant]
MINUTE: Instant = 60.0
