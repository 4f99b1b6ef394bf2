"""Hints computed by workers, on this machine or others; without any, this process answers as well as it can at once."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from random import Random

from redis.asyncio import Redis
from redis.exceptions import RedisError
from taskiq.exceptions import TaskiqError
from taskiq.kicker import AsyncKicker

from bot.core.game.problem import Problem, Urgency
from bot.core.queues.fair_semaphore import FairSemaphore
from bot.thinking import queues, wire_format
from bot.thinking.queues import Queue
from bot.thinking.threads import Threads
from engines.game import AnyCandidate, AnyExplanation, AnyGame, AnyHint, AnyMove, Level, Reason, advance
from engines.refusals import Refusal

_PATIENCE = 10.0  # seconds beyond those of the search: time for another worker to take up what a dead one left
_SECONDS_A_MAP = 2.0
_LOOK_SECONDS = 0.05
_LOOKS_A_BEAT = 10
_log = logging.getLogger(__name__)


class _Nobody(Exception):
    """No worker answered."""


_Question = tuple[str, str, float, int]
_FAULTS = (_Nobody, RedisError, TaskiqError, OSError, Refusal, ValueError, TypeError, KeyError)


class Workers:
    """Asks at most `asked` questions at a time; chats that wait get their turns one after another."""

    def __init__(self, url: str, asked: int, random: Random) -> None:
        self._queues = {urgency: queues.queue(url, urgency) for urgency in Urgency}
        self._redis = Redis(connection_pool=self._queues[Urgency.NOW].connection_pool)
        self._semaphore = FairSemaphore(asked)
        self._random = random
        self._own = Threads(1, random)
        self._alone = False

    def expect(self, game: AnyGame) -> None:
        """Nothing: workers have loaded every game."""

    async def hint(self, problem: Problem, level: Level) -> AnyHint:
        """A worker's advice; being cancelled ends its search."""
        asked = _written(problem), level.value, problem.seconds, self._random.getrandbits(32)
        try:
            answer = await self._ask(queues.HINT, asked, problem.chat, problem.urgency)
            found = wire_format.answered(answer, problem.position)
        except _FAULTS as error:
            self._tell_alone(error)
            return await self._guess(problem, level)
        self._tell_answered()
        return found

    async def consider(self, problem: Problem) -> tuple[AnyCandidate, ...]:
        """A worker's menu, found in the same way; this process needs nothing more for its own."""
        asked = _written(problem), Level.CLASSIC.value, problem.seconds, 0
        try:
            answer = await self._ask(queues.IDEAS, asked, problem.chat, problem.urgency)
            found = wire_format.read_menu(answer, problem.position)
        except _FAULTS as error:
            self._tell_alone(error)
            return await self._own.consider(problem)
        self._tell_answered()
        return found

    async def explain(self, problem: Problem, move: AnyMove) -> AnyExplanation:
        """What a worker says of a move; what this process says without one is guessed."""
        after, _ = advance(problem.position, move)
        question = wire_format.question(problem.game, after, (*problem.messages, str(move)))
        asked = question, Level.STRONG.value, problem.seconds, self._random.getrandbits(32)
        try:
            answer = await self._ask(queues.REASONS, asked, problem.chat, problem.urgency)
            found = wire_format.explained(answer, problem.position, move)
        except _FAULTS as error:
            self._tell_alone(error)
            return await self._own.explain(problem, move)
        self._tell_answered()
        return found

    async def made(self, game: AnyGame, settings: Mapping[str, str], seed: int, chat: str) -> Mapping[str, str]:
        """What a worker makes of them; what is made is the same wherever that is."""
        asked = wire_format.wish(game, settings, seed), "", _SECONDS_A_MAP, seed
        try:
            found = wire_format.read_settings(await self._ask(queues.MAP, asked, chat, Urgency.LATER))
        except _FAULTS as error:
            self._tell_alone(error)
            return await self._own.made(game, settings, seed, chat)
        self._tell_answered()
        return found

    async def _ask(self, task: str, asked: _Question, chat: str, urgency: Urgency) -> str:
        """The answer to a question once it is its chat's turn; raises as `_asked` does."""
        async with self._semaphore.slot(chat, urgency):
            return await self._asked(task, asked, self._queues[urgency])

    async def _asked(self, task: str, asked: _Question, queue: Queue) -> str:
        """The answer of whichever worker takes the question; raises `_Nobody`, or what the connection raises."""
        number = queue.id_generator()
        kicker: AsyncKicker[[str, str, str, float, int], str] = AsyncKicker(task, queue, {})
        _, _, seconds, _ = asked
        async with self._withdrawn_unless_answered(number), asyncio.timeout(seconds + _PATIENCE):
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
            await asyncio.sleep(_LOOK_SECONDS)
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
