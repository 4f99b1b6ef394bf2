"""A few slots for many who wait, in fair shares: whoever waits gets one after everybody else who waits has had one.

What is urgent goes before all that is not.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from bot.core.game.problem import Urgency

_Waiting = OrderedDict[str, deque[asyncio.Future[None]]]


class Shares:
    """`free` slots; those that wait for the same share are served in the order in which they came."""

    def __init__(self, free: int) -> None:
        self._free = free
        self._waiting: dict[Urgency, _Waiting] = {urgency: OrderedDict() for urgency in Urgency}

    @property
    def has_room(self) -> bool:
        """Whether who comes now gets a slot at once."""
        return bool(self._free)

    @asynccontextmanager
    async def of(self, whose: str, urgency: Urgency = Urgency.NOW) -> AsyncIterator[None]:
        """Holds a slot of a share for the length of a block."""
        await self.take(whose, urgency)
        try:
            yield
        finally:
            self.give_back()

    async def take(self, whose: str, urgency: Urgency = Urgency.NOW) -> None:
        """Returns with a slot, which must be given back."""
        if self._free:
            self._free -= 1
            return
        called: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting[urgency].setdefault(whose, deque()).append(called)
        try:
            await called
        except asyncio.CancelledError:
            if called.done() and not called.cancelled():
                self.give_back()
            raise

    def give_back(self) -> None:
        """Passes a slot on to the share that has waited longest since its last one, of the most urgent ones."""
        for waiting in self._waiting.values():
            while waiting:
                called = _next(waiting)
                if not called.done():
                    called.set_result(None)
                    return
        self._free += 1


def _next(waiting: _Waiting) -> asyncio.Future[None]:
    whose, queue = waiting.popitem(last=False)
    called = queue.popleft()
    if queue:
        waiting[whose] = queue
    return called
