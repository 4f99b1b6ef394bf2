"""Wait of messages to Telegram at twice the rate that it accepts at first, in simulated time."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.figure import Figure
from tests.bot.platforms.telegram.sending import longest_waits

_OFFERED, _SECONDS = 60, 120
_MOST = {"all": 1000, "40": 40}


def figures() -> Iterator[Figure]:
    """Yield the longest wait of a board without a limit, and the sent and refused messages under a limit."""
    waits = {name: longest_waits(_OFFERED, _SECONDS, most) for name, most in _MOST.items()}
    yield Figure(f"a board waits at {_OFFERED} messages/s, half answers", waits["all"].board, 3, "s")
    yield Figure("sent a second where Telegram takes 40", waits["40"].sent / _SECONDS, 28, "messages", at_least=True)
    yield Figure("refused a minute where Telegram takes 40", waits["40"].refused * 60 / _SECONDS, 12, "messages")
