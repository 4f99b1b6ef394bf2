"""Searches done by worker processes: the side that asks, which answers by itself if no worker does, and the worker."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial
from itertools import count
from random import Random
from typing import TypeVar

from redis.asyncio import Redis
from redis.exceptions import RedisError
from taskiq.exceptions import TaskiqError
from taskiq.kicker import AsyncKicker
from taskiq.receiver import Receiver

from bot.core.game.problem import Problem, Urgency
from bot.core.ports.deadline import Deadline
from bot.core.queues.fair_semaphore import FairSemaphore
from bot.thinking import queues, wire_format
from bot.thinking.queues import Queue
from bot.thinking.threads import Searches, Threads
from engines import GAMES
from engines.game import AnyCandidate, AnyExplanation, AnyGame, AnyHint, AnyMove, Level, Limit, Reason, Stop, advance
from engines.kernels import loading
from engines.refusals import Refusal

_PATIENCE = 10.0
_SECONDS_A_MAP = 2.0
_ANSWER_SECONDS = 0.05
_LOOKS_A_BEAT = 10
_Question = tuple[str, str, float, int]
_WITHDRAWN_SECONDS = 0.1
_PAUSE_SECONDS = 1.0
_BEATS_A_TIDYING = 60
_THINKING_SECONDS = 1.0
_ENDING_SECONDS = 3.0
_LAST_SECONDS = 0.2
T = TypeVar("T")
Task = Callable[[str, str, str, float, int], Coroutine[None, None, str]]
_log = logging.getLogger(__name__)


class _Nobody(Exception):
    """No worker answered."""


_FAULTS = (_Nobody, RedisError, TaskiqError, OSError, Refusal, ValueError, TypeError, KeyError)


class Workers:
    """Asks at most `asked` questions at a time; chats that wait get their turns one after another.

    `patience` is how many seconds it waits beyond those of a search, so that another worker can take up what a dead one
    left.
    """

    def __init__(self, url: str, asked: int, random: Random, patience: float = _PATIENCE) -> None:
        self._queues = {urgency: queues.queue(url, urgency) for urgency in Urgency}
        self._redis = Redis(connection_pool=self._queues[Urgency.NOW].connection_pool)
        self._semaphore = FairSemaphore(asked)
        self._random = random
        self._patience = patience
        self._own = Threads(1, random)
        self._alone = False

    def expect(self, game: AnyGame) -> None:
        """Nothing: workers have loaded every game."""

    async def hint(self, problem: Problem, level: Level) -> AnyHint:
        """A worker's advice; being cancelled ends its search."""
        asked = _written(problem), level.value, problem.seconds, self._random.getrandbits(32)
        read, alone = partial(wire_format.answered, position=problem.position), partial(self._guess, problem, level)
        return await self._found(queues.HINT, asked, problem.share, problem.urgency, read, alone)

    async def consider(self, problem: Problem) -> tuple[AnyCandidate, ...]:
        """A worker's menu, found in the same way; this process needs nothing more for its own."""
        asked = _written(problem), Level.CLASSIC.value, problem.seconds, 0
        read, alone = partial(wire_format.read_menu, position=problem.position), partial(self._own.consider, problem)
        return await self._found(queues.IDEAS, asked, problem.share, problem.urgency, read, alone)

    async def explain(self, problem: Problem, move: AnyMove) -> AnyExplanation:
        """What a worker says of a move; what this process says without one is guessed."""
        after, _ = advance(problem.position, move)
        question = wire_format.question(problem.game, after, (*problem.messages, str(move)))
        asked = question, Level.STRONG.value, problem.seconds, self._random.getrandbits(32)
        read = partial(wire_format.explained, position=problem.position, move=move)
        alone = partial(self._own.explain, problem, move)
        return await self._found(queues.REASONS, asked, problem.share, problem.urgency, read, alone)

    async def make_settings(
        self, game: AnyGame, settings: Mapping[str, str], seed: int, chat: str
    ) -> Mapping[str, str]:
        """What a worker makes of them; what is made is the same wherever that is."""
        asked = wire_format.wish(game, settings, seed), "", _SECONDS_A_MAP, seed
        alone = partial(self._own.make_settings, game, settings, seed, chat)
        return await self._found(queues.MAP, asked, chat, Urgency.LATER, wire_format.read_settings, alone)

    async def _found(
        self,
        task: str,
        asked: _Question,
        chat: str,
        urgency: Urgency,
        read: Callable[[str], T],
        alone: Callable[[], Awaitable[T]],
    ) -> T:
        """What a worker answers once it is the chat's turn; without one, what this process finds `alone`."""
        try:
            async with self._semaphore.slot(chat, urgency):
                found = read(await self._asked(task, asked, self._queues[urgency]))
        except _FAULTS as error:
            self._tell_alone(error)
            return await alone()
        self._tell_answered()
        return found

    async def _asked(self, task: str, asked: _Question, queue: Queue) -> str:
        """The answer of whichever worker takes the question; raises `_Nobody`, or what the connection raises."""
        number = queue.id_generator()
        kicker: AsyncKicker[[str, str, str, float, int], str] = AsyncKicker(task, queue, {})
        _, _, seconds, _ = asked
        async with self._withdrawn_unless_answered(number), asyncio.timeout(seconds + self._patience):
            await self._look_for_workers()
            await kicker.with_task_id(number).kiq(number, *asked)
            return await self._answer(number, queue)

    @asynccontextmanager
    async def _withdrawn_unless_answered(self, number: str) -> AsyncIterator[None]:
        try:
            yield
        except BaseException as error:
            with suppress(RedisError, OSError):
                await queues.withdraw(self._redis, number)
            if isinstance(error, TimeoutError):
                raise _Nobody("workers are too busy, or the server is") from error
            raise

    async def _answer(self, number: str, queue: Queue) -> str:
        looks = 0
        while not await queue.result_backend.is_result_ready(number):
            await asyncio.sleep(_ANSWER_SECONDS)
            looks += 1
            if looks % _LOOKS_A_BEAT == 0:
                await self._look_for_workers()
        result = await queue.result_backend.get_result(number)
        if result.is_err:
            raise _Nobody(f"a worker failed: {result.error!r}")
        return str(result.return_value)

    async def _look_for_workers(self) -> None:
        if not await self._redis.exists(queues.ALIVE):
            raise _Nobody("no worker runs; start one by `tetradka worker`")

    async def _guess(self, problem: Problem, level: Level) -> AnyHint:
        """This process's own advice, which needs nothing that is loaded or compiled."""
        if level is not Level.STRONG:
            return await self._own.hint(problem, level)
        guess = await self._own.hint(problem, Level.CLASSIC)
        return replace(guess, reasons=(*guess.reasons, Reason("guess")))

    def _tell_alone(self, error: Exception) -> None:
        if not self._alone:
            self._alone = True
            _log.warning("hints are guesses of the classic level until a worker answers: %s", error)

    def _tell_answered(self) -> None:
        if self._alone:
            self._alone = False
            _log.info("workers answer again")

    async def aclose(self) -> None:
        """Lets no further search begin."""
        self._own.close()
        for queue in self._queues.values():
            await queue.result_backend.shutdown()
            await queue.shutdown()


