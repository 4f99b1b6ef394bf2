"""Hints computed by workers, on this machine or others; without any, this process answers as well as it can at once."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from random import Random

from redis.asyncio import Redis
from redis.exceptions import RedisError
from taskiq.exceptions import TaskiqError
from taskiq.kicker import AsyncKicker

from bot.core.shares import Shares
from bot.thinking import queues, written
from bot.thinking.threads import Threads
from engines.game import AnyGame, AnyHint, AnyPosition, Level, Reason
from engines.refusals import Refusal

_PATIENCE = 10.0  # seconds beyond those of the search: time for another worker to take up what a dead one left
_LOOK_SECONDS = 0.05
_LOOKS_A_BEAT = 10
_log = logging.getLogger(__name__)


class _Nobody(Exception):
    """No worker answered."""


class Workers:
    """Asks at most `asked` questions at a time; chats that wait get their turns one after another."""

    def __init__(self, url: str, asked: int, random: Random) -> None:
        self._queue = queues.hints(url)
        self._redis = Redis(connection_pool=self._queue.connection_pool)
        self._shares = Shares(asked)
        self._random = random
        self._own = Threads(1, random)
        self._alone = False

    def expect(self, game: AnyGame) -> None:
        """Nothing: workers have loaded every game."""

    async def hint(
        self, game: AnyGame, position: AnyPosition, level: Level, seconds: float, chat: str, messages: Sequence[str]
    ) -> AnyHint:
        """A worker's advice; being cancelled ends its search."""
        question = written.question(game, position, messages)
        try:
            async with self._shares.of(chat):
                answer = await self._ask(question, level, seconds)
            found = written.answered(answer, position)
        except (_Nobody, RedisError, TaskiqError, OSError, Refusal, ValueError, TypeError, KeyError) as error:
            self._tell_alone(error)
            return await self._guess(game, position, level, seconds, chat)
        self._tell_answered()
        return found

    async def _ask(self, question: str, level: Level, seconds: float) -> str:
        """The answer of whichever worker takes the question; raises `_Nobody`, or what the connection raises."""
        number = self._queue.id_generator()
        kicker: AsyncKicker[[str, str, str, float, int], str] = AsyncKicker(queues.HINT, self._queue, {})
        seed = self._random.getrandbits(32)
        async with self._withdrawn_unless_answered(number), asyncio.timeout(seconds + _PATIENCE):
            await self._look_for_workers()
            await kicker.with_task_id(number).kiq(number, question, level.value, seconds, seed)
            return await self._answer(number)

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

    async def _answer(self, number: str) -> str:
        looks = 0
        while not await self._queue.result_backend.is_result_ready(number):
            await asyncio.sleep(_LOOK_SECONDS)
            looks += 1
            if looks % _LOOKS_A_BEAT == 0:
                await self._look_for_workers()
        result = await self._queue.result_backend.get_result(number)
        if result.is_err:
            raise _Nobody(f"a worker failed: {result.error!r}")
        return str(result.return_value)

    async def _look_for_workers(self) -> None:
        if not await self._redis.exists(queues.ALIVE):
            raise _Nobody("no worker runs; start one by `tetradka worker`")

    async def _guess(self, game: AnyGame, position: AnyPosition, level: Level, seconds: float, chat: str) -> AnyHint:
        """This process's own advice, which needs nothing that is loaded or compiled."""
        if level is not Level.STRONG:
            return await self._own.hint(game, position, level, seconds, chat)
        guess = await self._own.hint(game, position, Level.CLASSIC, seconds, chat)
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
        await self._queue.result_backend.shutdown()
        await self._queue.shutdown()
