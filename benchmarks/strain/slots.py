"""Slots of a rate-limited platform: the earliest time for each board, first come, first served."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from telegram.constants import FloodLimit

RATE = FloodLimit.MESSAGES_PER_SECOND
"""Messages that Telegram accepts from one bot per second, and in one burst after a pause."""

BoardTimes = tuple[float, float]
"""The times in seconds when a move was typed and its board was seen."""


def slot_delays(boards: Iterable[BoardTimes]) -> Iterator[float]:
    """Yield the seconds from each board's slot until it was seen (generic cell rate algorithm, ITU-T I.371)."""
    bucket_time = 0.0
    for move_time, board_time in sorted(boards):
        bucket_time = max(bucket_time, move_time) + 1 / RATE
        yield board_time - max(move_time, bucket_time - 1)