def _written(problem: Problem) -> str:
    return wire_format.question(problem.game, problem.position, problem.messages)


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

    def __init__(self, url: str, searches: int, deadline: Deadline | None = None) -> None:
        self._deadline = deadline or Deadline()
        self._semaphore = FairSemaphore(searches)
        self._queues = {urgency: self._queue(url, urgency) for urgency in Urgency}
        self._redis = Redis(connection_pool=self._queues[Urgency.NOW].connection_pool)
        self._searches = Searches(searches)
        self._stops: list[Stop] = []
        self._at_once = searches

    async def run(self) -> None:
        """Works until cancelled, waiting for a server that is not there."""
        for game in GAMES:
            loading.load_in_background(game)
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
            if await self._is_unwanted(asked):
                return None
            self._stops.append(asked.limit.stop)
            try:
                return await self._thought(asked, think())
            finally:
                self._stops.remove(asked.limit.stop)

    async def _is_unwanted(self, asked: Asked) -> bool:
        return bool(await self._redis.exists(queues.unwanted(asked.number)))

    async def _thought(self, asked: Asked, thought: Coroutine[None, None, T]) -> T | None:
        search = asyncio.ensure_future(thought)
        try:
            while not (await asyncio.wait([search], timeout=_WITHDRAWN_SECONDS))[0]:
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
        """Takes questions; what is under way when this is cancelled is finished, perhaps with what was found so far."""
        ending = asyncio.Event()
        taking = asyncio.ensure_future(self._take(queue, ending))
        try:
            await asyncio.shield(taking)
        finally:
            ending.set()
            await asyncio.wait([taking], timeout=self._deadline.remaining(_THINKING_SECONDS, _LAST_SECONDS))
            for stop in self._stops:
                stop.raise_()
            await asyncio.wait([taking], timeout=self._deadline.remaining(_ENDING_SECONDS, _LAST_SECONDS))

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
