"""Flood control: a token bucket for each chat, and one rate-limited priority queue for all that is sent."""

from __future__ import annotations

import asyncio
import math
import time
from collections import Counter, deque
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from datetime import timedelta
from enum import Enum
from typing import Any

from telegram.constants import FloodLimit
from telegram.error import NetworkError, RetryAfter
from telegram.ext import BaseRateLimiter

from bot.core.ports.store import MessageRate
from bot.core.queues.bounded_dict import BoundedDict
from bot.platforms.telegram.bot_api import Json, seconds_to_wait

Answer = bool | Json | list[Json]
BURST = 20
_NO_MESSAGES = ("sendChatAction", "deleteMessage", "deleteMessages", "deleteEphemeralMessage")
_RECEIVER = "receiver_user_id"
"""Who alone sees a message of a group: it spends a token of theirs, and waits for no board of the group."""
_GROUP_PACE = 60 / FloodLimit.MESSAGES_PER_MINUTE_PER_GROUP
_PRIVATE_PACE = 1 / FloodLimit.MESSAGES_PER_SECOND_PER_CHAT
_MOST_CHATS = 10_000
_LATE = 1.0
_NEGLIGIBLE = 0.001
_ROUND_TRIP = 0.02
_AHEAD = 0.25
"""Seconds whose messages may be asked for at once."""


class Priority(Enum):
    """What goes first: an answer, then a board, and last the tidying of old boards, which no reader would miss."""

    ANSWER = 0
    BOARD = 1
    TIDYING = 2


