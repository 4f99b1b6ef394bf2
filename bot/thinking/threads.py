"""Where hints are computed: threads of this process, as many searches as cores, a fair share for every chat."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from random import Random

from engines.game import AnyGame, AnyHint, AnyPosition, Level, Limit, Stop
from engines.kernels import loading


class Threads:
    """Hints in at most `searches` threads; chats that wait get their turns one after another."""

    def __init__(self, searches: int, random: Random) -> None:
        self._free = searches
        self._random = random
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()
        self._pool = ThreadPoolExecutor(searches, thread_name_prefix="search")

    def expect(self, game: AnyGame) -> None:
        """Loads a game's search in a thread of its own, unless it would have to be compiled."""
        loading.expect(game.name)

    async def hint(self, game: AnyGame, position: AnyPosition, level: Level, seconds: float, chat: str) -> AnyHint:
        """Advice within `seconds` of getting a turn; being cancelled raises the search's stop flag."""
        limit = Limit(seconds, seed=self._random.getrandbits(32), stop=Stop())
        async with self._turn(chat):
            search = asyncio.get_running_loop().run_in_executor(self._pool, game.hint, position, limit, level)
            try:
                return await asyncio.shield(search)
            except asyncio.CancelledError:
                limit.stop.raise_()
                await asyncio.wait([search])
                raise

    def close(self) -> None:
        """Lets no further search begin."""
        self._pool.shutdown(wait=False, cancel_futures=True)

    @asynccontextmanager
    async def _turn(self, chat: str) -> AsyncIterator[None]:
        await self._wait_for_turn(chat)
        try:
            yield
        finally:
            self._pass_on()

    async def _wait_for_turn(self, chat: str) -> None:
        if self._free and not self._waiting:
            self._free -= 1
            return
        called: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(chat, deque()).append(called)
        try:
            await called
        except asyncio.CancelledError:
            if called.done() and not called.cancelled():
                self._pass_on()
            raise

    def _pass_on(self) -> None:
        """Gives the turn to the chat that has waited longest since its last one."""
        while self._waiting:
            chat, queue = self._waiting.popitem(last=False)
            called = queue.popleft()
            if queue:
                self._waiting[chat] = queue
            if not called.done():
                called.set_result(None)
                return
        self._free += 1
