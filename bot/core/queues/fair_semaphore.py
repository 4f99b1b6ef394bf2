"""A semaphore whose slots go round the chats that wait: one with many waiting gets no more than one with few.

What is urgent goes before all that is not.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from bot.core.game.problem import Urgency

_Waiting = OrderedDict[str, deque[asyncio.Future[None]]]


class FairSemaphore:
    """`free` slots; those that wait for the same share are served in the order in which they came."""

    def __init__(self, free: int) -> None:
        self._free = free
        self._waiting: dict[Urgency, _Waiting] = {urgency: OrderedDict() for urgency in Urgency}

    @property
    def has_room(self) -> bool:
        """Whether the next to come gets a slot at once."""
        return bool(self._free)

    @asynccontextmanager
    async def slot(self, share: str, urgency: Urgency = Urgency.NOW) -> AsyncIterator[None]:
        """Holds a slot of a share for the length of a block."""
        await self.acquire(share, urgency)
        try:
            yield
        finally:
            self.release()

    async def acquire(self, share: str, urgency: Urgency = Urgency.NOW) -> None:
        """Returns with a slot, which must be released."""
        if self._free:
            self._free -= 1
            return
        called: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting[urgency].setdefault(share, deque()).append(called)
        try:
            await called
        except asyncio.CancelledError:
            if called.done() and not called.cancelled():
                self.release()
            raise

    def release(self) -> None:
        """Passes a slot on to the share that has waited longest since its last one, of the most urgent ones."""
        for waiting in self._waiting.values():
            while waiting:
                called = _next(waiting)
                if not called.done():
                    called.set_result(None)
                    return
        self._free += 1


def _next(waiting: _Waiting) -> asyncio.Future[None]:
    share, queue = waiting.popitem(last=False)
    called = queue.popleft()
    if queue:
        waiting[share] = queue
    return called
