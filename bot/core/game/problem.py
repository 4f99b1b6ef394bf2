"""A search request: a position, a time limit and an urgency."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from engines.game import AnyGame, AnyPosition


class Urgency(Enum):
    """The priority of a search: hints and the bot's moves first, then reviews."""

    NOW = "hints"
    LATER = "reviews"


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
