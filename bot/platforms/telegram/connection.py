"""How updates come in: by long polling, or pushed to a webhook."""

from __future__ import annotations

import asyncio
import logging
import re
import secrets
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from urllib.parse import urlsplit

from telegram import Update
from telegram.error import BadRequest, NetworkError, RetryAfter, TelegramError
from telegram.ext import Updater

from bot.platforms.telegram.flood import seconds

_WANTED = [Update.MESSAGE, Update.CALLBACK_QUERY]
_FIRST_PAUSE = 0.2
_LONGEST_PAUSE = 30.0
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Webhook:
    """Where Telegram pushes updates to (`url`), where they arrive here, and the secret they must carry."""

    url: str
    host: str
    port: int
    secret: str = ""


async def connect(updater: Updater, webhook: Webhook | None) -> None:
    """Lets updates come in; waiting ones are kept. Raises `ValueError` naming the setting that cannot work."""
    if webhook is None:
        await insist(lambda: updater.start_polling(allowed_updates=_WANTED, error_callback=_complain))
        return
    try:
        await insist(lambda: _listen(updater, webhook))
    except BadRequest as refused:
        raise ValueError(f"TELEGRAM_WEBHOOK_URL: {refused.message}") from None
    except OSError as failed:
        raise ValueError(f"TELEGRAM_WEBHOOK_LISTEN: {failed.strerror or failed}") from None


async def insist(step: Callable[[], Awaitable[object]]) -> None:
    """Repeats a step of the start until the network lets it; raises what Telegram refuses for good."""
    pause = _FIRST_PAUSE
    while True:
        try:
            await step()
        except BadRequest:
            raise
        except RetryAfter as flood:
            await asyncio.sleep(seconds(flood))
        except NetworkError as failed:
            _log.warning("Telegram is not reached: %s; once more in %g s", failed, pause)
            await asyncio.sleep(pause)
            pause = min(2 * pause, _LONGEST_PAUSE)
        else:
            return


async def _listen(updater: Updater, webhook: Webhook) -> None:
    """Without a secret in the settings, a new one is agreed upon with Telegram at each start."""
    await updater.start_webhook(
        listen=webhook.host,
        port=webhook.port,
        url_path=re.escape(urlsplit(webhook.url).path),
        webhook_url=webhook.url,
        allowed_updates=_WANTED,
        secret_token=webhook.secret or secrets.token_urlsafe(32),
    )


def _complain(failed: TelegramError) -> None:
    _log.warning("no updates from Telegram for now: %s", failed)
