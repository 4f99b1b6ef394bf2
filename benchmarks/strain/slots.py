"""When a platform that takes so many messages a second would have taken each board, first come, first served."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from telegram.constants import FloodLimit

RATE = FloodLimit.MESSAGES_PER_SECOND
"""How many messages Telegram takes a second from one bot, and as many at once after a pause."""

Seen = tuple[float, float]
"""When a move was typed, and when its board was seen; seconds."""


def behind(boards: Iterable[Seen]) -> Iterator[float]:
    """How many seconds after its slot each board was seen (the generic cell rate algorithm, ITU-T I.371)."""
    full = 0.0
    for typed, seen in sorted(boards):
        full = max(full, typed) + 1 / RATE
        yield seen - max(typed, full - 1)
