"""A game in an inline message, which a player follows in their own chat as well."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from bot.core.clock import Instant
from bot.core.people import Chat
from engines.game import Seat


@dataclass(frozen=True)
class Followed:
    """From now on the game is shown in a player's own `chat` too, in its `language`, and played from there."""

    at: Instant
    seat: Seat
    chat: Chat
    language: str
    kind: Literal["followed"] = "followed"
