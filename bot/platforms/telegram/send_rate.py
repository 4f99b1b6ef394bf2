"""The rate at which messages are sent: it rises while Telegram refuses none, and halves at a refusal (429)."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

_FASTEST = 1000.0
"""Messages a second: more than this Telegram sells to nobody."""
_LOWEST_SHARE = 0.25
_STEP, _CAUTIOUS_STEP = 1.0, 0.1
_CAUTIOUS_FROM = 0.9
_SECONDS_TO_RISE = 1.0
_SECONDS_TO_HALVE = 2.0


@dataclass(frozen=True)
class SendRate:
    """Messages a second, adapted as TCP adapts its window (additive increase, multiplicative decrease).

    It begins at `start`. `refused` is the rate at which Telegram refused a message last (0 if it never did);
    `risen_at` and `halved_at` are times in seconds.
    """

    start: float
    per_second: float
    refused: float = 0.0
    risen_at: float = -math.inf
    halved_at: float = -math.inf

    @classmethod
    def begin(cls, start: float) -> SendRate:
        """Return the rate before anything is learned."""
        return cls(start, start)

    def rise(self, now: float) -> SendRate:
        """Return the rate after messages had to wait: one more a second, less near the rate that was refused last."""
        if _is_recent(self.risen_at, now, _SECONDS_TO_RISE):
            return self
        is_near = self.refused > 0 and self.per_second + _STEP > _CAUTIOUS_FROM * self.refused
        faster = self.per_second + (_CAUTIOUS_STEP if is_near else _STEP)
        return replace(self, per_second=min(_FASTEST, faster), risen_at=now)

    def halve(self, now: float) -> SendRate:
        """Return the rate after a refusal; requests that were on their way together are refused once."""
        if _is_recent(self.halved_at, now, _SECONDS_TO_HALVE):
            return self
        slower = max(_LOWEST_SHARE * self.start, self.per_second / 2)
        return replace(self, per_second=slower, refused=self.per_second, risen_at=now, halved_at=now)

    def as_text(self) -> str:
        """Return what processes share; the store reads its first number."""
        shared = (self.per_second, self.refused, self.risen_at, self.halved_at)
        return " ".join(f"{number:.3f}" for number in shared)

    def read(self, text: str) -> SendRate:
        """Return the rate that another process has written; the first one if there is none that can be read."""
        try:
            per_second, refused, risen_at, halved_at = map(float, text.split(" "))
        except ValueError:
            return SendRate.begin(self.start)
        return SendRate(self.start, per_second, refused, risen_at, halved_at)


def _is_recent(then: float, now: float, seconds: float) -> bool:
    """Return whether less time has passed; a clock that was set back has no say."""
    return 0 <= now - then < seconds
