"""A semaphore whose slots go to the waiting chats in turn, however many requests each has.

Urgent requests come before all others.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from bot.core.game.problem import Urgency

_Waiting = OrderedDict[str, deque[asyncio.Future[None]]]


class FairSemaphore:
    """A semaphore of `slots` slots; requests of one share are served in order."""

    def __init__(self, slots: int) -> None:
        self._slots = self._free = slots
        self._waiting: dict[Urgency, _Waiting] = {urgency: OrderedDict() for urgency in Urgency}

    @property
    def has_room(self) -> bool:
        """Return whether a slot is free."""
        return bool(self._free)

    @property
    def running_count(self) -> int:
        """Return the number of slots in use."""
        return self._slots - self._free

    @property
    def waiting_count(self) -> int:
        """Return the number of requests that wait for a slot."""
        turns = (turn for waiting in self._waiting.values() for queue in waiting.values() for turn in queue)
        return sum(not turn.done() for turn in turns)

    @asynccontextmanager
    async def slot(self, share: str, urgency: Urgency = Urgency.NOW) -> AsyncIterator[None]:
        """Hold a slot during the block."""
        await self.acquire(share, urgency)
        try:
            yield
        finally:
            self.release()

    async def acquire(self, share: str, urgency: Urgency = Urgency.NOW) -> None:
        """Wait for a slot, which must be released."""
        if self._free:
            self._free -= 1
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting[urgency].setdefault(share, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.release()
            raise

    def release(self) -> None:
        """Pass a slot to the share that has waited longest for a turn, the most urgent ones first."""
        for waiting in self._waiting.values():
            while waiting:
                turn = _next(waiting)
                if not turn.done():
                    turn.set_result(None)
                    return
        self._free += 1


def _next(waiting: _Waiting) -> asyncio.Future[None]:
    share, queue = waiting.popitem(last=False)
    turn = queue.popleft()
    if queue:
        waiting[share] = queue
    return turn
