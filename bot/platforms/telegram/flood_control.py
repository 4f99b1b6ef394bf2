"""Flood control: a token bucket per chat, then one queue of all messages, at a rate that Telegram accepts.

Answers and boards share the rate; tidying and other background messages get the rest.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections import Counter, deque
from collections.abc import Callable, Coroutine, Iterator
from dataclasses import astuple, dataclass, replace
from datetime import timedelta
from enum import Enum
from itertools import chain, islice
from typing import Any

from telegram.constants import FloodLimit
from telegram.error import NetworkError, RetryAfter
from telegram.ext import BaseRateLimiter

from bot.core.ports.adapters import MessageRate
from bot.core.queues.caches import BoundedDict
from bot.platforms.telegram.bot_api import Json, seconds_to_wait

Answer = bool | Json | list[Json]
BURST = 20
_NO_MESSAGES = (
    "sendChatAction",
    "setMessageReaction",
    "deleteMessage",
    "deleteMessages",
    "deleteEphemeralMessage",
    "getChat",
    "getChatMember",
)
_RECEIVER = "receiver_user_id"
"""The recipient of an ephemeral message: it spends the recipient's token and waits for no board of the group."""
_GROUP_PACE = 60 / FloodLimit.MESSAGES_PER_MINUTE_PER_GROUP
_PRIVATE_PACE = 1 / FloodLimit.MESSAGES_PER_SECOND_PER_CHAT
_MOST_CHATS = 10_000
_LATE = 1.0
_NEGLIGIBLE = 0.001
_ROUND_TRIP = 0.02
_AHEAD = 0.25
"""Seconds whose messages may be requested at once."""
_BOARDS_TO_AN_ANSWER = 3
"""Boards that pass for one answer when both wait, so that neither starves."""
_TRIES = 3
_FASTEST = 1000.0
"""Messages per second; Telegram sells no more than this."""
_LOWEST_SHARE = 0.25
_STEP, _CAUTIOUS_STEP = 1.0, 0.1
_CAUTIOUS_FROM = 0.9
_SECONDS_TO_RISE = 1.0
_SECONDS_TO_HALVE = 2.0


class Priority(Enum):
    """Kinds of messages: answers and boards, which people wait for, and those that only tidy up or are news."""

    ANSWER = 0
    BOARD = 1
    TIDYING = 2


