"""Slots for messages in Redis or Valkey, which all processes take from; one that lives alone need not."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

from bot.core.storage import Unreachable
from bot.store import ask
from bot.store.connection import Answer, Wire

_PATIENCE = 0.5
_FOR_ITSELF = 5.0
"""Seconds for which a process counts for itself when the server has not answered."""


class RedisSlots:
    """`slots.Slots`; `now` is a clock of all processes, instead of the server's."""

    def __init__(
        self, wire: Wire, whose: str, are_others: Callable[[], bool], now: Callable[[], float] | None = None
    ) -> None:
        self._wire = wire
        self._whose = whose
        self._are_others = are_others
        self._now = now
        self._unheard = -_FOR_ITSELF

    @property
    def are_shared(self) -> bool:
        return self._are_others() and time.monotonic() - self._unheard >= _FOR_ITSELF

    async def take(self, rate: float, wanted: int, left: float) -> tuple[int, float]:
        taking = ask.slots(self._whose, rate, wanted, left, self._now() if self._now else None)
        try:
            async with asyncio.timeout(_PATIENCE):
                (answer,) = await self._wire.ask(taking)
        except (Unreachable, TimeoutError):
            answer = None
        return self._read(answer)

    def _read(self, answer: Answer) -> tuple[int, float]:
        match answer:
            case [int() as taken, int() as milliseconds]:
                return taken, milliseconds / 1000
            case _:
                self._unheard = time.monotonic()
                return 0, 0.0
