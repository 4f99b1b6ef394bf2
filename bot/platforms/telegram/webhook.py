"""Updates pushed by Telegram: each is answered for once it is safe here, and else pushed again."""

from __future__ import annotations

import hmac
import json
import logging
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from urllib.parse import urlsplit

from aiohttp import web
from telegram import Bot
from telegram.error import BadRequest

from bot.platforms.telegram.inbox import Inbox, Json

_HEADER = "X-Telegram-Bot-Api-Secret-Token"
_LARGEST = 1024 * 1024
_PATIENCE = 20.0
_MOST_AT_ONCE = 100
_GOODBYE = 0.1
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Webhook:
    """Where Telegram pushes updates to (`url`), where they arrive here, and the secret they must carry."""

    url: str
    host: str
    port: int
    secret: str = ""


@asynccontextmanager
async def listening(webhook: Webhook, inbox: Inbox, secret: str) -> AsyncIterator[None]:
    """Answers Telegram's requests. Raises `ValueError` naming the setting that cannot work."""

    async def receive(request: web.Request) -> web.Response:
        if not hmac.compare_digest(request.headers.get(_HEADER, "").encode(), secret.encode()):
            raise web.HTTPForbidden
        update = _update_in(await request.read())
        if update is None:
            return web.Response()
        inbox.take(update)
        return web.Response(status=200 if await inbox.safe(int(update["update_id"]), _PATIENCE) else 503)

    app = web.Application(client_max_size=_LARGEST)
    app.router.add_post(urlsplit(webhook.url).path or "/", receive)
    runner = web.AppRunner(app, access_log=None, handler_cancellation=True, shutdown_timeout=_GOODBYE)
    await runner.setup()
    try:
        await web.TCPSite(runner, webhook.host, webhook.port).start()
        yield
    except OSError as failed:
        raise ValueError(f"TELEGRAM_WEBHOOK_LISTEN: {failed.strerror or failed}") from None
    finally:
        await runner.cleanup()


def _update_in(body: bytes) -> Json | None:
    """What is no update is told to the operator and skipped: Telegram pushes again whatever is refused."""
    try:
        update: Json = json.loads(body)
        int(update["update_id"])
    except (ValueError, TypeError, KeyError, OverflowError, RecursionError):
        _log.warning("%d bytes pushed by Telegram are no update", len(body))
        return None
    return update


async def announce(bot: Bot, webhook: Webhook, secret: str, wanted: list[str]) -> None:
    """Tells Telegram where to push updates to; raises `ValueError` if it does not like the address."""
    try:
        await bot.set_webhook(webhook.url, max_connections=_MOST_AT_ONCE, allowed_updates=wanted, secret_token=secret)
    except BadRequest as refused:
        raise ValueError(f"TELEGRAM_WEBHOOK_URL: {refused.message}") from None


def secret_of(webhook: Webhook) -> str:
    """Without a secret in the settings, a new one is agreed upon with Telegram at each start."""
    return webhook.secret or secrets.token_urlsafe(32)
