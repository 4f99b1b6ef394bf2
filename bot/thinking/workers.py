"""Searches in worker processes: the client, which searches locally if no worker answers, and the worker."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import count
from random import Random
from typing import TypeVar

from redis.asyncio import Redis
from redis.exceptions import RedisError
from taskiq.exceptions import TaskiqError
from taskiq.kicker import AsyncKicker
from taskiq.receiver import Receiver

from bot.core.ports.adapters import Deadline
from bot.core.ports.thinking import Problem
from bot.core.queues.fair_turns import FairSemaphore, Urgency
from bot.thinking import queues
from bot.thinking.queues import Queue
from bot.thinking.threads import Searches, Threads
from engines import GAMES
from engines.explaining import advise, explain
from engines.game import AnyCandidate, AnyExplanation, AnyGame, AnyHint, AnyMove, Level, Limit, Reason, Stop, advance
from engines.kernels import loading
from engines.refusals import Refusal

_PATIENCE = 10.0
_SECONDS_A_MAP = 2.0
_ANSWER_SECONDS = 0.05
_LOOKS_A_BEAT = 10
_TaskArguments = tuple[str, str, float, int]
_WITHDRAWN_SECONDS = 0.1
_PAUSE_SECONDS = 1.0
_BEATS_A_TIDYING = 60
_THINKING_SECONDS = 1.0
_ENDING_SECONDS = 3.0
_LAST_SECONDS = 0.2
T = TypeVar("T")
Task = Callable[[str, str, str, float, int], Coroutine[None, None, str]]
_log = logging.getLogger(__name__)


class _NoWorkerError(Exception):
    """No worker answered in time."""


_FAULTS = (_NoWorkerError, RedisError, TaskiqError, OSError, Refusal, ValueError, TypeError, KeyError)


class Workers:
    """A client of the workers, with at most `most_questions` open questions, and turns for waiting chats.

    `patience` is how many seconds it waits beyond a search, so that another worker can take over a dead one's task.
    """

    def __init__(self, url: str, most_questions: int, random: Random, patience: float = _PATIENCE) -> None:
        self._queues = {urgency: queues.queue(url, urgency) for urgency in Urgency}
        self._redis = Redis(connection_pool=self._queues[Urgency.NOW].connection_pool)
        self._semaphore = FairSemaphore(most_questions)
        self._random = random
        self._patience = patience
        self._own = Threads(1, random)
        self.semaphores = (self._semaphore, *self._own.semaphores)
        self._has_no_worker = False

    def expect(self, game: AnyGame) -> None:
        """Do nothing: workers have loaded every game."""

    async def hint(self, problem: Problem, level: Level) -> AnyHint:
        """Ask a worker for a hint; cancellation ends its search."""
        arguments = _question_of(problem), level.value, problem.seconds, self._random.getrandbits(32)
        read, fallback = partial(queues.read_hint, position=problem.position), partial(self._guess, problem, level)
        return await self._ask_or_fall_back(queues.HINT, arguments, problem.share, problem.urgency, read, fallback)

    async def consider(self, problem: Problem) -> tuple[AnyCandidate, ...]:
        """Ask a worker for candidate moves; without one, search in this process."""
        arguments = _question_of(problem), Level.CLASSIC.value, problem.seconds, 0
        read, fallback = partial(queues.read_menu, position=problem.position), partial(self._own.consider, problem)
        return await self._ask_or_fall_back(queues.IDEAS, arguments, problem.share, problem.urgency, read, fallback)

    async def explain(self, problem: Problem, move: AnyMove) -> AnyExplanation:
        """Ask a worker to explain a move; without one, guess in this process."""
        after, _ = advance(problem.position, move)
        question = queues.write_question(problem.game, after, (*problem.messages, str(move)))
        arguments = question, Level.STRONG.value, problem.seconds, self._random.getrandbits(32)
        read = partial(queues.read_explanation, position=problem.position, move=move)
        fallback = partial(self._own.explain, problem, move)
        return await self._ask_or_fall_back(queues.REASONS, arguments, problem.share, problem.urgency, read, fallback)

    async def make_settings(
        self, game: AnyGame, settings: Mapping[str, str], seed: int, chat: str
    ) -> Mapping[str, str]:
        """Ask a worker for the settings with a map, which is the same wherever it is generated."""
        arguments = queues.write_wish(game, settings, seed), "", _SECONDS_A_MAP, seed
        fallback = partial(self._own.make_settings, game, settings, seed, chat)
        return await self._ask_or_fall_back(queues.MAP, arguments, chat, Urgency.LATER, queues.read_settings, fallback)

    async def _ask_or_fall_back(
        self,
        task: str,
        arguments: _TaskArguments,
        chat: str,
        urgency: Urgency,
        read: Callable[[str], T],
        fallback: Callable[[], Awaitable[T]],
    ) -> T:
        """Return a worker's answer on the chat's turn, or the fallback's result if no worker answers."""
        try:
            async with self._semaphore.slot(chat, urgency):
                result = read(await self._ask(task, arguments, self._queues[urgency]))
        except _FAULTS as error:
            if not self._has_no_worker:
                _log.warning("until a worker answers, hints are guesses at the classic level: %s", error)
            self._has_no_worker = True
            return await fallback()
        if self._has_no_worker:
            _log.info("workers answer again")
        self._has_no_worker = False
        return result

    async def _ask(self, task: str, arguments: _TaskArguments, queue: Queue) -> str:
        """Return the answer of any worker; raise `_NoWorkerError`, or the connection's error."""
        number = queue.id_generator()
        kicker: AsyncKicker[[str, str, str, float, int], str] = AsyncKicker(task, queue, {})
        _, _, seconds, _ = arguments
        try:
            async with asyncio.timeout(seconds + self._patience):
                await self._look_for_workers()
                await kicker.with_task_id(number).kiq(number, *arguments)
                return await self._answer(number, queue)
        except BaseException as error:
            with suppress(RedisError, OSError):
                await queues.withdraw(self._redis, number)
            if isinstance(error, TimeoutError):
                raise _NoWorkerError("the workers or the server are too busy") from error
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
            raise _NoWorkerError(f"a worker failed: {result.error!r}")
        return str(result.return_value)

    async def _look_for_workers(self) -> None:
        if not await self._redis.exists(queues.ALIVE):
            raise _NoWorkerError("no worker is running; start one with `tetradka worker`")

    async def _guess(self, problem: Problem, level: Level) -> AnyHint:
        """Return this process's hint, which needs nothing loaded or compiled."""
        if level not in (Level.SKILLED, Level.EXPERT, Level.STRONG):
            return await self._own.hint(problem, level)
        guess = await self._own.hint(problem, Level.CLASSIC)
        return replace(guess, reasons=(*guess.reasons, Reason("guess")))

    async def aclose(self) -> None:
        """Prevent further searches and close the connections."""
        self._own.close()
        await queues.close(self._queues.values())


