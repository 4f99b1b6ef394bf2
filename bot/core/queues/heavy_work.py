"""Heavy work (imports, films, exports) in threads of its own, where people who wait get their turns in a circle."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import TypeVar

from bot.core.game.people import Person
from bot.core.queues.fair_semaphore import FairSemaphore
from bot.core.queues.thread_result import result_of
from engines.refusals import Illegal

T = TypeVar("T")
_GIVING_WAY_SECONDS = 0.002
MOST_AT_ONCE = 5
"""Pieces of work that one person may have under way, those that wait among them."""


def give_way() -> None:
    """Let the other threads of this process go first; heavy work calls it after each piece that it has done."""
    time.sleep(_GIVING_WAY_SECONDS)


class HeavyWork:
    """Runs functions that take long in at most so many `threads`, none of which draws boards.

    One thread is enough: such functions hold the interpreter, and a second one would take its time from boards.
    """

    def __init__(self, threads: int = 1) -> None:
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="heavy")
        self._turns = FairSemaphore(threads)
        self._under_way = Counter[str]()

    def has_room(self, person: Person) -> bool:
        """Return whether one more piece of a person's work may begin."""
        return self._under_way[person.key] < MOST_AT_ONCE

    @contextmanager
    def admitted(self, person: Person) -> Iterator[None]:
        """Count one more piece of a person's work during the block; raise `Illegal` if that is one too many."""
        if not self.has_room(person):
            raise Illegal("too-much-at-once", most=MOST_AT_ONCE)
        self._under_way[person.key] += 1
        try:
            yield
        finally:
            self._under_way[person.key] -= 1
            if not self._under_way[person.key]:
                del self._under_way[person.key]

    async def run(self, share: str, work: Callable[[], T]) -> T:
        """Return what `work` returns, once it is its share's turn; a turn ends with the work, also if cancelled."""
        async with self._turns.slot(share):
            return await result_of(asyncio.get_running_loop().run_in_executor(self._pool, work))

    def close(self) -> None:
        """Let no further work begin."""
        self._pool.shutdown(wait=False, cancel_futures=True)
