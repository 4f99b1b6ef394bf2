"""Searches in threads of this process; one whose answer is no longer wanted is stopped."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TypeVar

from bot.thinking import written
from engines.game import AnyCandidate, AnyGame, AnyHint, AnyPosition, Level, Limit, Stop

T = TypeVar("T")


class Searches:
    """At most so many `threads`; what comes when all are busy waits."""

    def __init__(self, threads: int) -> None:
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="search")

    async def hint(self, game: AnyGame, position: AnyPosition, level: Level, limit: Limit) -> AnyHint:
        """Advice within a limit; being cancelled raises its stop flag."""
        return await self._run(limit, partial(game.hint, position, limit, level))

    async def consider(self, game: AnyGame, position: AnyPosition, limit: Limit) -> tuple[AnyCandidate, ...]:
        """Moves worth considering, found in the same way."""
        return await self._run(limit, partial(game.candidates, position, limit))

    async def made(self, game: AnyGame, settings: Mapping[str, str], seed: int) -> Mapping[str, str]:
        """The settings of a start, with what is made for it; nothing ends that before it is there."""
        return await self._run(Limit(0, stop=Stop()), lambda: dict(game.start(settings, seed).settings))

    async def fulfilled(self, wish: str) -> str:
        """As `made`, for a wish in writing."""
        return await self._run(Limit(0, stop=Stop()), partial(written.fulfilled, wish))

    async def _run(self, limit: Limit, think: Callable[[], T]) -> T:
        search = asyncio.get_running_loop().run_in_executor(self._pool, think)
        try:
            return await asyncio.shield(search)
        except asyncio.CancelledError:
            limit.stop.raise_()
            await asyncio.wait([search])
            raise

    def close(self) -> None:
        """Lets no further search begin."""
        self._pool.shutdown(wait=False, cancel_futures=True)
