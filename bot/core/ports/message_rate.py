"""The rate at which all processes together send messages to a platform."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True)
class TakenSlots:
    """The slots that were `taken`, the seconds until the rest is there, and the `rate` that processes share ("" while
    none has changed it)."""

    taken: int
    wait: float
    rate: str = ""


class MessageRate(Protocol):
    """Slots for messages of one bot on one platform, kept where all processes look."""

    @property
    def are_shared(self) -> bool:
        """Whether other processes may send too; if not, who sends may count for itself."""

    async def take(self, rate: float, wanted: int, left: float) -> TakenSlots:
        """Takes as many as are wanted and there, so that so many are `left`.

        `rate` come each second, unless the processes share another, and no more are kept. Never raises: without the
        store they are shared no more.
        """

    async def change_rate(self, before: str, after: str) -> str:
        """Replace the rate that processes share unless it is no longer the one `before`; return the one that is kept.

        It begins with the messages a second. Never raises.
        """
