"""The queue of all messages to Telegram: answers and boards share what it takes a second, tidying gets what is left."""

from __future__ import annotations

import asyncio
import math
import time
from collections import deque
from collections.abc import Iterator
from enum import Enum

from bot.core.ports.message_rate import MessageRate
from bot.platforms.telegram.send_rate import SendRate

_ROUND_TRIP = 0.02
_AHEAD = 0.25
"""Seconds whose messages may be asked for at once."""
_BOARDS_TO_AN_ANSWER = 3
"""Boards that pass for one answer where both wait, so that neither starves."""
_TRIES = 3


class Priority(Enum):
    """Kinds of messages: answers and boards, which people wait for, and the tidying of old boards."""

    ANSWER = 0
    BOARD = 1
    TIDYING = 2


class SendQueue:
    """Lets `rate` messages a second pass, and as many at once after a pause, of all processes together.

    The rate adapts to what Telegram takes. Tidying passes only where that takes almost nothing from boards that may
    come any moment.
    """

    def __init__(self, rate: float, slots: MessageRate | None = None) -> None:
        self._rate = SendRate.begin(rate)
        self._slots = slots
        self._tokens = rate
        self._counted = 0.0
        self._boards_in_a_row = _BOARDS_TO_AN_ANSWER
        self._waiting: dict[Priority, deque[asyncio.Future[None]]] = {priority: deque() for priority in Priority}
        self._timer: asyncio.TimerHandle | None = None
        self._asking: asyncio.Task[None] | None = None

    @property
    def per_second(self) -> float:
        """The messages that pass a second now."""
        return self._rate.per_second

    async def pass_through(self, priority: Priority) -> bool:
        """Return when a message may be sent: whether it had to wait, longer than the store takes to answer."""
        loop = asyncio.get_running_loop()
        begun, place = loop.time(), loop.create_future()
        self._waiting[priority].append(place)
        self._release()
        await place
        return loop.time() - begun > _ROUND_TRIP

    async def slow_down(self) -> None:
        """Halve the rate, that of all processes if they share one: Telegram has refused a message."""
        slots = self._slots
        if not (slots and slots.are_shared):
            self._rate = self._rate.halve(asyncio.get_running_loop().time())
            return
        before = self._rate
        for _ in range(_TRIES):
            halved = before.halve(time.time())
            kept = await slots.change_rate(before.as_text(), halved.as_text())
            self._rate = before = self._rate.read(kept)
            if kept == halved.as_text():
                return

    def _release(self) -> None:
        """Lets as many pass as may now, and comes again for the next."""
        if self._slots and self._slots.are_shared:
            self._asking = self._asking or asyncio.create_task(self._release_by_slots(self._slots))
        else:
            self._release_by_own_tokens()

    def _release_by_own_tokens(self) -> None:
        now = asyncio.get_running_loop().time()
        self._tokens = min(self.per_second, self._tokens + (now - self._counted) * self.per_second)
        self._counted = now
        while place := self._next(self._tokens):
            place.set_result(None)
            self._tokens -= 1
        if self._urgent():
            self._rate = self._rate.rise(now)
        missing = [self._needed(priority) - self._tokens for priority, places in self._waiting.items() if places]
        self._come_again(missing[0] / self.per_second if missing else 0.0)

    async def _release_by_slots(self, slots: MessageRate) -> None:
        """Lets as many pass as have a slot among those of all processes; asks once for all that wait, if few do."""
        needing = self._urgent()
        wanted = min(needing, math.ceil(_AHEAD * self.per_second)) or 1
        left = self._needed(Priority.BOARD if needing else Priority.TIDYING) - 1
        try:
            there = await slots.take(self._rate.start, wanted, left)
        finally:
            self._asking = None
        self._rate = self._rate.read(there.rate)
        for _ in range(there.taken):
            if place := self._next(self.per_second):
                place.set_result(None)
        if there.taken < wanted and self._urgent():
            await self._rise(slots, there.rate)
        self._come_again(there.wait if there.taken < wanted else 0.0)

    async def _rise(self, slots: MessageRate, before: str) -> None:
        """Raises the rate of all processes, unless one of them has just done so."""
        risen = self._rate.rise(time.time())
        if risen != self._rate:
            self._rate = self._rate.read(await slots.change_rate(before, risen.as_text()))

    def _urgent(self) -> int:
        """Return the number of queued messages that people wait for."""
        urgent = (*self._waiting[Priority.ANSWER], *self._waiting[Priority.BOARD])
        return sum(not place.done() for place in urgent)

    def _needed(self, priority: Priority) -> float:
        """Return the tokens that there must be for one to pass."""
        return max(1.0, self.per_second - 1) if priority is Priority.TIDYING else 1.0

    def _come_again(self, seconds: float) -> None:
        if self._timer:
            self._timer.cancel()
        waits = any(self._waiting.values())
        self._timer = asyncio.get_running_loop().call_later(seconds, self._release) if waits else None

    def _next(self, tokens: float) -> asyncio.Future[None] | None:
        """The place of the first that still waits, if so many tokens are enough for it."""
        for priority in self._order():
            places = self._waiting[priority]
            while places and tokens >= self._needed(priority):
                place = places.popleft()
                if not place.done():
                    self._boards_in_a_row = 0 if priority is Priority.ANSWER else self._boards_in_a_row + 1
                    return place
        return None

    def _order(self) -> Iterator[Priority]:
        """Yield whose turn it is: an answer's after some boards."""
        is_answers_turn = self._boards_in_a_row >= _BOARDS_TO_AN_ANSWER
        yield from (Priority.ANSWER, Priority.BOARD) if is_answers_turn else (Priority.BOARD, Priority.ANSWER)
        yield Priority.TIDYING
