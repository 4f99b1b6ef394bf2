"""Reception: whether Telegram's updates reach this process, as far as its responses show."""

from __future__ import annotations

import math
import time
from collections.abc import Callable

_LONGEST = 15.0
"""Maximum seconds of a response; a poll without updates is answered in ten."""


class Reception:
    """The time when updates last arrived; `monotonic` is a clock in seconds."""

    def __init__(self, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._monotonic = monotonic
        self._last = -math.inf
        self.is_lost = True

    def note_answer(self, is_all: bool) -> None:
        """Note that Telegram has answered, and whether it has no more updates waiting."""
        self._last = self._monotonic()
        self.is_lost = self.is_lost and not is_all

    def note_loss(self) -> None:
        """Note that Telegram does not answer, or sends its updates to another process."""
        if self.silence() is None:
            self._last = self._monotonic()
        self.is_lost = True

    def silence(self) -> float | None:
        """Return for how many seconds updates may not have arrived; None while they do."""
        ago = self._monotonic() - self._last
        return ago if self.is_lost or ago > _LONGEST else None
