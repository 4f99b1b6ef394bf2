"""A worker: takes questions off the queue, thinks about as many at a time as it may, and answers."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from itertools import count
from typing import TypeVar

from redis.asyncio import Redis
from redis.exceptions import RedisError
from taskiq.receiver import Receiver

from bot.core.game.problem import Urgency
from bot.core.queues.fair_semaphore import FairSemaphore
from bot.thinking import queues, wire_format
from bot.thinking.queues import Queue
from bot.thinking.threads import Searches
from engines import GAMES
from engines.game import Level, Limit, Stop
from engines.kernels import loading

_LOOK_SECONDS = 0.1
_PAUSE_SECONDS = 1.0
_BEATS_A_TIDYING = 60
_ENDING_SECONDS = 3.0
T = TypeVar("T")
Task = Callable[[str, str, str, float, int], Coroutine[None, None, str]]
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Asked:
    """A question: its number and text, the level and limit of the search for its answer, and what goes before it."""

    number: str
    question: str
    level: str
    limit: Limit
    urgency: Urgency


Answer = Callable[[Asked], Coroutine[None, None, str]]


class Worker:
    """Thinks about at most `searches` questions at a time; raises `queues.Unfit`."""

    def __init__(self, url: str, searches: int) -> None:
        self._semaphore = FairSemaphore(searches)
        self._queues = {urgency: self._queue(url, urgency) for urgency in Urgency}
        self._redis = Redis(connection_pool=self._queues[Urgency.NOW].connection_pool)
        self._searches = Searches(searches)
        self._at_once = searches

    async def run(self) -> None:
        """Works until cancelled, waiting for a server that is not there."""
        for game in GAMES:
            loading.expect(game)
        try:
            async with asyncio.TaskGroup() as together:
                together.create_task(self._beat())
                for queue in self._queues.values():
                    together.create_task(self._listen(queue))
        finally:
            self._searches.close()
            for queue in self._queues.values():
                await queue.result_backend.shutdown()
                await queue.shutdown()

    def _queue(self, url: str, urgency: Urgency) -> Queue:
        """What is not urgent is left to other workers while all turns are taken."""
        queue = queues.queue(url, urgency)
        for name, answer in (
            (queues.HINT, self.hint),
            (queues.IDEAS, self.ideas),
            (queues.MAP, self.map),
            (queues.REASONS, self.reasons),
        ):
            queue.register_task(_as_function(answer, urgency), name)
        if urgency is Urgency.LATER:
            queue.room = lambda: self._semaphore.has_room
        return queue

    async def hint(self, asked: Asked) -> str:
        """The answer to a question, or "" once no process waits for it any more."""
        game, position = wire_format.asked(asked.question)
        search = partial(self._searches.hint, game, position, Level(asked.level), asked.limit)
        found = await self._wanted(asked, search)
        return wire_format.answer(found) if found else ""

    async def ideas(self, asked: Asked) -> str:
        """The menu for a question, or "" once no process waits for it any more; there is one level of it."""
        game, position = wire_format.asked(asked.question)
        found = await self._wanted(asked, partial(self._searches.consider, game, position, asked.limit))
        return "" if found is None else wire_format.menu(found)

    async def reasons(self, asked: Asked) -> str:
        """What is to be said of the last move of a question, or "" once no process waits for it any more."""
        game, position, move = wire_format.asked_of_move(asked.question)
        found = await self._wanted(asked, partial(self._searches.explain, game, position, move, asked.limit))
        return "" if found is None else wire_format.explanation(found)

    async def map(self, asked: Asked) -> str:
        """The settings with a map that is made for them, or "" once no process waits for it any more."""
        return await self._wanted(asked, partial(self._searches.fulfilled, asked.question)) or ""

    async def _wanted(self, asked: Asked, think: Callable[[], Coroutine[None, None, T]]) -> T | None:
        """What was thought out when its turn came; None if no process waits for it any more."""
        async with self._semaphore.slot("", asked.urgency):
            return None if await self._is_unwanted(asked) else await self._thought(asked, think())

    async def _is_unwanted(self, asked: Asked) -> bool:
        return bool(await self._redis.exists(queues.unwanted(asked.number)))

    async def _thought(self, asked: Asked, thought: Coroutine[None, None, T]) -> T | None:
        search = asyncio.ensure_future(thought)
        try:
            while not (await asyncio.wait([search], timeout=_LOOK_SECONDS))[0]:
                if await self._is_unwanted(asked):
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
                for queue in self._queues.values():
                    await queue.beat()
                    if beat % _BEATS_A_TIDYING == 0:
                        await queue.forget_gone()
            await asyncio.sleep(queues.BEAT_SECONDS)

    async def _listen(self, queue: Queue) -> None:
        """Takes questions; what is under way when this is cancelled is finished."""
        ending = asyncio.Event()
        taking = asyncio.ensure_future(self._take(queue, ending))
        try:
            await asyncio.shield(taking)
        finally:
            ending.set()
            await asyncio.wait([taking], timeout=_ENDING_SECONDS)

    async def _take(self, queue: Queue, ending: asyncio.Event) -> None:
        waits = False
        while not ending.is_set():
            try:
                await queue.startup()
                waits = False
                await Receiver(queue, max_async_tasks=self._at_once, run_startup=False).listen(ending)
            except Exception as error:  # taskiq raises groups of whatever the connection raised
                if not waits:
                    _log.warning("waiting for the server: %s", _cause(error))
                waits = True
                await asyncio.sleep(_PAUSE_SECONDS)


def _cause(error: Exception) -> Exception:
    """The first that happened of a group."""
    return _cause(error.exceptions[0]) if isinstance(error, ExceptionGroup) else error


def _as_function(answer: Answer, urgency: Urgency) -> Task:
    """taskiq names what it registers, which a method does not take."""

    async def task(number: str, question: str, level: str, seconds: float, seed: int) -> str:
        return await answer(Asked(number, question, level, Limit(seconds, seed=seed, stop=Stop()), urgency))

    return task
