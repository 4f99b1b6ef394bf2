"""Where hints are computed: threads of this process, as many searches as cores, a fair share for every chat."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from random import Random

from bot.core.shares import Shares
from engines.game import AnyGame, AnyHint, AnyPosition, Level, Limit, Stop
from engines.kernels import loading


class Threads:
    """Hints in at most `searches` threads; chats that wait get their turns one after another."""

    def __init__(self, searches: int, random: Random) -> None:
        self._shares = Shares(searches)
        self._random = random
        self._pool = ThreadPoolExecutor(searches, thread_name_prefix="search")

    def expect(self, game: AnyGame) -> None:
        """Loads a game's search in a thread of its own, unless it would have to be compiled."""
        loading.expect(game.name)

    async def hint(self, game: AnyGame, position: AnyPosition, level: Level, seconds: float, chat: str) -> AnyHint:
        """Advice within `seconds` of getting a turn; being cancelled raises the search's stop flag."""
        limit = Limit(seconds, seed=self._random.getrandbits(32), stop=Stop())
        async with self._shares.of(chat):
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
