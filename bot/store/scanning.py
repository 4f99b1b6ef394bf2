"""Keys that match a pattern, found without a list of them."""

from __future__ import annotations

from collections.abc import AsyncIterator

from bot.store import ask
from bot.store.connection import Wire


async def scan(wire: Wire, pattern: str) -> AsyncIterator[list[str]]:
    """All keys that match, some at a time, each at least once."""
    cursor = -1
    while cursor:
        ((cursor, found),) = await wire.ask(ask.scanning(max(cursor, 0), pattern))
        if found:
            yield found
