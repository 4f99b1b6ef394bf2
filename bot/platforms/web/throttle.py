"""How fast one connection may talk: a bucket of words that fills up again."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass
class Throttle:
    """`burst` frames at once, then `rate` a second; nothing is refused, it only waits."""

    rate: float = 5.0
    burst: float = 20.0
    _due: float = 0.0

    def wait(self, now: float) -> float:
        """Takes one turn at the instant `now`; the seconds to wait before it."""
        self._due = max(self._due, now) + 1 / self.rate
        return max(0.0, self._due - now - self.burst / self.rate)
