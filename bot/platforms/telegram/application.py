"""The python-telegram-bot application, as this door wants it."""

from __future__ import annotations

from typing import Any

from telegram.ext import Application, ApplicationBuilder, CallbackContext, ExtBot

from bot.platforms.telegram.flood import Flood
from bot.platforms.telegram.requests import Requests

Nothing = dict[Any, Any]
Context = CallbackContext[ExtBot[None], Nothing, Nothing, Nothing]
App = Application[Any, Context, Nothing, Nothing, Nothing, None]
_TELEGRAM = "https://api.telegram.org/bot"


def application(token: str, flood: Flood, base_url: str | None, base_file_url: str | None) -> App:
    """The library's bot, which obeys flood limits; updates come in by the ways of this door."""
    requests = Requests(base_url or _TELEGRAM)
    builder = ApplicationBuilder().token(token).job_queue(None).rate_limiter(flood).updater(None)
    builder = builder.request(requests).get_updates_request(requests)
    if base_url:
        builder = builder.base_url(base_url)
    if base_file_url:
        builder = builder.base_file_url(base_file_url)
    return builder.build()
