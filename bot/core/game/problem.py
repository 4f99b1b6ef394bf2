"""A search to be made: a position, how long, and how urgent."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from engines.game import AnyGame, AnyPosition


class Urgency(Enum):
    """What goes first: advice and the bot's own moves, then words on moves that were played, and maps."""

    NOW = "hints"
    LATER = "reviews"


@dataclass(frozen=True)
class Problem:
    """A position to be thought about within `seconds` of getting a turn.

    Turns go round the shares: a chat's for its game, a person's for what that person alone has asked. `messages` are
    the typed moves that led to the position.
    """

    game: AnyGame
    position: AnyPosition
    seconds: float
    share: str
    messages: Sequence[str] = ()
    urgency: Urgency = Urgency.NOW
