"""What a whole game between two people leaves in a chat, and what it costs."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Calm:
    """Of a game of so many `moves`: the bot's messages that are `left`, people called to a board (`pings`), and
    requests that say something (`calls`); of these, those that only tell a press that it was heard (`toasts`)."""

    moves: int
    left: int
    pings: int
    calls: int
    toasts: int = 0
