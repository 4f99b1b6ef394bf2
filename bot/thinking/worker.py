"""A worker: takes questions off the queue, thinks about as many at a time as it may, and answers."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from contextlib import suppress
from itertools import count
from typing import TypeVar

from redis.asyncio import Redis
from redis.exceptions import RedisError
from taskiq.receiver import Receiver

from bot.thinking import queues, written
from bot.thinking.searches import Searches
from engines import GAMES
from engines.game import Level, Limit, Stop
from engines.kernels import loading

_LOOK_SECONDS = 0.1
_PAUSE_SECONDS = 1.0
_BEATS_A_TIDYING = 60
_ENDING_SECONDS = 3.0
T = TypeVar("T")
Answer = Callable[[str, str, str, float, int], Coroutine[None, None, str]]
_log = logging.getLogger(__name__)


class Worker:
    """Thinks about at most `searches` questions at a time; raises `queues.Unfit`."""

    def __init__(self, url: str, searches: int) -> None:
        self._queue = queues.hints(url)
        self._queue.register_task(_as_function(self.hint), queues.HINT)
        self._queue.register_task(_as_function(self.ideas), queues.IDEAS)
        self._redis = Redis(connection_pool=self._queue.connection_pool)
        self._searches = Searches(searches)
        self._at_once = searches

    async def run(self) -> None:
        """Works until cancelled, waiting for a server that is not there."""
        for game in GAMES:
            loading.expect(game)
        try:
            async with asyncio.TaskGroup() as together:
                together.create_task(self._beat())
                together.create_task(self._listen())
        finally:
            self._searches.close()
            await self._queue.result_backend.shutdown()
            await self._queue.shutdown()

    async def hint(self, number: str, question: str, level: str, seconds: float, seed: int) -> str:
        """The answer to a question, or "" once nobody waits for it any more."""
        if await self._redis.exists(queues.unwanted(number)):
            return ""
        game, position = written.asked(question)
        limit = Limit(seconds, seed=seed, stop=Stop())
        found = await self._wanted(number, self._searches.hint(game, position, Level(level), limit))
        return written.answer(found) if found else ""

    async def ideas(self, number: str, question: str, level: str, seconds: float, seed: int) -> str:
        """The menu for a question, or "" once nobody waits for it any more; there is one level of it."""
        if await self._redis.exists(queues.unwanted(number)):
            return ""
        game, position = written.asked(question)
        limit = Limit(seconds, seed=seed, stop=Stop())
        found = await self._wanted(number, self._searches.consider(game, position, limit))
        return "" if found is None else written.menu(found)

    async def _wanted(self, number: str, thought: Coroutine[None, None, T]) -> T | None:
        """What was thought out; None if nobody waits for it any more."""
        search = asyncio.ensure_future(thought)
        try:
            while not (await asyncio.wait([search], timeout=_LOOK_SECONDS))[0]:
                if await self._redis.exists(queues.unwanted(number)):
                    return None
            return search.result()
        finally:
            search.cancel()
            with suppress(asyncio.CancelledError):
                await asyncio.wait([search])

    async def _beat(self) -> None:
        """Says that this worker is alive, and has some worker look for what a dead one left."""
        for beat in count():
            with suppress(RedisError, OSError):
                await self._redis.set(queues.ALIVE, "yes", ex=queues.ALIVE_SECONDS)
                await self._queue.beat()
                if beat % _BEATS_A_TIDYING == 0:
                    await self._queue.forget_gone()
            await asyncio.sleep(queues.BEAT_SECONDS)

    async def _listen(self) -> None:
        """Takes questions; what is under way when this is cancelled is finished."""
        ending = asyncio.Event()
        taking = asyncio.ensure_future(self._take(ending))
        try:
            await asyncio.shield(taking)
        finally:
            ending.set()
            await asyncio.wait([taking], timeout=_ENDING_SECONDS)

    async def _take(self, ending: asyncio.Event) -> None:
        waits = False
        while not ending.is_set():
            try:
                await self._queue.startup()
                waits = False
                await Receiver(self._queue, max_async_tasks=self._at_once, run_startup=False).listen(ending)
            except Exception as error:  # taskiq raises groups of whatever the connection raised
                if not waits:
                    _log.warning("waiting for the server: %s", _cause(error))
                waits = True
                await asyncio.sleep(_PAUSE_SECONDS)


def _cause(error: Exception) -> Exception:
    """The first that happened of a group."""
    return _cause(error.exceptions[0]) if isinstance(error, ExceptionGroup) else error


def _as_function(answer: Answer) -> Answer:
    """taskiq names what it registers, which a method does not take."""

    async def hint(number: str, question: str, level: str, seconds: float, seed: int) -> str:
        return await answer(number, question, level, seconds, seed)

    return hint
