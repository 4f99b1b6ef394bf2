"""A platform's limit of messages a second, shared by all processes."""

from __future__ import annotations

from typing import Protocol


class MessageRate(Protocol):
    """Slots for messages of one bot on one platform, kept where all processes look."""

    @property
    def are_shared(self) -> bool:
        """Whether other processes may send too; if not, who sends may count for itself."""

    async def take(self, rate: float, wanted: int, left: float) -> tuple[int, float]:
        """Takes as many as are wanted and there, so that so many are `left`; and the seconds until the rest is.

        `rate` come each second, and no more are kept. Never raises: without the store they are shared no more.
        """


class UnsharedRate:
    """A limit that no other process shares, where there is one process."""

    are_shared = False

    async def take(self, rate: float, wanted: int, left: float) -> tuple[int, float]:
        """All that are wanted, at once."""
        return wanted, 0.0
