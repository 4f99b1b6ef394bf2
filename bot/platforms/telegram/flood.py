"""Telegram's flood limits: what a chat would not take now is refused at once, with the seconds to wait."""

from __future__ import annotations

import asyncio
import time
import warnings
from collections import Counter
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

from telegram.constants import FloodLimit
from telegram.error import NetworkError, RetryAfter
from telegram.ext import BaseRateLimiter

from bot.core.ports.message_rate import MessageRate
from bot.platforms.telegram.allowance import BURST, Allowance
from bot.platforms.telegram.line import Line, Rank

_NO_MESSAGE = "sendChatAction"
_MOST_CHATS = 1024
_LATE = 1.0
Answer = bool | dict[str, Any] | list[dict[str, Any]]


class Flood(BaseRateLimiter[int]):
    """Keeps each chat to its allowance, and all of them together to what Telegram takes a second.

    A chat that has had enough, or that Telegram said so of (429), is not written to: `RetryAfter` is raised without a
    request, so that whoever wants to show a board can show a newer one later. A board that was sent away like this is
    next: answers leave it its place.
    """

    def __init__(self, slots: MessageRate | None = None) -> None:
        self._allowance = Allowance()
        self._line = Line(FloodLimit.MESSAGES_PER_SECOND, slots)
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

    async def reserve(self, chat: int, rank: Rank = Rank.BOARD) -> bool:
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
            await self._come(chat, Rank.ANSWER)
        try:
            with self._noted():
                return await callback(*args, **kwargs)
        except RetryAfter as flood:
            self._allowance.deny(chat, time.monotonic(), seconds(flood))
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

    async def _come(self, chat: int, rank: Rank) -> bool:
        now = time.monotonic()
        wait = self._for_boards(chat, now) if rank is Rank.ANSWER else 0.0
        if wait := wait or self._allowance.take(chat, now):
            if rank is Rank.BOARD:
                self._expect_board(chat, now, now + wait + _LATE)
            raise RetryAfter(timedelta(seconds=wait))
        if rank is Rank.BOARD:
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


def seconds(flood: RetryAfter) -> float:
    """How long to wait, in seconds (the library is on its way from numbers to timedeltas, and warns of it)."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        wait = flood.retry_after
    return wait.total_seconds() if isinstance(wait, timedelta) else float(wait)