def _question_of(problem: Problem) -> str:
    return queues.write_question(problem.game, problem.position, problem.messages)


def _answer_hint(question: str, level: str, limit: Limit) -> str:
    game, position = queues.read_question(question)
    return queues.write_hint(advise(game, position, limit, Level(level)))


def _answer_candidates(question: str, level: str, limit: Limit) -> str:
    game, position = queues.read_question(question)
    return queues.write_menu(game.candidates(position, limit))


def _answer_explanation(question: str, level: str, limit: Limit) -> str:
    game, position, move = queues.read_move_question(question)
    return queues.write_explanation(explain(game, position, move, limit))


Answer = Callable[[str, str, Limit], str]
_ANSWERS: Mapping[str, Answer] = {
    queues.HINT: _answer_hint,
    queues.IDEAS: _answer_candidates,
    queues.MAP: lambda question, level, limit: queues.answer_wish(question),
    queues.REASONS: _answer_explanation,
}
"""The functions that answer the questions of the tasks at a level, each in a thread."""


class Worker:
    """A worker that runs at most `searches` searches at a time; raises `queues.BrokerAddressError`."""

    def __init__(self, url: str, searches: int, deadline: Deadline | None = None) -> None:
        self._deadline = deadline or Deadline()
        self._semaphore = FairSemaphore(searches)
        self._queues = {urgency: self._queue(url, urgency) for urgency in Urgency}
        self._redis = Redis(connection_pool=self._queues[Urgency.NOW].connection_pool)
        self._searches = Searches(searches)
        self._stops: list[Stop] = []
        self._at_once = searches

    async def run(self) -> None:
        """Answer questions until cancelled; wait for a server that is down."""
        for game in GAMES:
            loading.load_in_background(game)
        try:
            async with asyncio.TaskGroup() as together:
                together.create_task(self._beat())
                for queue in self._queues.values():
                    together.create_task(self._listen(queue))
        finally:
            self._searches.close()
            await queues.close(self._queues.values())

    def _queue(self, url: str, urgency: Urgency) -> Queue:
        """Return the queue of an urgency; low-urgency tasks go to other workers while all turns are taken."""
        queue = queues.queue(url, urgency)
        for name, answer in _ANSWERS.items():
            queue.register_task(self._task(answer, urgency), name)
        if urgency is Urgency.LATER:
            queue.room = lambda: self._semaphore.has_room
        return queue

    def _task(self, answer: Answer, urgency: Urgency) -> Task:
        """Return a function, not a method, because taskiq sets a name on what it registers."""

        async def task(number: str, question: str, level: str, seconds: float, seed: int) -> str:
            limit = Limit(seconds, seed=seed, stop=Stop())
            return await self._search(number, urgency, limit, partial(answer, question, level, limit))

        return task

    async def _search(self, number: str, urgency: Urgency, limit: Limit, think: Callable[[], str]) -> str:
        """Return the serialised answer on the question's turn, or "" if its asker no longer waits."""
        async with self._semaphore.slot("", urgency):
            if await self._is_withdrawn(number):
                return ""
            self._stops.append(limit.stop)
            search = asyncio.ensure_future(self._searches.run(limit, think))
            try:
                while not (await asyncio.wait([search], timeout=_WITHDRAWN_SECONDS))[0]:
                    if await self._is_withdrawn(number):
                        return ""
                return search.result()
            finally:
                search.cancel()
                with suppress(asyncio.CancelledError):
                    await asyncio.wait([search])
                self._stops.remove(limit.stop)

    async def _is_withdrawn(self, number: str) -> bool:
        return bool(await self._redis.exists(queues.withdrawn_key(number)))

    async def _beat(self) -> None:
        """Report every second that this worker is alive, and let live workers take over the tasks of dead ones."""
        for beat in count():
            with suppress(RedisError, OSError):
                await self._redis.set(queues.ALIVE, "yes", ex=queues.ALIVE_SECONDS)
                for queue in self._queues.values():
                    await queue.beat()
                    if beat % _BEATS_A_TIDYING == 0:
                        await queue.forget_idle_workers()
            await asyncio.sleep(queues.BEAT_SECONDS)

    async def _listen(self, queue: Queue) -> None:
        """Take tasks until cancelled; then finish the running ones, perhaps with a shallower answer."""
        ending = asyncio.Event()
        listener = asyncio.ensure_future(self._take(queue, ending))
        try:
            await asyncio.shield(listener)
        finally:
            ending.set()
            await asyncio.wait([listener], timeout=self._deadline.remaining(_THINKING_SECONDS, _LAST_SECONDS))
            for stop in self._stops:
                stop.raise_()
            await asyncio.wait([listener], timeout=self._deadline.remaining(_ENDING_SECONDS, _LAST_SECONDS))

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
    return _cause(error.exceptions[0]) if isinstance(error, ExceptionGroup) else error
