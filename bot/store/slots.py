"""Slots for messages in Redis or Valkey, which all processes take from; one that lives alone need not."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

from bot.core.ports.store import Unreachable
from bot.store import keys
from bot.store.connection import Answer, Command, Wire

_PATIENCE = 0.5
_FOR_ITSELF = 5.0
"""Seconds for which a process counts for itself when the server has not answered."""
# What is kept is when all slots are there again, at most a second from now, whatever became of the server's clock.
_SLOTS = """
local time = redis.call('TIME')
local now = tonumber(ARGV[4]) or time[1] + time[2] / 1000000
local rate, wanted, left = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local whole = math.min(math.max(tonumber(redis.call('GET', KEYS[1])) or 0, now), now + 1)
local there = (now + 1 - whole) * rate
local taken = math.max(0, math.min(wanted, math.floor(there - left + 0.001)))
redis.call('SET', KEYS[1], string.format('%.6f', whole + taken / rate), 'EX', 60)
return {taken, math.ceil(math.max(0, left + wanted - there) / rate * 1000)}
"""


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
        taking = _taking(self._whose, rate, wanted, left, self._now() if self._now else None)
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


def _taking(whose: str, rate: float, wanted: int, left: float, now: float | None) -> Command:
    """How many slots are taken, and in how many milliseconds the rest is there; None: by the server's clock."""
    clock = "" if now is None else repr(now)
    return lambda p: p.eval(_SLOTS, 1, keys.slots(whose), str(rate), str(wanted), str(left), clock)
