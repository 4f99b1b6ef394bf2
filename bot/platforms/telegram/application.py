"""The python-telegram-bot application, as this door wants it."""

from __future__ import annotations

from typing import Any

import httpx
from telegram.ext import Application, ApplicationBuilder, CallbackContext, ExtBot
from telegram.request import HTTPXRequest

from bot.platforms.telegram.flood import Flood

Nothing = dict[Any, Any]
Context = CallbackContext[ExtBot[None], Nothing, Nothing, Nothing]
App = Application[Any, Context, Nothing, Nothing, Nothing, None]
_SECONDS_TO_ANSWER = 20.0
_MOST_AT_ONCE = 256


def application(token: str, flood: Flood, base_url: str | None, base_file_url: str | None) -> App:
    """The library's bot, which obeys flood limits; updates come in by the ways of this door.

    It waits long for an answer: a photo that arrived, but whose answer did not, would be posted twice.
    """
    request = HTTPXRequest(
        connection_pool_size=_MOST_AT_ONCE,
        read_timeout=_SECONDS_TO_ANSWER,
        httpx_kwargs={"event_hooks": {"request": [_in_one_piece]}},
    )
    builder = ApplicationBuilder().token(token).job_queue(None).rate_limiter(flood).updater(None).request(request)
    if base_url:
        builder = builder.base_url(base_url)
    if base_file_url:
        builder = builder.base_file_url(base_file_url)
    return builder.build()


async def _in_one_piece(request: httpx.Request) -> None:
    """A picture and the words around it are sent at once, not in some twenty small pieces."""
    await request.aread()
