"""Whether a process can serve people now, and why not."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence

from bot.core.ports.store import Unreachable

PATIENCE = 2.0
"""Seconds that the store has to take a write."""
Ask = Callable[[], Awaitable[Sequence[str]]]


class Readiness:
    """`doors` holds what is wrong with each door, "" for one that is open; nothing before they are opened."""

    def __init__(self) -> None:
        self._ask: Ask | None = None
        self.doors: dict[str, str] = {}

    def opens(self, ask: Ask, doors: Sequence[str]) -> None:
        """From now on `ask` says what the store promises once it has taken a write; these doors are about to open."""
        self._ask = ask
        self.doors |= dict.fromkeys(doors, "")

    async def look(self) -> tuple[bool, str]:
        """Whether the store takes writes and a door is open; in lines, what holds and what does not."""
        if self._ask is None:
            return False, "the store: it does not take writes yet\n"
        writes, store = await _asked(self._ask)
        doors = [f"the door to {name}: {wrong or 'open'}" for name, wrong in self.doors.items()]
        is_ready = writes and not all(self.doors.values())
        return is_ready, "".join(f"{line}\n" for line in (*(f"the store: {each}" for each in store), *doors))


async def _asked(ask: Ask) -> tuple[bool, Sequence[str]]:
    try:
        async with asyncio.timeout(PATIENCE):
            return True, await ask()
    except Unreachable as failed:
        return False, [str(failed)]
    except TimeoutError:
        return False, ["it does not answer"]
