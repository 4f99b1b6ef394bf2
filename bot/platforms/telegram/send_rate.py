"""The rate of sent messages: it rises while Telegram refuses none, and halves at a refusal (429)."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

_FASTEST = 1000.0
"""Messages per second; Telegram sells no more than this."""
_LOWEST_SHARE = 0.25
_STEP, _CAUTIOUS_STEP = 1.0, 0.1
_CAUTIOUS_FROM = 0.9
_SECONDS_TO_RISE = 1.0
_SECONDS_TO_HALVE = 2.0


@dataclass(frozen=True)
class SendRate:
    """Messages per second, adapted as TCP adapts its window (additive increase, multiplicative decrease).

    It begins at `start`. `refused` is the rate at which Telegram last refused a message (0 if never); `risen_at` and
    `halved_at` are times in seconds.
    """

    start: float
    per_second: float
    refused_rate: float = 0.0
    rise_time: float = -math.inf
    halving_time: float = -math.inf

    @classmethod
    def begin(cls, start: float) -> SendRate:
        """Return the initial rate."""
        return cls(start, start)

    def rise(self, now: float) -> SendRate:
        """Return the rate after messages had to wait: one more per second, less near the last refused rate."""
        if _is_recent(self.rise_time, now, _SECONDS_TO_RISE):
            return self
        is_near = self.refused_rate > 0 and self.per_second + _STEP > _CAUTIOUS_FROM * self.refused_rate
        faster = self.per_second + (_CAUTIOUS_STEP if is_near else _STEP)
        return replace(self, per_second=min(_FASTEST, faster), rise_time=now)

    def halve(self, now: float) -> SendRate:
        """Return the rate after a refusal; concurrent requests count as one refusal."""
        if _is_recent(self.halving_time, now, _SECONDS_TO_HALVE):
            return self
        slower = max(_LOWEST_SHARE * self.start, self.per_second / 2)
        return replace(self, per_second=slower, refused_rate=self.per_second, rise_time=now, halving_time=now)

    def as_text(self) -> str:
        """Return the rate as the text that processes share; the store reads its first number."""
        numbers = (self.per_second, self.refused_rate, self.rise_time, self.halving_time)
        return " ".join(f"{number:.3f}" for number in numbers)

    def read(self, text: str) -> SendRate:
        """Return the rate that another process wrote, or the initial one if it cannot be parsed."""
        try:
            per_second, refused_rate, rise_time, halving_time = map(float, text.split(" "))
        except ValueError:
            return SendRate.begin(self.start)
        return SendRate(self.start, per_second, refused_rate, rise_time, halving_time)


def _is_recent(then: float, now: float, seconds: float) -> bool:
    """Return whether less time than `seconds` has passed; False if the clock was set back."""
    return 0 <= now - then < seconds
