"""The queue of all messages to Telegram: answers and boards share the rate, tidying gets the rest."""

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
"""Seconds whose messages may be requested at once."""
_BOARDS_TO_AN_ANSWER = 3
"""Boards that pass for one answer when both wait, so that neither starves."""
_TRIES = 3


class Priority(Enum):
    """Kinds of messages: answers and boards, which people wait for, and the tidying of old boards."""

    ANSWER = 0
    BOARD = 1
    TIDYING = 2


class SendQueue:
    """Lets `rate` messages per second pass, and as many at once after a pause, for all processes together.

    The rate adapts to what Telegram accepts. Tidying passes only where it takes almost nothing from boards that may
    come at any moment.
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
        """Return the messages that pass per second now."""
        return self._rate.per_second

    async def pass_through(self, priority: Priority) -> bool:
        """Wait until a message may be sent; return whether that took longer than a round trip to the store."""
        loop = asyncio.get_running_loop()
        start, place = loop.time(), loop.create_future()
        self._waiting[priority].append(place)
        self._release()
        await place
        return loop.time() - start > _ROUND_TRIP

    async def slow_down(self) -> None:
        """Halve the rate after a refusal by Telegram, for all processes if they share one."""
        slots = self._slots
        if not (slots and slots.are_shared):
            self._rate = self._rate.halve(asyncio.get_running_loop().time())
            return
        before = self._rate
        for _ in range(_TRIES):
            half = before.halve(time.time())
            shared_rate = await slots.change_rate(before.as_text(), half.as_text())
            self._rate = before = self._rate.read(shared_rate)
            if shared_rate == half.as_text():
                return

    def _release(self) -> None:
        """Let as many messages pass as may now, and schedule the next release."""
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
        if self._urgent_count():
            self._rate = self._rate.rise(now)
        missing = [
            self._tokens_to_pass(priority) - self._tokens for priority, places in self._waiting.items() if places
        ]
        self._schedule_release(missing[0] / self.per_second if missing else 0.0)

    async def _release_by_slots(self, slots: MessageRate) -> None:
        """Let as many messages pass as get a shared slot, requesting slots for several at once."""
        urgent_count = self._urgent_count()
        request = min(urgent_count, math.ceil(_AHEAD * self.per_second)) or 1
        reserve = self._tokens_to_pass(Priority.BOARD if urgent_count else Priority.TIDYING) - 1
        try:
            grant = await slots.take(self._rate.start, request, reserve)
        finally:
            self._asking = None
        self._rate = self._rate.read(grant.rate)
        for _ in range(grant.taken):
            if place := self._next(self.per_second):
                place.set_result(None)
        if grant.taken < request and self._urgent_count():
            await self._rise(slots, grant.rate)
        self._schedule_release(grant.wait if grant.taken < request else 0.0)

    async def _rise(self, slots: MessageRate, before: str) -> None:
        """Raise the rate of all processes, unless one of them has just done so."""
        new_rate = self._rate.rise(time.time())
        if new_rate != self._rate:
            self._rate = self._rate.read(await slots.change_rate(before, new_rate.as_text()))

    def _urgent_count(self) -> int:
        """Return the number of queued messages that people wait for."""
        urgent = (*self._waiting[Priority.ANSWER], *self._waiting[Priority.BOARD])
        return sum(not place.done() for place in urgent)

    def _tokens_to_pass(self, priority: Priority) -> float:
        """Return the tokens required for one message to pass."""
        return max(1.0, self.per_second - 1) if priority is Priority.TIDYING else 1.0

    def _schedule_release(self, seconds: float) -> None:
        if self._timer:
            self._timer.cancel()
        is_waiting = any(self._waiting.values())
        self._timer = asyncio.get_running_loop().call_later(seconds, self._release) if is_waiting else None

    def _next(self, tokens: float) -> asyncio.Future[None] | None:
        """Return the place of the next waiting message, if the tokens suffice for it."""
        for priority in self._order():
            places = self._waiting[priority]
            while places and tokens >= self._tokens_to_pass(priority):
                place = places.popleft()
                if not place.done():
                    self._boards_in_a_row = 0 if priority is Priority.ANSWER else self._boards_in_a_row + 1
                    return place
        return None

    def _order(self) -> Iterator[Priority]:
        """Yield the priorities in turn: an answer comes after some boards."""
        is_answers_turn = self._boards_in_a_row >= _BOARDS_TO_AN_ANSWER
        yield from (Priority.ANSWER, Priority.BOARD) if is_answers_turn else (Priority.BOARD, Priority.ANSWER)
        yield Priority.TIDYING
