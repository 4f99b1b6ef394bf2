"""The deadline of a shutdown, shared by everything that has to finish first."""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Callable, Coroutine
from contextlib import suppress

SECONDS = 2.3
"""Seconds from the signal to the end; an operator counts on three, and the machine may be busy."""
AFTER_ADAPTERS = 1.1
"""The seconds of these reserved for what is closed after the platform adapters."""


class Deadline:
    """The instant by which a shutdown is over; never, until it is set. `now` is a monotonic clock (seconds)."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._at = math.inf

    @property
    def is_set(self) -> bool:
        """Return whether the shutdown has begun."""
        return self._at < math.inf

    def set(self) -> None:
        """Begin the shutdown; later calls do not extend it."""
        self._at = min(self._at, self._now() + SECONDS)

    def remaining(self, most: float = math.inf, spare: float = 0.0) -> float:
        """Return the seconds left, `most` at most, after reserving `spare`."""
        return max(0.0, min(most, self._at - spare - self._now()))

    async def limit(self, ending: Coroutine[None, None, None], spare: float) -> None:
        """Await a coroutine until the deadline, less `spare` seconds, and abandon it then."""
        with suppress(TimeoutError):
            async with asyncio.timeout(self.remaining(spare=spare) if self.is_set else None):
                await ending
