"""The port for searches: the request for one, and its results: hints, candidate moves, explanations and maps."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from bot.core.game.session import Session
from bot.core.queues.fair_turns import Urgency
from engines.game import AnyCandidate, AnyExplanation, AnyGame, AnyHint, AnyMove, AnyPosition, Level


@dataclass(frozen=True)
class Problem:
    """A position to search for `seconds`, once a worker is free.

    Workers serve the shares in turn: a chat's share for its games, a person's for what that person asks alone.
    `messages` are the typed moves that led to the position.
    """

    game: AnyGame
    position: AnyPosition
    seconds: float
    share: str
    messages: Sequence[str] = ()
    urgency: Urgency = Urgency.NOW


def problem_of(session: Session, seconds: float) -> Problem:
    """Return a request to search the current position of a game for `seconds`."""
    return Problem(session.rules, session.position, seconds, session.places.chat.key, session.messages)


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
