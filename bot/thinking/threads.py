"""Hints computed in threads of this process, as many searches as cores, a fair share for every chat."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from random import Random
from typing import TypeVar

from bot.core.game.problem import Problem, Urgency
from bot.core.ports.thinking import Thinking
from bot.core.queues.fair_semaphore import FairSemaphore
from bot.core.queues.thread_result import result_of
from bot.thinking import wire_format
from engines.explaining import explain
from engines.game import AnyCandidate, AnyExplanation, AnyGame, AnyHint, AnyMove, AnyPosition, Level, Limit, Stop
from engines.kernels import loading

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

    async def explain(self, game: AnyGame, position: AnyPosition, move: AnyMove, limit: Limit) -> AnyExplanation:
        """What is to be said of a move, found in the same way."""
        return await self._run(limit, partial(explain, game, position, move, limit))

    async def make_settings(self, game: AnyGame, settings: Mapping[str, str], seed: int) -> Mapping[str, str]:
        """The settings of a start, with what is made for it; nothing ends that before it is there."""
        return await self._run(Limit(0, stop=Stop()), lambda: dict(game.start(settings, seed).settings))

    async def fulfilled(self, wish: str) -> str:
        """As `made`, for a wish in writing."""
        return await self._run(Limit(0, stop=Stop()), partial(wire_format.fulfilled, wish))

    async def _run(self, limit: Limit, think: Callable[[], T]) -> T:
        return await result_of(asyncio.get_running_loop().run_in_executor(self._pool, think), limit.stop.raise_)

    def close(self) -> None:
        """Lets no further search begin."""
        self._pool.shutdown(wait=False, cancel_futures=True)


class Threads(Thinking):
    """Hints in at most `searches` threads; chats that wait get their turns one after another.

    With `compiles`, another process compiles the searches that are expected and not on disk.
    """

    def __init__(self, searches: int, random: Random, compiles: bool = False) -> None:
        self._compiles = compiles
        self._semaphore = FairSemaphore(searches)
        self._random = random
        self._searches = Searches(searches)

    def expect(self, game: AnyGame) -> None:
        """Loads a game's search in a thread of its own, unless it would have to be compiled here."""
        loading.load_in_background(game.name, self._compiles)

    async def hint(self, problem: Problem, level: Level) -> AnyHint:
        """Advice within the time from getting a turn; being cancelled raises the search's stop flag.

        A thread needs no more than the position: the messages that led to it are for those who sit elsewhere.
        """
        limit = Limit(problem.seconds, seed=self._random.getrandbits(32), stop=Stop())
        async with self._semaphore.slot(problem.share, problem.urgency):
            return await self._searches.hint(problem.game, problem.position, level, limit)

    async def consider(self, problem: Problem) -> tuple[AnyCandidate, ...]:
        limit = Limit(problem.seconds, stop=Stop())
        async with self._semaphore.slot(problem.share, problem.urgency):
            return await self._searches.consider(problem.game, problem.position, limit)

    async def explain(self, problem: Problem, move: AnyMove) -> AnyExplanation:
        limit = Limit(problem.seconds, seed=self._random.getrandbits(32), stop=Stop())
        async with self._semaphore.slot(problem.share, problem.urgency):
            return await self._searches.explain(problem.game, problem.position, move, limit)

    async def make_settings(
        self, game: AnyGame, settings: Mapping[str, str], seed: int, chat: str
    ) -> Mapping[str, str]:
        async with self._semaphore.slot(chat, Urgency.LATER):
            return await self._searches.make_settings(game, settings, seed)

    def close(self) -> None:
        """Lets no further search begin."""
        self._searches.close()

    async def aclose(self) -> None:
        """As `close`, for those who close what takes a while elsewhere."""
        self.close()
