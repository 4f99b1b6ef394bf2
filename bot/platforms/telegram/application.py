"""The python-telegram-bot application, as this door wants it."""

from __future__ import annotations

import logging
from typing import Any

from telegram.ext import Application, ApplicationBuilder, CallbackContext, ExtBot

from bot.platforms.telegram.flood import Flood

Nothing = dict[Any, Any]
Context = CallbackContext[ExtBot[None], Nothing, Nothing, Nothing]
App = Application[Any, Context, Nothing, Nothing, Nothing, None]
_SECONDS_TO_ANSWER = 20.0
_MOST_AT_ONCE = 1024
_log = logging.getLogger(__name__)


def application(token: str, base_url: str | None, base_file_url: str | None) -> App:
    """An application that handles updates side by side and obeys flood limits; it has no handlers yet.

    It waits long for an answer: a photo that arrived, but whose answer did not, would be posted twice.
    """
    builder = ApplicationBuilder().token(token).job_queue(None).rate_limiter(Flood()).concurrent_updates(_MOST_AT_ONCE)
    builder = builder.read_timeout(_SECONDS_TO_ANSWER)
    if base_url:
        builder = builder.base_url(base_url)
    if base_file_url:
        builder = builder.base_file_url(base_file_url)
    app = builder.build()
    app.add_error_handler(_complain)
    return app


async def _complain(update: object, context: Context) -> None:
    _log.error("an update is not handled", exc_info=context.error)