class FloodControl(BaseRateLimiter[int]):
    """A limiter of each chat to its token bucket, and of all chats to Telegram's limit per second, initially `rate`.

    A chat that has used up its tokens, or for which Telegram has sent a 429, raises `RetryAfter` without a request, so
    that a board can be shown later, and then the newest. Such a board is next: answers leave it its place.
    """

    def __init__(self, slots: MessageRate | None = None, rate: float = FloodLimit.MESSAGES_PER_SECOND) -> None:
        self._buckets = TokenBuckets()
        self._queue = SendQueue(rate, slots)
        self._reservations: Counter[int] = Counter()
        self._boards_due = BoundedDict[int, float](_MOST_CHATS)
        self._under_way: set[asyncio.Future[None]] = set()
        self._is_closing = False

    async def initialize(self) -> None:
        """Accept reservations again."""
        self._is_closing = False

    async def shutdown(self) -> None:
        """Do nothing; the library requires this method."""

    async def finish(self, seconds: float) -> None:
        """Accept no more reservations, and give pending requests some seconds to arrive."""
        self._is_closing = True
        if self._under_way:
            await asyncio.wait(self._under_way, timeout=seconds)

    async def reserve(self, chat: int, priority: Priority = Priority.BOARD) -> bool:
        """Wait until a message may be sent to a chat and reserve its place; return whether that took a while."""
        has_waited = await self._admit(chat, priority)
        if self._is_closing:
            raise NetworkError("the adapter is closing")
        self._reservations[chat] += 1
        return has_waited

    async def reserve_spare(self, chat: int) -> bool:
        """Reserve a place after all other messages, like `reserve`, if one more costs the games of the chat nothing.

        Raise `RetryAfter` unless the chat accepts half a burst now.
        """
        if wait := self._buckets.seconds_until(chat, BURST // 2, time.monotonic()):
            raise RetryAfter(timedelta(seconds=wait))
        return await self.reserve(chat, Priority.TIDYING)

    async def process_request(
        self,
        callback: Callable[..., Coroutine[Any, Any, Answer]],
        args: Any,  # noqa: ANN401 - as in the class above
        kwargs: dict[str, Any],
        endpoint: str,
        data: dict[str, Any],
        rate_limit_args: int | None,
    ) -> Answer:
        """Send a request if its chat accepts one now; otherwise raise `RetryAfter`."""
        chat = data.get(_RECEIVER, data.get("chat_id"))
        if not isinstance(chat, int) or endpoint in _NO_MESSAGES:
            return await callback(*args, **kwargs)
        if chat in self._reservations:
            self._reservations -= Counter((chat,))
        else:
            await self._admit(chat, Priority.ANSWER)
        over = asyncio.get_running_loop().create_future()
        self._under_way.add(over)
        try:
            return await callback(*args, **kwargs)
        except RetryAfter as flood:
            self._buckets.drain(chat, time.monotonic(), seconds_to_wait(flood))
            await self._queue.slow_down()
            raise
        finally:
            self._under_way.discard(over)
            over.set_result(None)

    async def _admit(self, chat: int, priority: Priority) -> bool:
        """Spend a token and wait in the queue, like `reserve`; an answer yields its place to a board that is due."""
        now, wait = time.monotonic(), 0.0
        if priority is Priority.ANSWER and self._boards_due.get(chat, now) > now:
            wait = self._buckets.seconds_until(chat, 2, now)
        if wait := wait or self._buckets.spend(chat, now):
            if priority is Priority.BOARD:
                self._boards_due[chat] = now + wait + _LATE
            raise RetryAfter(timedelta(seconds=wait))
        if priority is Priority.BOARD:
            self._boards_due.pop(chat, None)
        return await self._queue.pass_through(priority)


class TokenBuckets:
    """A token bucket per chat, stored as the time in seconds at which it is full again."""

    def __init__(self) -> None:
        self._full_times = BoundedDict[int, float](_MOST_CHATS)

    def spend(self, chat: int, now: float) -> float:
        """Take a token from a chat's bucket and return 0, or return the seconds to wait if it is empty."""
        wait = self.seconds_until(chat, 1, now)
        if wait > _NEGLIGIBLE:
            return wait
        self._full_times[chat] = max(self._full_times.get(chat, now), now) + _pace(chat)
        return 0.0

    def seconds_until(self, chat: int, messages: int, now: float) -> float:
        """Return the seconds until a chat accepts this number of messages at once."""
        return max(0.0, self._full_times.get(chat, now) - now - (BURST - messages) * _pace(chat))

    def drain(self, chat: int, now: float, wait: float) -> None:
        """Block the bucket for `wait` seconds, then allow one message at a time."""
        self._full_times[chat] = now + wait + (BURST - 1) * _pace(chat)


def _pace(chat: int) -> float:
    """Return the long-term seconds between messages; groups have negative IDs."""
    return _GROUP_PACE if chat < 0 else _PRIVATE_PACE


class SendQueue:
    """A queue that lets `rate` messages per second pass, and as many at once after a pause, for all processes.

    The rate adapts to what Telegram accepts. Tidying passes only where it takes almost nothing from boards that may
    come at any moment.
    """

    def __init__(self, rate: float, slots: MessageRate | None = None) -> None:
        self._rate = SendRate(rate, rate)
        self._slots = slots
        self._tokens = rate
        self._counted = 0.0
        self._boards_in_a_row = _BOARDS_TO_AN_ANSWER
        self._waiting: dict[Priority, deque[asyncio.Future[None]]] = {priority: deque() for priority in Priority}
        self._timer: asyncio.TimerHandle | None = None
        self._asking: asyncio.Task[None] | None = None

    @property
    def per_second(self) -> float:
        """Return the current rate in messages per second."""
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
        for _ in range(_TRIES):
            half = self._rate.halve(time.time()).as_text()
            shared_rate = await slots.change_rate(self._rate.as_text(), half)
            self._rate = self._rate.read(shared_rate)
            if shared_rate == half:
                return

    def _release(self) -> None:
        """Let as many messages pass as allowed now, and schedule the next release."""
        if self._slots and self._slots.are_shared:
            self._asking = self._asking or asyncio.create_task(self._release_by_slots(self._slots))
        else:
            now = asyncio.get_running_loop().time()
            self._tokens = min(self.per_second, self._tokens + (now - self._counted) * self.per_second)
            self._counted = now
            while place := self._next(self._tokens):
                place.set_result(None)
                self._tokens -= 1
            if self._has_urgent():
                self._rate = self._rate.rise(now)
            needs = (self._tokens_to_pass(priority) for priority, places in self._waiting.items() if places)
            self._schedule_release((next(needs, self._tokens) - self._tokens) / self.per_second)

    async def _release_by_slots(self, slots: MessageRate) -> None:
        """Let as many messages pass as get a shared slot, requesting several slots at once."""
        urgent_count = sum(1 for _ in islice(self._urgent(), math.ceil(_AHEAD * self.per_second)))
        request = urgent_count or 1
        reserve = self._tokens_to_pass(Priority.BOARD if urgent_count else Priority.TIDYING) - 1
        try:
            grant = await slots.take(self._rate.start, request, reserve)
        finally:
            self._asking = None
        self._rate = self._rate.read(grant.rate)
        for _ in range(grant.taken):
            if place := self._next(self.per_second):
                place.set_result(None)
        is_short = grant.taken < request
        new_rate = self._rate.rise(time.time()) if is_short and self._has_urgent() else self._rate
        if new_rate != self._rate:  # for all processes, unless one of them has just done so
            self._rate = self._rate.read(await slots.change_rate(grant.rate, new_rate.as_text()))
        self._schedule_release(grant.wait if is_short else 0.0)

    def _urgent(self) -> Iterator[asyncio.Future[None]]:
        """Yield the queued messages that people wait for."""
        places = chain(self._waiting[Priority.ANSWER], self._waiting[Priority.BOARD])
        return (place for place in places if not place.done())

    def _has_urgent(self) -> bool:
        return next(self._urgent(), None) is not None

    def _tokens_to_pass(self, priority: Priority) -> float:
        return max(1.0, self.per_second - 1) if priority is Priority.TIDYING else 1.0

    def _schedule_release(self, seconds: float) -> None:
        if self._timer:
            self._timer.cancel()
        is_waiting = any(self._waiting.values())
        self._timer = asyncio.get_running_loop().call_later(seconds, self._release) if is_waiting else None

    def _next(self, tokens: float) -> asyncio.Future[None] | None:
        """Return the next waiting place that the tokens allow; an answer comes after some boards."""
        is_answers_turn = self._boards_in_a_row >= _BOARDS_TO_AN_ANSWER
        first, second = (Priority.ANSWER, Priority.BOARD) if is_answers_turn else (Priority.BOARD, Priority.ANSWER)
        for priority in (first, second, Priority.TIDYING):
            places = self._waiting[priority]
            while places and tokens >= self._tokens_to_pass(priority):
                place = places.popleft()
                if not place.done():
                    self._boards_in_a_row = 0 if priority is Priority.ANSWER else self._boards_in_a_row + 1
                    return place
        return None


@dataclass(frozen=True)
class SendRate:
    """A rate in messages per second, adapted like TCP's window (additive increase, multiplicative decrease).

    It begins at `start`. `refused_rate` is the rate at which Telegram last refused a message (0 if never); the times
    are in seconds.
    """

    start: float
    per_second: float
    refused_rate: float = 0.0
    rise_time: float = -math.inf
    halving_time: float = -math.inf

    def rise(self, now: float) -> SendRate:
        """Return the rate after messages had to wait: one more per second, less near the last refused rate."""
        if _is_recent(self.rise_time, now, _SECONDS_TO_RISE):
            return self
        is_near = self.refused_rate > 0 and self.per_second + _STEP > _CAUTIOUS_FROM * self.refused_rate
        faster = self.per_second + (_CAUTIOUS_STEP if is_near else _STEP)
        return replace(self, per_second=min(_FASTEST, faster), rise_time=now)

    def halve(self, now: float) -> SendRate:
        """Return the rate after a refusal; concurrent requests count as one refusal."""
        if _is_recent(self.halving_time, now, _SECONDS_TO_HALVE):
            return self
        slower = max(_LOWEST_SHARE * self.start, self.per_second / 2)
        return replace(self, per_second=slower, refused_rate=self.per_second, rise_time=now, halving_time=now)

    def as_text(self) -> str:
        """Return the rate in its shared text form; the store parses only its first number."""
        return " ".join(f"{number:.3f}" for number in astuple(self)[1:])

    def read(self, text: str) -> SendRate:
        """Return the rate that another process wrote, or the initial one if it is malformed."""
        try:
            per_second, refused_rate, rise_time, halving_time = map(float, text.split(" "))
        except ValueError:
            return SendRate(self.start, self.start)
        return SendRate(self.start, per_second, refused_rate, rise_time, halving_time)


def _is_recent(then: float, now: float, seconds: float) -> bool:
    """Return whether less than `seconds` have passed; False if the clock was set back."""
    return 0 <= now - then < seconds
