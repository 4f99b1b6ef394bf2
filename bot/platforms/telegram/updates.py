"""How updates come in: by long polling (`getUpdates`), or pushed to a webhook."""

from __future__ import annotations

import asyncio
import hmac
import json
import logging
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from urllib.parse import urlsplit

from aiohttp import web
from telegram import Bot, Update
from telegram.error import BadRequest, EndPointNotFound, InvalidToken, NetworkError, RetryAfter, TelegramError

from bot.core.ports.deadline import AFTER_ADAPTERS
from bot.core.upkeep.leases import Lease
from bot.platforms.telegram.bot_api import Json, seconds_to_wait
from bot.platforms.telegram.inbox import Inbox
from bot.platforms.telegram.reception import Reception

_TALK = (Update.MESSAGE, Update.EDITED_MESSAGE, Update.CALLBACK_QUERY, Update.MY_CHAT_MEMBER)
_ELSEWHERE = (Update.INLINE_QUERY, Update.CHOSEN_INLINE_RESULT, Update.GUEST_MESSAGE)
_WANTED = list(map(str, (*_TALK, *_ELSEWHERE)))
_FIRST_PAUSE = 0.2
_LONGEST_PAUSE = 30.0
_LONGEST_POLL_PAUSE = 5.0
_POLL_SECONDS = 10
_NETWORK_SECONDS = 30.0
_MOST_UPDATES = 100
_SECONDS_TO_HANDLE = 0.1
_SECONDS_TO_CLOSE = 1.0
_SECONDS_TO_CONFIRM = 0.5
_SECRET_HEADER = "X-Telegram-Bot-Api-Secret-Token"
_LARGEST_BODY = 1024 * 1024
_MOST_CONNECTIONS = 100
_SECONDS_TO_ACKNOWLEDGE = 20.0
_SECONDS_TO_SHUT = 0.1
_WATCH_SECONDS = 5.0
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Webhook:
    """Where Telegram pushes updates to (`url`), where they arrive here, and the secret they must carry."""

    url: str
    host: str
    port: int
    secret: str = ""


async def receive_updates(
    bot: Bot, webhook: Webhook | None, inbox: Inbox, reception: Reception, lease: Lease | None = None
) -> None:
    """Lets updates come in until cancelled, and then handles what is nearly done; all else waits at Telegram.

    With a `lease` it polls only while it holds that. Raises `ValueError` naming the setting that cannot work.
    """
    try:
        if webhook:
            await _serve_by_webhook(bot, webhook, inbox, reception)
        elif lease:
            await lease.while_held(lambda: _serve_by_polling(bot, inbox, reception, lease.is_held))
        else:
            await _serve_by_polling(bot, inbox, reception, _always)
    finally:
        reception.note_loss()


async def until_reached(step: Callable[[], Awaitable[object]]) -> None:
    """Repeats a step of the start until the network lets it; raises what Telegram refuses for good."""
    pause = _FIRST_PAUSE
    while True:
        try:
            await step()
        except BadRequest:
            raise
        except RetryAfter as flood:
            await asyncio.sleep(seconds_to_wait(flood))
        except NetworkError as failed:
            _log.warning("Telegram is not reached: %s; once more in %g s", failed, pause)
            await asyncio.sleep(pause)
            pause = min(2 * pause, _LONGEST_PAUSE)
        else:
            return


async def _always() -> bool:
    return True


async def _serve_by_polling(bot: Bot, inbox: Inbox, reception: Reception, may: Callable[[], Awaitable[bool]]) -> None:
    await until_reached(bot.delete_webhook)
    await inbox.accept_kept()
    try:
        await _poll(bot, inbox, reception, may)
    finally:
        reception.note_loss()
        await inbox.close(inbox.deadline.remaining(_SECONDS_TO_CLOSE, AFTER_ADAPTERS + _SECONDS_TO_CONFIRM))
        await _confirm(bot, inbox, inbox.deadline.remaining(_SECONDS_TO_CONFIRM, AFTER_ADAPTERS))
        inbox.reopen()


async def _poll(bot: Bot, inbox: Inbox, reception: Reception, may: Callable[[], Awaitable[bool]]) -> None:
    """Fetches updates until cancelled; raises `InvalidToken` where the token counts no longer.

    What has come is left alone when this process may not take it any more: another one fetches it. After a loss it does
    not wait for news, so that it is soon known whether anything has waited.
    """
    pause = _FIRST_PAUSE
    while True:
        try:
            fetched = await _fetch(bot, inbox.offset, wait=0 if reception.is_lost else _POLL_SECONDS)
        except RetryAfter as flood:
            await asyncio.sleep(seconds_to_wait(flood))
        except (EndPointNotFound, InvalidToken):
            raise InvalidToken from None
        except TelegramError as failed:
            _log.warning("no updates from Telegram for now: %s", failed)
            reception.note_loss()
            await asyncio.sleep(pause)
            pause = min(2 * pause, _LONGEST_POLL_PAUSE)
        else:
            pause = _FIRST_PAUSE
            for update in fetched if await may() else ():
                inbox.accept(update)
            await inbox.all_acknowledged(_SECONDS_TO_HANDLE)
            reception.note_answer(is_all=len(fetched) < _MOST_UPDATES)


