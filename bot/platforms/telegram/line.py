"""The line of all messages to Telegram: so many a second, first those that somebody waits for, then boards."""

from __future__ import annotations

import asyncio
import math
from collections import deque
from enum import Enum

from bot.core.ports.message_rate import MessageRate, UnsharedRate

_BLINK = 0.02
_AHEAD = 0.25
"""Seconds whose messages may be asked for at once."""


class Rank(Enum):
    """Who goes before whom: an answer, then a board, and last what nobody would miss."""

    ANSWER = 0
    BOARD = 1
    TIDYING = 2


class Line:
    """Lets `rate` messages a second pass, and as many at once after a pause, of all processes together.

    What nobody would miss passes only where that takes almost nothing from boards that may come any moment.
    """

    def __init__(self, rate: float, slots: MessageRate | None = None) -> None:
        self._rate = rate
        self._slots = slots or UnsharedRate()
        self._needed = {Rank.ANSWER: 1.0, Rank.BOARD: 1.0, Rank.TIDYING: max(1.0, rate - 1)}
        self._passes = rate
        self._counted = 0.0
        self._queues: dict[Rank, deque[asyncio.Future[None]]] = {rank: deque() for rank in Rank}
        self._bell: asyncio.TimerHandle | None = None
        self._asking: asyncio.Task[None] | None = None

    async def come(self, rank: Rank) -> bool:
        """Returns when it is this message's turn; whether it had to wait, longer than the store takes to answer."""
        loop = asyncio.get_running_loop()
        begun, turn = loop.time(), loop.create_future()
        self._queues[rank].append(turn)
        self._call()
        await turn
        return loop.time() - begun > _BLINK

    def _call(self) -> None:
        """Calls as many as may pass now, and comes again for the next."""
        if self._slots.are_shared:
            self._asking = self._asking or asyncio.create_task(self._ask())
        else:
            self._call_by_own_count()

    def _call_by_own_count(self) -> None:
        now = asyncio.get_running_loop().time()
        self._passes = min(self._rate, self._passes + (now - self._counted) * self._rate)
        self._counted = now
        while turn := self._next(self._passes):
            turn.set_result(None)
            self._passes -= 1
        missing = [self._needed[rank] - self._passes for rank, queue in self._queues.items() if queue]
        self._come_again(missing[0] / self._rate if missing else 0.0)

    async def _ask(self) -> None:
        """Calls as many as have a slot among those of all processes; asks once for what waits, if that is not much."""
        needing = sum(not turn.done() for rank in (Rank.ANSWER, Rank.BOARD) for turn in self._queues[rank])
        wanted = min(needing, math.ceil(_AHEAD * self._rate)) or 1
        left = self._needed[Rank.BOARD if needing else Rank.TIDYING] - 1
        try:
            taken, wait = await self._slots.take(self._rate, wanted, left)
        finally:
            self._asking = None
        for _ in range(taken):
            if turn := self._next(self._rate):
                turn.set_result(None)
        self._come_again(wait if taken < wanted else 0.0)

    def _come_again(self, seconds: float) -> None:
        if self._bell:
            self._bell.cancel()
        waits = any(self._queues.values())
        self._bell = asyncio.get_running_loop().call_later(seconds, self._call) if waits else None

    def _next(self, passes: float) -> asyncio.Future[None] | None:
        """The first in line that still waits, if so many passes are enough for it."""
        for rank, queue in self._queues.items():
            while queue and passes >= self._needed[rank]:
                turn = queue.popleft()
                if not turn.done():
                    return turn
        return None
