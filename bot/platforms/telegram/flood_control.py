"""Telegram's flood limits: a token bucket for each chat, and one rate-limited priority queue for all."""

from __future__ import annotations

import asyncio
import math
import time
import warnings
from collections import Counter, deque
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from datetime import timedelta
from enum import Enum
from typing import Any

from telegram.constants import FloodLimit
from telegram.error import NetworkError, RetryAfter
from telegram.ext import BaseRateLimiter

from bot.core.ports.message_rate import MessageRate, UnsharedRate

_NO_MESSAGE = "sendChatAction"
_MOST_CHATS = 1024
_LATE = 1.0
Answer = bool | dict[str, Any] | list[dict[str, Any]]
BURST = 20
_GROUP_PACE = 60 / FloodLimit.MESSAGES_PER_MINUTE_PER_GROUP
_PRIVATE_PACE = 1 / FloodLimit.MESSAGES_PER_SECOND_PER_CHAT
_NEGLIGIBLE = 0.001
_ROUND_TRIP = 0.02
_AHEAD = 0.25
"""Seconds whose messages may be asked for at once."""


class Priority(Enum):
    """Who goes before whom: an answer, then a board, and last what nobody would miss."""

    ANSWER = 0
    BOARD = 1
    TIDYING = 2


class FloodControl(BaseRateLimiter[int]):
    """Keeps each chat to its allowance, and all of them together to what Telegram takes a second.

    A chat that has had enough, or that Telegram said so of (429), is not written to: `RetryAfter` is raised without a
    request, so that whoever wants to show a board can show a newer one later. A board that was sent away like this is
    next: answers leave it its place.
    """

    def __init__(self, slots: MessageRate | None = None) -> None:
        self._allowance = TokenBuckets()
        self._line = SendQueue(FloodLimit.MESSAGES_PER_SECOND, slots)
        self._reserved: Counter[int] = Counter()
        self._boards_due: dict[int, float] = {}
        self._under_way: set[asyncio.Future[None]] = set()
        self._is_closing = False

    async def initialize(self) -> None:
        """Nothing is needed."""

    async def shutdown(self) -> None:
        """Nothing is held."""

    async def finish(self, seconds: float) -> None:
        """Reserves no more places, and gives the requests on their way some seconds to arrive."""
        self._is_closing = True
        if self._under_way:
            await asyncio.wait(self._under_way, timeout=seconds)

    def open(self) -> None:
        """Reserves places again."""
        self._is_closing = False

    async def reserve(self, chat: int, rank: Priority = Priority.BOARD) -> bool:
        """Returns when a message may go to a chat, and keeps that place for the next one; whether it had to wait.

        Raises `RetryAfter`.
        """
        has_waited = await self._come(chat, rank)
        if self._is_closing:
            raise NetworkError("the door is closing")
        self._reserved[chat] += 1
        return has_waited

    def spare_in(self, chat: int) -> float:
        """Seconds until a chat takes half a burst of messages, so that one more is missed by nobody."""
        return self._allowance.full_in(chat, BURST // 2, time.monotonic())

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
        chat = data.get("chat_id")
        if not isinstance(chat, int) or endpoint == _NO_MESSAGE:
            return await callback(*args, **kwargs)
        if not self._has_place(chat):
            await self._come(chat, Priority.ANSWER)
        try:
            with self._noted():
                return await callback(*args, **kwargs)
        except RetryAfter as flood:
            self._allowance.deny(chat, time.monotonic(), seconds_to_wait(flood))
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

    async def _come(self, chat: int, rank: Priority) -> bool:
        now = time.monotonic()
        wait = self._for_boards(chat, now) if rank is Priority.ANSWER else 0.0
        if wait := wait or self._allowance.take(chat, now):
            if rank is Priority.BOARD:
                self._expect_board(chat, now, now + wait + _LATE)
            raise RetryAfter(timedelta(seconds=wait))
        if rank is Priority.BOARD:
            self._boards_due.pop(chat, None)
        return await self._line.come(rank)

    def _for_boards(self, chat: int, now: float) -> float:
        """Seconds until there is a place more than a board waits for."""
        return self._allowance.full_in(chat, 2, now) if self._boards_due.get(chat, now) > now else 0.0

    def _expect_board(self, chat: int, now: float, until: float) -> None:
        if len(self._boards_due) >= _MOST_CHATS:
            self._boards_due = {chat: due for chat, due in self._boards_due.items() if due > now}
        self._boards_due[chat] = until

    def _has_place(self, chat: int) -> bool:
        if chat not in self._reserved:
            return False
        self._reserved[chat] -= 1
        if not self._reserved[chat]:
            del self._reserved[chat]
        return True


def seconds_to_wait(flood: RetryAfter) -> float:
    """How long to wait, in seconds (the library is on its way from numbers to timedeltas, and warns of it)."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        wait = flood.retry_after
    return wait.total_seconds() if isinstance(wait, timedelta) else float(wait)


class TokenBuckets:
    """What was sent to each chat, as the moment when its allowance will be whole again; times are in seconds."""

    def __init__(self) -> None:
        self._whole: dict[int, float] = {}

    def take(self, chat: int, now: float) -> float:
        """Takes one message from a chat's allowance and returns 0, or the seconds to wait if there is none left."""
        whole = max(self._whole.get(chat, now), now)
        wait = whole - now - _slack(chat)
        if wait > _NEGLIGIBLE:
            return wait
        self._forget_whole(now)
        self._whole[chat] = whole + _pace(chat)
        return 0.0

    def full_in(self, chat: int, messages: int, now: float) -> float:
        """Seconds until a chat takes so many messages at once."""
        return max(0.0, self._whole.get(chat, now) - now - (BURST - messages) * _pace(chat))

    def deny(self, chat: int, now: float, wait: float) -> None:
        """Nothing more for `wait` seconds, then one message at a time."""
        self._whole[chat] = now + wait + _slack(chat)

    def _forget_whole(self, now: float) -> None:
        if len(self._whole) > _MOST_CHATS:
            self._whole = {chat: whole for chat, whole in self._whole.items() if whole > now}


def _pace(chat: int) -> float:
    """Seconds between messages in the long run; groups have negative ids."""
    return _GROUP_PACE if chat < 0 else _PRIVATE_PACE


def _slack(chat: int) -> float:
    return (BURST - 1) * _pace(chat)


class SendQueue:
    """Lets `rate` messages a second pass, and as many at once after a pause, of all processes together.

    What nobody would miss passes only where that takes almost nothing from boards that may come any moment.
    """

    def __init__(self, rate: float, slots: MessageRate | None = None) -> None:
        self._rate = rate
        self._slots = slots or UnsharedRate()
        self._needed = {Priority.ANSWER: 1.0, Priority.BOARD: 1.0, Priority.TIDYING: max(1.0, rate - 1)}
        self._passes = rate
        self._counted = 0.0
        self._queues: dict[Priority, deque[asyncio.Future[None]]] = {rank: deque() for rank in Priority}
        self._bell: asyncio.TimerHandle | None = None
        self._asking: asyncio.Task[None] | None = None

    async def come(self, rank: Priority) -> bool:
        """Returns when it is this message's turn; whether it had to wait, longer than the store takes to answer."""
        loop = asyncio.get_running_loop()
        begun, turn = loop.time(), loop.create_future()
        self._queues[rank].append(turn)
        self._call()
        await turn
        return loop.time() - begun > _ROUND_TRIP

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
        needing = sum(not turn.done() for rank in (Priority.ANSWER, Priority.BOARD) for turn in self._queues[rank])
        wanted = min(needing, math.ceil(_AHEAD * self._rate)) or 1
        left = self._needed[Priority.BOARD if needing else Priority.TIDYING] - 1
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
