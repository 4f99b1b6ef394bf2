"""The port for searches: hints, candidate moves, explanations and maps."""

from collections.abc import Mapping
from typing import Protocol

from bot.core.game.problem import Problem
from engines.game import AnyCandidate, AnyExplanation, AnyGame, AnyHint, AnyMove, Level


class Thinking(Protocol):
    """Searches for hints, explanations and maps."""

    def expect(self, game: AnyGame) -> None:
        """Prepare hints in a game if that takes only seconds; return at once, even if called often."""

    async def hint(self, problem: Problem, level: Level) -> AnyHint:
        """Return a hint; cancellation ends the search."""

    async def consider(self, problem: Problem) -> tuple[AnyCandidate, ...]:
        """Return candidate moves, searched like `hint`; a game may have none."""

    async def explain(self, problem: Problem, move: AnyMove) -> AnyExplanation:
        """Return the explanation of a legal move."""

    async def make_settings(
        self, game: AnyGame, settings: Mapping[str, str], seed: int, chat: str
    ) -> Mapping[str, str]:
        """Return the settings with a generated map in place of a request for one; raise `Unreadable`."""
