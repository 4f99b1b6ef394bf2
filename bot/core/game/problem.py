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
    """A position to be thought about within `seconds` of getting a turn among the chats.

    `messages` are the typed moves that led to it.
    """

    game: AnyGame
    position: AnyPosition
    seconds: float
    chat: str
    messages: Sequence[str] = ()
    urgency: Urgency = Urgency.NOW
