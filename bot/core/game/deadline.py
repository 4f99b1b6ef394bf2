"""The deadline of a game, for both players together; pure."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot.core.game.events import DeadlineReminded, DeadlineSet, Event
from bot.core.game.instants import Instant

PARTS = (0.5, 0.9)
"""The fractions of the time after which reminders go out."""


@dataclass(frozen=True)
class Deadline:
    """A game must end by `until`; the time counts from `since`, and `reminded_part` had the last reminder."""

    since: Instant
    until: Instant
    reminded_part: float = 0.0

    @property
    def next_check(self) -> Instant | None:
        """Return the instant of the next reminder; None after the last."""
        return min((self._over(part) for part in PARTS if part > self.reminded_part), default=None)

    def part_to_remind(self, now: Instant) -> float | None:
        """Return the greatest of `PARTS` that has passed without a reminder; None if there is none."""
        return max((part for part in PARTS if part > self.reminded_part and now >= self._over(part)), default=None)

    def _over(self, part: float) -> Instant:
        return self.since + part * (self.until - self.since)


def after(deadline: Deadline | None, event: Event) -> Deadline | None:
    """Return the deadline after an event."""
    match event:
        case DeadlineSet():
            return replace(deadline, until=event.until) if deadline else Deadline(event.at, event.until)
        case DeadlineReminded():
            return deadline and replace(deadline, reminded_part=event.part)
    return deadline
