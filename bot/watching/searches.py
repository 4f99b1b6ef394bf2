"""Counts the searches that run and those that wait."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from bot.core.game.problem import Problem
from bot.core.ports.thinking import Thinking
from engines.game import AnyCandidate, AnyGame, AnyHint, Level


class Searches:
    """As the `Thinking` inside, which runs at most so many searches at once."""

    def __init__(self, thinking: Thinking, most: int) -> None:
        self._thinking = thinking
        self._most = most
        self._asked = 0

    @property
    def running(self) -> int:
        """How many searches run now."""
        return min(self._asked, self._most)

    @property
    def queued(self) -> int:
        """How many searches wait for a free thread or worker."""
        return self._asked - self.running

    def expect(self, game: AnyGame) -> None:
        """A search for this game may come soon."""
        self._thinking.expect(game)

    async def hint(self, problem: Problem, level: Level) -> AnyHint:
        """The hint, counted while it is searched for."""
        with self._counted():
            return await self._thinking.hint(problem, level)

    async def consider(self, problem: Problem) -> tuple[AnyCandidate, ...]:
        """The moves worth considering, counted while they are searched for."""
        with self._counted():
            return await self._thinking.consider(problem)

    async def made(self, game: AnyGame, settings: Mapping[str, str], seed: int, chat: str) -> Mapping[str, str]:
        """The settings with what is made for them, counted meanwhile."""
        with self._counted():
            return await self._thinking.made(game, settings, seed, chat)

    @contextmanager
    def _counted(self) -> Iterator[None]:
        self._asked += 1
        try:
            yield
        finally:
            self._asked -= 1
