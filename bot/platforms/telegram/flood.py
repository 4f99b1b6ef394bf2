"""Telegram's flood limits: what a chat would not take now is refused at once, with the seconds to wait."""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable, Coroutine
from datetime import timedelta
from typing import Any

from telegram.error import RetryAfter
from telegram.ext import AIORateLimiter

from bot.platforms.telegram.allowance import Allowance

Answer = bool | dict[str, Any] | list[dict[str, Any]]


class Flood(AIORateLimiter):
    """Keeps each chat to its allowance; the pace of all chats together is PTB's own.

    A chat that has had enough, or that Telegram said so of (429), is not written to: `RetryAfter` is raised without a
    request, so that whoever wants to show a board can show a newer one later.
    """

    def __init__(self) -> None:
        super().__init__(group_max_rate=0)
        self._allowance = Allowance()

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
        if isinstance(chat, int) and (wait := self._allowance.take(chat, time.monotonic())):
            raise RetryAfter(timedelta(seconds=wait))
        try:
            return await super().process_request(callback, args, kwargs, endpoint, data, rate_limit_args)
        except RetryAfter as flood:
            if isinstance(chat, int):
                self._allowance.deny(chat, time.monotonic(), seconds(flood))
            raise


def seconds(flood: RetryAfter) -> float:
    """How long to wait, in seconds (the library is on its way from numbers to timedeltas, and warns of it)."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        wait = flood.retry_after
    return wait.total_seconds() if isinstance(wait, timedelta) else float(wait)
