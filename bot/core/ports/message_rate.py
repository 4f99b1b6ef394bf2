"""How many messages a second a platform takes from all processes together."""

from __future__ import annotations

from typing import Protocol


class Slots(Protocol):
    """Slots for messages of one bot on one platform, kept where all processes look."""

    @property
    def are_shared(self) -> bool:
        """Whether other processes may send too; if not, who sends may count for itself."""

    async def take(self, rate: float, wanted: int, left: float) -> tuple[int, float]:
        """Takes as many as are wanted and there, so that so many are `left`; and the seconds until the rest is.

        `rate` come each second, and no more are kept. Never raises: where nobody answers, they are shared no longer.
        """


class Unshared:
    """There is one process."""

    are_shared = False

    async def take(self, rate: float, wanted: int, left: float) -> tuple[int, float]:
        return wanted, 0.0
