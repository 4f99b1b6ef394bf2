"""The line of all messages to Telegram: so many a second, first those that somebody waits for, then boards."""

from __future__ import annotations

import asyncio
from collections import deque
from enum import Enum


class Rank(Enum):
    """Who goes before whom: an answer, then a board, and last what nobody would miss."""

    ANSWER = 0
    BOARD = 1
    TIDYING = 2


class Line:
    """Lets `rate` messages a second pass, and as many at once after a pause.

    What nobody would miss passes only where that takes almost nothing from boards that may come any moment.
    """

    def __init__(self, rate: float) -> None:
        self._rate = rate
        self._needed = {Rank.ANSWER: 1.0, Rank.BOARD: 1.0, Rank.TIDYING: max(1.0, rate - 1)}
        self._passes = rate
        self._counted = 0.0
        self._queues: dict[Rank, deque[asyncio.Future[None]]] = {rank: deque() for rank in Rank}
        self._bell: asyncio.TimerHandle | None = None

    async def come(self, rank: Rank) -> bool:
        """Returns when it is this message's turn; whether it had to wait."""
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queues[rank].append(turn)
        self._call()
        has_to_wait = not turn.done()
        await turn
        return has_to_wait

    def _call(self) -> None:
        """Calls as many as may pass now, and comes again for the next."""
        loop = asyncio.get_running_loop()
        now = loop.time()
        self._passes = min(self._rate, self._passes + (now - self._counted) * self._rate)
        self._counted = now
        while turn := self._next():
            turn.set_result(None)
            self._passes -= 1
        if self._bell:
            self._bell.cancel()
        missing = [self._needed[rank] - self._passes for rank, queue in self._queues.items() if queue]
        self._bell = loop.call_later(missing[0] / self._rate, self._call) if missing else None

    def _next(self) -> asyncio.Future[None] | None:
        """The first in line that still waits, if enough may pass for it."""
        for rank, queue in self._queues.items():
            while queue and self._passes >= self._needed[rank]:
                turn = queue.popleft()
                if not turn.done():
                    return turn
        return None
