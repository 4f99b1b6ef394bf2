"""Waiting time of messages to Telegram at twice the rate that it accepts at first, in simulated time."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.figure import Figure
from tests.bot.platforms.telegram.sending import longest_waits

_OFFERED, _SECONDS = 60, 120
_MOST = {"all": 1000, "40": 40}


def figures() -> Iterator[Figure]:
    """Yield the longest wait of a board without a limit, and the sent and refused messages under a limit."""
    waits = {name: longest_waits(_OFFERED, _SECONDS, most) for name, most in _MOST.items()}
    yield Figure(f"delay of a board at {_OFFERED} messages/s, half of them answers", waits["all"].board, 3, "s")
    yield Figure(
        "messages sent per second if Telegram accepts 40", waits["40"].sent / _SECONDS, 28, "messages", at_least=True
    )
    yield Figure(
        "messages refused per minute if Telegram accepts 40", waits["40"].refused * 60 / _SECONDS, 12, "messages"
    )
