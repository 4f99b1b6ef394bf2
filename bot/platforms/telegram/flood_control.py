"""Flood control: a token bucket for each chat, followed by one queue of all messages."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

from telegram.constants import FloodLimit
from telegram.error import NetworkError, RetryAfter
from telegram.ext import BaseRateLimiter

from bot.core.ports.message_rate import MessageRate
from bot.core.queues.bounded_dict import BoundedDict
from bot.platforms.telegram.bot_api import Json, seconds_to_wait
from bot.platforms.telegram.send_queue import Priority, SendQueue

Answer = bool | Json | list[Json]
BURST = 20
_NO_MESSAGES = ("sendChatAction", "deleteMessage", "deleteMessages", "deleteEphemeralMessage")
_RECEIVER = "receiver_user_id"
"""The recipient of an ephemeral message: it spends the recipient's token and waits for no board of the group."""
_GROUP_PACE = 60 / FloodLimit.MESSAGES_PER_MINUTE_PER_GROUP
_PRIVATE_PACE = 1 / FloodLimit.MESSAGES_PER_SECOND_PER_CHAT
_MOST_CHATS = 10_000
_LATE = 1.0
_NEGLIGIBLE = 0.001


class FloodControl(BaseRateLimiter[int]):
    """Keeps each chat within its token bucket, and all chats within Telegram's limit per second, initially `rate`.

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
        """Do nothing; the library requires this method."""

    async def shutdown(self) -> None:
        """Do nothing; the library requires this method."""

    def reopen(self) -> None:
        """Accept reservations again."""
        self._is_closing = False

    async def finish(self, seconds: float) -> None:
        """Accept no more reservations, and give the pending requests some seconds to arrive."""
        self._is_closing = True
        if self._under_way:
            await asyncio.wait(self._under_way, timeout=seconds)

    async def reserve(self, chat: int, priority: Priority = Priority.BOARD) -> bool:
        """Wait until a message may be sent to a chat and reserve that place; return whether it had to wait.

        Raises `RetryAfter`.
        """
        has_waited = await self._admit(chat, priority)
        if self._is_closing:
            raise NetworkError("the adapter is closing")
        self._reservations[chat] += 1
        return has_waited

    def seconds_until_spare(self, chat: int) -> float:
        """Return the seconds until a chat accepts half a burst, so that one more message costs the game nothing."""
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
        """Send a request if its chat accepts one now; raise `RetryAfter` if not."""
        chat = data.get(_RECEIVER, data.get("chat_id"))
        if not isinstance(chat, int) or endpoint in _NO_MESSAGES:
            return await callback(*args, **kwargs)
        if not self._use_reserved(chat):
            await self._admit(chat, Priority.ANSWER)
        try:
            with self._track_request():
                return await callback(*args, **kwargs)
        except RetryAfter as flood:
            self._buckets.drain(chat, time.monotonic(), seconds_to_wait(flood))
            await self._queue.slow_down()
            raise

    @contextmanager
    def _track_request(self) -> Iterator[None]:
        """Track a request as pending for as long as the block lasts."""
        over = asyncio.get_running_loop().create_future()
        self._under_way.add(over)
        try:
            yield
        finally:
            self._under_way.discard(over)
            over.set_result(None)

    async def _admit(self, chat: int, priority: Priority) -> bool:
        """Spend a token of the chat's bucket and wait in the queue; return whether it had to wait, as `reserve`."""
        now = time.monotonic()
        is_board_due = priority is Priority.ANSWER and self._boards_due.get(chat, now) > now
        wait = (
            self._buckets.seconds_until(chat, 2, now) if is_board_due else 0.0
        )  # one place more than the answer takes
        if wait := wait or self._buckets.spend(chat, now):
            if priority is Priority.BOARD:
                self._boards_due[chat] = now + wait + _LATE
            raise RetryAfter(timedelta(seconds=wait))
        if priority is Priority.BOARD:
            self._boards_due.pop(chat, None)
        return await self._queue.pass_through(priority)

    def _use_reserved(self, chat: int) -> bool:
        """Use up a reserved place of the chat; return whether there was one."""
        if chat not in self._reservations:
            return False
        self._reservations[chat] -= 1
        if not self._reservations[chat]:
            del self._reservations[chat]
        return True


class TokenBuckets:
    """A token bucket per chat, stored as the time at which it is full again, in seconds."""

    def __init__(self) -> None:
        self._full_times = BoundedDict[int, float](_MOST_CHATS)

    def spend(self, chat: int, now: float) -> float:
        """Take a token from a chat's bucket and return 0, or return the seconds to wait if it is empty."""
        full_time = max(self._full_times.get(chat, now), now)
        wait = full_time - now - _seconds_to_fill(chat)
        if wait > _NEGLIGIBLE:
            return wait
        self._full_times[chat] = full_time + _pace(chat)
        return 0.0

    def seconds_until(self, chat: int, messages: int, now: float) -> float:
        """Return the seconds until a chat accepts so many messages at once."""
        return max(0.0, self._full_times.get(chat, now) - now - (BURST - messages) * _pace(chat))

    def drain(self, chat: int, now: float, wait: float) -> None:
        """Allow nothing more for `wait` seconds, then one message at a time."""
        self._full_times[chat] = now + wait + _seconds_to_fill(chat)


def _pace(chat: int) -> float:
    """Return the seconds between messages in the long run; groups have negative ids."""
    return _GROUP_PACE if chat < 0 else _PRIVATE_PACE


def _seconds_to_fill(chat: int) -> float:
    """Return the seconds from a bucket's first token to its last."""
    return (BURST - 1) * _pace(chat)
