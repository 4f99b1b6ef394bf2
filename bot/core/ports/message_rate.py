"""The rate at which all processes together send messages to a platform."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True)
class TakenSlots:
    """The number of slots `taken`, the seconds until the rest is free, and the shared `rate`, "" if none is set."""

    taken: int
    wait: float
    rate: str = ""


class MessageRate(Protocol):
    """Slots for the messages of one bot on one platform, shared by all processes."""

    @property
    def are_shared(self) -> bool:
        """Return whether other processes may send too; if not, the process may count on its own."""

    async def take(self, rate: float, wanted_slots: int, reserve: float) -> TakenSlots:
        """Take up to `wanted_slots` free slots, leaving `reserve` of them.

        `rate` slots come each second, unless the processes share another rate, and no more are saved up. Never raises:
        without the store the slots are no longer shared.
        """

    async def change_rate(self, before: str, after: str) -> str:
        """Replace the shared rate if it is still `before`; return the rate that holds.

        A rate begins with the messages a second. Never raises.
        """
