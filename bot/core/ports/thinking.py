"""Searches made elsewhere: hints, ideas, maps."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from bot.core.game.problem import Problem
from engines.game import AnyCandidate, AnyExplanation, AnyGame, AnyHint, AnyMove, Level


class Thinking(Protocol):
    """Where hints are computed, moves judged and maps made."""

    def expect(self, game: AnyGame) -> None:
        """Gets ready for hints in a game if that takes seconds only; returns at once, as often as it is called."""

    async def hint(self, problem: Problem, level: Level) -> AnyHint:
        """Advice; being cancelled ends the search."""

    async def consider(self, problem: Problem) -> tuple[AnyCandidate, ...]:
        """Moves worth considering, found as `hint` finds advice; a game may have none."""

    async def explain(self, problem: Problem, move: AnyMove) -> AnyExplanation:
        """What is to be said of a legal move, best or not."""

    async def make_settings(
        self, game: AnyGame, settings: Mapping[str, str], seed: int, chat: str
    ) -> Mapping[str, str]:
        """The settings with what was made for them in place of the wish, as a map; raises `Unreadable`."""
