"""Fair turns: a semaphore whose slots go to waiting chats in turn, and heavy work in separate threads.

Urgent requests come before all others, however many requests a chat has.
"""

import asyncio
import time
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager
from enum import Enum
from typing import TypeVar

from bot.core.game.people import Person
from engines.refusals import Illegal

_Waiting = OrderedDict[str, deque[asyncio.Future[None]]]


class Urgency(Enum):
    """The priority of a search: hints and the bot's moves first, then reviews."""

    NOW = "hints"
    LATER = "reviews"


class FairSemaphore:
    """A semaphore of `slots` slots that shares take in turn; requests of one share are served in order."""

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
        """Return the number of requests waiting for a slot."""
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
        """Wait for a slot, which the caller must release."""
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
        """Pass the slot to the share that has waited longest for a turn, the most urgent first."""
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


T = TypeVar("T")
_GIVING_WAY_SECONDS = 0.002
MOST_AT_ONCE = 5
"""Pieces of work that one person may have running or waiting."""


def give_way() -> None:
    """Let other threads run; heavy work calls this after each step."""
    time.sleep(_GIVING_WAY_SECONDS)


class HeavyWork:
    """Long-running functions in at most `threads` threads, separate from those that draw boards.

    One thread is enough: such functions hold the interpreter, and a second thread would slow boards down.
    """

    def __init__(self, threads: int = 1) -> None:
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="heavy")
        self._turns = FairSemaphore(threads)
        self._under_way = Counter[str]()

    def has_room(self, person: Person) -> bool:
        """Return whether a person may start another piece of heavy work."""
        return self._under_way[person.key] < MOST_AT_ONCE

    @contextmanager
    def admission(self, person: Person) -> Iterator[None]:
        """Count a piece of a person's work during the block; raise `Illegal` if it is one too many."""
        if not self.has_room(person):
            raise Illegal("too-much-at-once", most=MOST_AT_ONCE)
        self._under_way[person.key] += 1
        try:
            yield
        finally:
            self._under_way -= Counter((person.key,))

    async def run(self, share: str, work: Callable[[], T]) -> T:
        """Return the result of `work` on its share's turn, which lasts until the work ends, even if cancelled."""
        async with self._turns.slot(share):
            return await result_of(asyncio.get_running_loop().run_in_executor(self._pool, work))

    def close(self) -> None:
        """Prevent further work."""
        self._pool.shutdown(wait=False, cancel_futures=True)


async def result_of(working: asyncio.Future[T], interrupt: Callable[[], object] = lambda: None) -> T:
    """Return the result of a thread; if cancelled, call `interrupt`, wait for the thread to end, and raise."""
    # retrieve the exception of an abandoned thread, so that asyncio does not report it as lost
    working.add_done_callback(lambda _: working.cancelled() or working.exception())
    try:
        await asyncio.wait([working])
    except asyncio.CancelledError:
        interrupt()
        await asyncio.wait([working])
        raise
    return working.result()