class FloodControl(BaseRateLimiter[int]):
    """Keeps each chat to its token bucket, and all of them together to what Telegram takes a second.

    A chat that has had enough, or that Telegram said so of (429), is not written to: `RetryAfter` is raised without a
    request, so that a board can be shown later, and then the newest. A board that was sent away like this is next:
    answers leave it its place.
    """

    def __init__(self, slots: MessageRate | None = None) -> None:
        self._buckets = TokenBuckets()
        self._queue = SendQueue(FloodLimit.MESSAGES_PER_SECOND, slots)
        self._reserved: Counter[int] = Counter()
        self._boards_due = BoundedDict[int, float](_MOST_CHATS)
        self._under_way: set[asyncio.Future[None]] = set()
        self._is_closing = False

    async def initialize(self) -> None:
        """Nothing is needed."""

    async def shutdown(self) -> None:
        """Nothing is held."""

    def open(self) -> None:
        """Reserves places again."""
        self._is_closing = False

    async def finish(self, seconds: float) -> None:
        """Reserves no more places, and gives the requests on their way some seconds to arrive."""
        self._is_closing = True
        if self._under_way:
            await asyncio.wait(self._under_way, timeout=seconds)

    async def reserve(self, chat: int, priority: Priority = Priority.BOARD) -> bool:
        """Returns when a message may go to a chat, and keeps that place for the next one; whether it had to wait.

        Raises `RetryAfter`.
        """
        has_waited = await self._admit(chat, priority)
        if self._is_closing:
            raise NetworkError("the door is closing")
        self._reserved[chat] += 1
        return has_waited

    def seconds_until_spare(self, chat: int) -> float:
        """Seconds until a chat takes half a burst of messages, so that one more costs the game nothing."""
        return self._buckets.seconds_until(chat, BURST // 2, time.monotonic())

    async def process_request(
        self,
        callback: Callable[..., Coroutine[Any, Any, Answer]],
        args: Any,  # noqa: ANN401 - as in the class above
        kwargs: dict[str, Any],
        endpoint: str,
        data: dict[str, Any],
        rate_limit_args: int | None,
    ) -> Answer:
        """Sends a request if its chat takes one now; raises `RetryAfter` if not."""
        chat = data.get(_RECEIVER, data.get("chat_id"))
        if not isinstance(chat, int) or endpoint in _NO_MESSAGES:
            return await callback(*args, **kwargs)
        if not self._use_reserved(chat):
            await self._admit(chat, Priority.ANSWER)
        try:
            with self._noted():
                return await callback(*args, **kwargs)
        except RetryAfter as flood:
            self._buckets.drain(chat, time.monotonic(), seconds_to_wait(flood))
            raise

    @contextmanager
    def _noted(self) -> Iterator[None]:
        """Notes that a request is on its way for as long as the block lasts."""
        over = asyncio.get_running_loop().create_future()
        self._under_way.add(over)
        try:
            yield
        finally:
            self._under_way.discard(over)
            over.set_result(None)

    async def _admit(self, chat: int, priority: Priority) -> bool:
        """Spends a token of the chat's bucket, and waits in the queue of all; whether it had to. As `reserve`."""
        now = time.monotonic()
        is_board_due = priority is Priority.ANSWER and self._boards_due.get(chat, now) > now
        wait = self._buckets.seconds_until(chat, 2, now) if is_board_due else 0.0  # a place more than that takes
        if wait := wait or self._buckets.spend(chat, now):
            if priority is Priority.BOARD:
                self._boards_due[chat] = now + wait + _LATE
            raise RetryAfter(timedelta(seconds=wait))
        if priority is Priority.BOARD:
            self._boards_due.pop(chat, None)
        return await self._queue.pass_through(priority)

    def _use_reserved(self, chat: int) -> bool:
        """Whether there was a place for this request."""
        if chat not in self._reserved:
            return False
        self._reserved[chat] -= 1
        if not self._reserved[chat]:
            del self._reserved[chat]
        return True


class TokenBuckets:
    """A token bucket for each chat, held as the moment when it will be full again; times are in seconds."""

    def __init__(self) -> None:
        self._full_at = BoundedDict[int, float](_MOST_CHATS)

    def spend(self, chat: int, now: float) -> float:
        """Takes a token for a message from a chat's bucket and returns 0, or the seconds to wait if it is empty."""
        full_at = max(self._full_at.get(chat, now), now)
        wait = full_at - now - _seconds_to_fill(chat)
        if wait > _NEGLIGIBLE:
            return wait
        self._full_at[chat] = full_at + _pace(chat)
        return 0.0

    def seconds_until(self, chat: int, messages: int, now: float) -> float:
        """Seconds until a chat takes so many messages at once."""
        return max(0.0, self._full_at.get(chat, now) - now - (BURST - messages) * _pace(chat))

    def drain(self, chat: int, now: float, wait: float) -> None:
        """Nothing more for `wait` seconds, then one message at a time."""
        self._full_at[chat] = now + wait + _seconds_to_fill(chat)


def _pace(chat: int) -> float:
    """Seconds between messages in the long run; groups have negative ids."""
    return _GROUP_PACE if chat < 0 else _PRIVATE_PACE


def _seconds_to_fill(chat: int) -> float:
    """Seconds from a bucket's first token to its last."""
    return (BURST - 1) * _pace(chat)


class SendQueue:
    """Lets `rate` messages a second pass, and as many at once after a pause, of all processes together.

    Tidying passes only where that takes almost nothing from boards that may come any moment.
    """

    def __init__(self, rate: float, slots: MessageRate | None = None) -> None:
        self._rate = rate
        self._slots = slots
        self._needed = {Priority.ANSWER: 1.0, Priority.BOARD: 1.0, Priority.TIDYING: max(1.0, rate - 1)}
        self._tokens = rate
        self._counted = 0.0
        self._waiting: dict[Priority, deque[asyncio.Future[None]]] = {priority: deque() for priority in Priority}
        self._timer: asyncio.TimerHandle | None = None
        self._asking: asyncio.Task[None] | None = None

    async def pass_through(self, priority: Priority) -> bool:
        """Returns when a message may be sent; whether it had to wait, longer than the store takes to answer."""
        loop = asyncio.get_running_loop()
        begun, place = loop.time(), loop.create_future()
        self._waiting[priority].append(place)
        self._release()
        await place
        return loop.time() - begun > _ROUND_TRIP

    def _release(self) -> None:
        """Lets as many pass as may now, and comes again for the next."""
        if self._slots and self._slots.are_shared:
            self._asking = self._asking or asyncio.create_task(self._release_by_slots(self._slots))
        else:
            self._release_by_own_tokens()

    def _release_by_own_tokens(self) -> None:
        now = asyncio.get_running_loop().time()
        self._tokens = min(self._rate, self._tokens + (now - self._counted) * self._rate)
        self._counted = now
        while place := self._next(self._tokens):
            place.set_result(None)
            self._tokens -= 1
        missing = [self._needed[priority] - self._tokens for priority, places in self._waiting.items() if places]
        self._come_again(missing[0] / self._rate if missing else 0.0)

    async def _release_by_slots(self, slots: MessageRate) -> None:
        """Lets as many pass as have a slot among those of all processes; asks once for all that wait, if few do."""
        urgent = (*self._waiting[Priority.ANSWER], *self._waiting[Priority.BOARD])
        needing = sum(not place.done() for place in urgent)
        wanted = min(needing, math.ceil(_AHEAD * self._rate)) or 1
        left = self._needed[Priority.BOARD if needing else Priority.TIDYING] - 1
        try:
            taken, wait = await slots.take(self._rate, wanted, left)
        finally:
            self._asking = None
        for _ in range(taken):
            if place := self._next(self._rate):
                place.set_result(None)
        self._come_again(wait if taken < wanted else 0.0)

    def _come_again(self, seconds: float) -> None:
        if self._timer:
            self._timer.cancel()
        waits = any(self._waiting.values())
        self._timer = asyncio.get_running_loop().call_later(seconds, self._release) if waits else None

    def _next(self, tokens: float) -> asyncio.Future[None] | None:
        """The place of the first that still waits, if so many tokens are enough for it."""
        for priority, places in self._waiting.items():
            while places and tokens >= self._needed[priority]:
                place = places.popleft()
                if not place.done():
                    return place
        return None
