"""A few slots for many who wait, in fair shares: whoever waits gets one after everybody else who waits has had one."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class Shares:
    """`free` slots; those that wait for the same share are served in the order in which they came."""

    def __init__(self, free: int) -> None:
        self._free = free
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()

    @asynccontextmanager
    async def of(self, whose: str) -> AsyncIterator[None]:
        """Holds a slot of a share for the length of a block."""
        await self.take(whose)
        try:
            yield
        finally:
            self.give_back()

    async def take(self, whose: str) -> None:
        """Returns with a slot, which must be given back."""
        if self._free and not self._waiting:
            self._free -= 1
            return
        called: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(whose, deque()).append(called)
        try:
            await called
        except asyncio.CancelledError:
            if called.done() and not called.cancelled():
                self.give_back()
            raise

    def give_back(self) -> None:
        """Passes a slot on to the share that has waited longest since its last one."""
        while self._waiting:
            whose, queue = self._waiting.popitem(last=False)
            called = queue.popleft()
            if queue:
                self._waiting[whose] = queue
            if not called.done():
                called.set_result(None)
                return
        self._free += 1
