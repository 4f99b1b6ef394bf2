"""Telegram's flood limits: what a chat would not take now is refused at once, with the seconds to wait."""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable, Coroutine
from datetime import timedelta
from typing import Any

from telegram.constants import FloodLimit
from telegram.error import RetryAfter
from telegram.ext import AIORateLimiter

_BURST = 20
_GROUP_PACE = 60 / FloodLimit.MESSAGES_PER_MINUTE_PER_GROUP
_PRIVATE_PACE = 1 / FloodLimit.MESSAGES_PER_SECOND_PER_CHAT
_MOST_CHATS = 1024

Answer = bool | dict[str, Any] | list[dict[str, Any]]


class Flood(AIORateLimiter):
    """Each chat takes a burst of messages and then keeps a pace; the pace of all chats together is PTB's own.

    A chat that has had enough, or that Telegram said so of (429), is not written to: `RetryAfter` is raised without a
    request, so that whoever wants to show a board can show a newer one later.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(group_max_rate=0)
        self._clock = clock
        self._rested: dict[int, float] = {}

    async def process_request(  # noqa: PLR0917 - as in the class above
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
        if not isinstance(chat, int):
            return await super().process_request(callback, args, kwargs, endpoint, data, rate_limit_args)
        self._spend(chat)
        try:
            return await super().process_request(callback, args, kwargs, endpoint, data, rate_limit_args)
        except RetryAfter as flood:
            self._rested[chat] = self._clock() + seconds(flood) + _slack(chat)
            raise

    def _spend(self, chat: int) -> None:
        """Takes one message from a chat's allowance, which is whole again at `_rested`."""
        now = self._clock()
        rested = max(self._rested.get(chat, now), now)
        wait = rested - now - _slack(chat)
        if wait > 0:
            raise RetryAfter(timedelta(seconds=wait))
        self._forget_rested(now)
        self._rested[chat] = rested + _pace(chat)

    def _forget_rested(self, now: float) -> None:
        if len(self._rested) > _MOST_CHATS:
            self._rested = {chat: rested for chat, rested in self._rested.items() if rested > now}


def seconds(flood: RetryAfter) -> float:
    """How long to wait, in seconds (the library is on its way from numbers to timedeltas, and warns of it)."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        wait = flood.retry_after
    return wait.total_seconds() if isinstance(wait, timedelta) else float(wait)


def _pace(chat: int) -> float:
    """Seconds between messages in the long run; groups have negative ids."""
    return _GROUP_PACE if chat < 0 else _PRIVATE_PACE


def _slack(chat: int) -> float:
    return (_BURST - 1) * _pace(chat)
