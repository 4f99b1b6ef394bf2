"""Hints computed in threads of this process, with fair turns for all chats."""

import asyncio
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from random import Random
from typing import TypeVar

from bot.core.ports.thinking import Problem, Thinking
from bot.core.queues.fair_turns import FairSemaphore, Urgency, result_of
from engines.explaining import advise, explain
from engines.game import AnyCandidate, AnyExplanation, AnyGame, AnyHint, AnyMove, Level, Limit, Stop
from engines.kernels import loading

T = TypeVar("T")


class Searches:
    """At most `threads` concurrent searches; others wait for a free thread."""

    def __init__(self, threads: int) -> None:
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="search")

    async def run(self, limit: Limit, think: Callable[[], T]) -> T:
        """Run a search in a thread; cancellation raises the stop flag of its limit."""
        return await result_of(asyncio.get_running_loop().run_in_executor(self._pool, think), limit.stop.raise_)

    def close(self) -> None:
        """Prevent further searches."""
        self._pool.shutdown(wait=False, cancel_futures=True)


class Threads(Thinking):
    """Hints in at most `searches` threads, with turns for waiting chats.

    With `compiles`, another process compiles the searches that are expected and not on disk.
    """

    def __init__(self, searches: int, random: Random, compiles: bool = False) -> None:
        self._compiles = compiles
        self._semaphore = FairSemaphore(searches)
        self.semaphores = (self._semaphore,)
        self._random = random
        self._searches = Searches(searches)

    def expect(self, game: AnyGame) -> None:
        """Load a game's search in a separate thread, unless it would have to be compiled here."""
        loading.load_in_background(game.name, self._compiles)

    async def hint(self, problem: Problem, level: Level) -> AnyHint:
        """Search for a hint; the time counts from the chat's turn, and cancellation raises the stop flag.

        A thread needs no more than the position. Other implementations need the messages that led to it.
        """
        limit = Limit(problem.seconds, seed=self._random.getrandbits(32), stop=Stop())
        return await self._run(problem, limit, partial(advise, problem.game, problem.position, limit, level))

    async def consider(self, problem: Problem) -> tuple[AnyCandidate, ...]:
        """Search for candidate moves on the chat's turn."""
        limit = Limit(problem.seconds, stop=Stop())
        return await self._run(problem, limit, partial(problem.game.candidates, problem.position, limit))

    async def explain(self, problem: Problem, move: AnyMove) -> AnyExplanation:
        """Search for an explanation of a move on the chat's turn."""
        limit = Limit(problem.seconds, seed=self._random.getrandbits(32), stop=Stop())
        return await self._run(problem, limit, partial(explain, problem.game, problem.position, move, limit))

    async def make_settings(
        self, game: AnyGame, settings: Mapping[str, str], seed: int, chat: str
    ) -> Mapping[str, str]:
        """Return the settings of a start with a generated map; this cannot be interrupted."""
        async with self._semaphore.slot(chat, Urgency.LATER):
            return await self._searches.run(Limit(0, stop=Stop()), lambda: dict(game.start(settings, seed).settings))

    async def _run(self, problem: Problem, limit: Limit, think: Callable[[], T]) -> T:
        async with self._semaphore.slot(problem.share, problem.urgency):
            return await self._searches.run(limit, think)

    def close(self) -> None:
        """Prevent further searches."""
        self._searches.close()

    async def aclose(self) -> None:
        """Prevent further searches, like `close`; async because `Workers.aclose` is."""
        self.close()
