"""Searches in threads of this process; one that nobody wants any more is stopped."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor

from engines.game import AnyGame, AnyHint, AnyPosition, Level, Limit


class Searches:
    """At most so many `threads`; what comes when all are busy waits."""

    def __init__(self, threads: int) -> None:
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="search")

    async def hint(self, game: AnyGame, position: AnyPosition, level: Level, limit: Limit) -> AnyHint:
        """Advice within a limit; being cancelled raises its stop flag."""
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