async def _confirm(bot: Bot, inbox: Inbox, seconds: float) -> None:
    """Lets Telegram forget what is safe; if that fails, it comes again and leads to nothing."""
    try:
        async with asyncio.timeout(seconds):
            await _fetch(bot, inbox.offset, most=1, wait=0)
    except (TimeoutError, TelegramError) as failed:
        _log.info("the last updates are not confirmed: %s", failed)


async def _fetch(bot: Bot, offset: int, most: int = _MOST_UPDATES, wait: int = _POLL_SECONDS) -> list[Json]:
    """The updates as they came, for one that the library cannot read must not stand in the way of the others.

    The name is spelled so that the library takes it, and does not point to its own method.
    """
    asked = {"offset": offset, "limit": most, "timeout": wait, "allowed_updates": _WANTED}
    patience = wait + _NETWORK_SECONDS
    return list(await bot.do_api_request("get_Updates", api_kwargs=asked, read_timeout=patience) or ())


async def _serve_by_webhook(bot: Bot, webhook: Webhook, inbox: Inbox, reception: Reception) -> None:
    """Without a secret in the settings, a new one is agreed upon with Telegram at each start."""
    secret = webhook.secret or secrets.token_urlsafe(32)
    async with _listening(webhook, inbox, secret):
        try:
            await until_reached(lambda: _register(bot, webhook, secret))
            await _watch(bot, reception)
        finally:
            await inbox.close(inbox.deadline.remaining(_SECONDS_TO_CLOSE, AFTER_ADAPTERS))


async def _watch(bot: Bot, reception: Reception) -> None:
    """Asks again and again whether Telegram is there, until cancelled: silence alone may mean that no one writes."""
    while True:
        try:
            told = await bot.get_webhook_info()
        except TelegramError as failed:
            _log.warning("Telegram is not reached: %s", failed)
            reception.note_loss()
        else:
            reception.note_answer(is_all=told.pending_update_count < _MOST_CONNECTIONS)
        await asyncio.sleep(_WATCH_SECONDS)


@asynccontextmanager
async def _listening(webhook: Webhook, inbox: Inbox, secret: str) -> AsyncIterator[None]:
    """Answers Telegram's requests. Raises `ValueError` naming the setting that cannot work."""
    app = web.Application(client_max_size=_LARGEST_BODY)
    app.router.add_post(urlsplit(webhook.url).path or "/", partial(_receive, inbox, secret))
    runner = web.AppRunner(app, access_log=None, handler_cancellation=True, shutdown_timeout=_SECONDS_TO_SHUT)
    await runner.setup()
    try:
        await web.TCPSite(runner, webhook.host, webhook.port).start()
        yield
    except OSError as failed:
        raise ValueError(f"TELEGRAM_WEBHOOK_LISTEN: {failed.strerror or failed}") from None
    finally:
        await runner.cleanup()


async def _receive(inbox: Inbox, secret: str, request: web.Request) -> web.Response:
    """Takes an update in: 200 once it is acknowledged; what is refused is pushed again."""
    if not hmac.compare_digest(request.headers.get(_SECRET_HEADER, "").encode(errors="replace"), secret.encode()):
        raise web.HTTPForbidden
    update = _update_in(await request.read())
    if update is None:
        return web.Response()
    inbox.accept(update)
    is_taken = await inbox.acknowledged(int(update["update_id"]), _SECONDS_TO_ACKNOWLEDGE)
    return web.Response(status=200 if is_taken else 503)


def _update_in(body: bytes) -> Json | None:
    """What is no update is told to the operator and skipped: Telegram pushes again whatever is refused."""
    try:
        update: Json = json.loads(body)
        int(update["update_id"])
    except (ValueError, TypeError, KeyError, OverflowError, RecursionError):
        _log.warning("%d bytes pushed by Telegram are no update", len(body))
        return None
    return update


async def _register(bot: Bot, webhook: Webhook, secret: str) -> None:
    """Tells Telegram where to push updates to; raises `ValueError` if it does not like the address."""
    try:
        await bot.set_webhook(
            webhook.url, max_connections=_MOST_CONNECTIONS, allowed_updates=_WANTED, secret_token=secret
        )
    except BadRequest as refused:
        raise ValueError(f"TELEGRAM_WEBHOOK_URL: {refused.message}") from None
