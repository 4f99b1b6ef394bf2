"""Reception of updates by long polling (`getUpdates`) or a webhook, and whether they arrive."""

import asyncio
import hmac
import json
import logging
import math
import secrets
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from urllib.parse import urlsplit

from aiohttp import web
from telegram import Bot, Update
from telegram.error import BadRequest, EndPointNotFound, InvalidToken, NetworkError, RetryAfter, TelegramError

from bot.core.ports.adapters import AFTER_ADAPTERS
from bot.core.upkeep.tasks import Lease
from bot.platforms.telegram.bot_api import Json, seconds_to_wait
from bot.platforms.telegram.inbox import Inbox

_TALK = (Update.MESSAGE, Update.EDITED_MESSAGE, Update.CALLBACK_QUERY, Update.MY_CHAT_MEMBER, Update.CHAT_MEMBER)
_ELSEWHERE = (Update.INLINE_QUERY, Update.CHOSEN_INLINE_RESULT, Update.GUEST_MESSAGE)
_WANTED = list(map(str, (*_TALK, *_ELSEWHERE)))
_FIRST_PAUSE = 0.2
_LONGEST_PAUSE = 30.0
_LONGEST_POLL_PAUSE = 5.0
_POLL_SECONDS = 10
_NETWORK_SECONDS = 30.0
_LONGEST_SILENCE = 15.0
"""Seconds until the next response at the latest; a poll without updates is answered in ten."""
_MOST_UPDATES = 100
_SECONDS_TO_HANDLE = 0.1
_SECONDS_TO_GATHER = 0.04
"""Seconds between two polls that bring updates: when many people play, one poll then brings several."""
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
    """The address that Telegram pushes updates to (`url`), the local address, and the required secret."""

    url: str
    host: str
    port: int
    secret: str = ""


class Reception:
    """The time at which updates last arrived, judging by Telegram's responses; `monotonic` is a clock in seconds."""

    def __init__(self, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._monotonic = monotonic
        self._last = -math.inf
        self.is_lost = True

    def note_answer(self, is_all: bool) -> None:
        """Record that Telegram answered, and whether it has no more updates waiting."""
        self._last = self._monotonic()
        self.is_lost = self.is_lost and not is_all

    def note_loss(self) -> None:
        """Record that Telegram does not answer, or sends its updates to another process."""
        if self.silence() is None:
            self._last = self._monotonic()
        self.is_lost = True

    def silence(self) -> float | None:
        """Return for how many seconds updates may have failed to arrive; None while they arrive."""
        ago = self._monotonic() - self._last
        return ago if self.is_lost or ago > _LONGEST_SILENCE else None


async def receive_updates(
    bot: Bot, webhook: Webhook | None, inbox: Inbox, reception: Reception, lease: Lease | None = None
) -> None:
    """Receive updates until cancelled, then finish what is nearly done; the others remain at Telegram.

    With a `lease` it polls only while it holds that. Raises `ValueError` naming the setting that cannot work.
    """
    try:
        if webhook:
            await _serve_by_webhook(bot, webhook, inbox, reception)
        elif lease:
            await lease.run_while_held(lambda: _serve_by_polling(bot, inbox, reception, lease))
        else:
            await _serve_by_polling(bot, inbox, reception, None)
    finally:
        reception.note_loss()


async def retry_until_reached(step: Callable[[], Awaitable[object]]) -> None:
    """Repeat a startup step until the network allows it; raise an error that Telegram returns permanently."""
    pause = _FIRST_PAUSE
    while True:
        try:
            await step()
        except BadRequest:
            raise
        except RetryAfter as flood:
            await asyncio.sleep(seconds_to_wait(flood))
        except NetworkError as error:
            _log.warning("Telegram cannot be reached: %s; next try in %g s", error, pause)
            await asyncio.sleep(pause)
            pause = min(2 * pause, _LONGEST_PAUSE)
        else:
            return


async def _serve_by_polling(bot: Bot, inbox: Inbox, reception: Reception, lease: Lease | None) -> None:
    await retry_until_reached(bot.delete_webhook)
    await inbox.accept_stored()
    try:
        await _poll(bot, inbox, reception, lease)
    finally:
        reception.note_loss()
        await inbox.close(_SECONDS_TO_CLOSE, spare=_SECONDS_TO_CONFIRM)
        try:  # what is not confirmed comes again and has no effect
            async with asyncio.timeout(inbox.deadline.remaining(_SECONDS_TO_CONFIRM, AFTER_ADAPTERS)):
                await _fetch(bot, inbox.offset, most=1, wait=0)
        except (TimeoutError, TelegramError) as error:
            _log.info("the last updates could not be confirmed: %s", error)
        inbox.reopen()


async def _poll(bot: Bot, inbox: Inbox, reception: Reception, lease: Lease | None) -> None:
    """Fetch updates until cancelled; raise `InvalidToken` if the token is no longer valid.

    Updates are ignored when this process may no longer take them: another one fetches them. After a loss it polls
    without waiting, to learn soon whether any updates are pending.
    """
    pause = _FIRST_PAUSE
    while True:
        try:
            updates = await _fetch(bot, inbox.offset, wait=0 if reception.is_lost else _POLL_SECONDS)
        except RetryAfter as flood:
            await asyncio.sleep(seconds_to_wait(flood))
        except (EndPointNotFound, InvalidToken):
            raise InvalidToken from None
        except TelegramError as error:
            _log.warning("cannot fetch updates from Telegram: %s", error)
            reception.note_loss()
            await asyncio.sleep(pause)
            pause = min(2 * pause, _LONGEST_POLL_PAUSE)
        else:
            pause, next_poll = _FIRST_PAUSE, asyncio.get_running_loop().time() + bool(updates) * _SECONDS_TO_GATHER
            for update in updates if lease is None or await lease.is_held() else ():
                inbox.accept(update)
            await inbox.wait_all_acknowledged(_SECONDS_TO_HANDLE)
            await asyncio.sleep(next_poll - asyncio.get_running_loop().time())
            reception.note_answer(is_all=len(updates) < _MOST_UPDATES)


async def _fetch(bot: Bot, offset: int, most: int = _MOST_UPDATES, wait: int = _POLL_SECONDS) -> list[Json]:
    """Fetch raw updates, so that one that the library cannot parse does not block the others.

    The method's name is spelled so that the library accepts it without pointing to its own method.
    """
    arguments = {"offset": offset, "limit": most, "timeout": wait, "allowed_updates": _WANTED}
    patience = wait + _NETWORK_SECONDS
    return list(await bot.do_api_request("get_Updates", api_kwargs=arguments, read_timeout=patience) or ())


async def _serve_by_webhook(bot: Bot, webhook: Webhook, inbox: Inbox, reception: Reception) -> None:
    """Receive updates by webhook, with a new secret at each start if none is configured."""
    secret = webhook.secret or secrets.token_urlsafe(32)
    async with _listening(webhook, inbox, secret):
        try:
            await retry_until_reached(lambda: _register(bot, webhook, secret))
            await _watch(bot, reception)
        finally:
            await inbox.close(_SECONDS_TO_CLOSE)


async def _watch(bot: Bot, reception: Reception) -> None:
    """Check regularly whether Telegram is reachable, until cancelled, since silence may just mean no messages."""
    while True:
        try:
            webhook_info = await bot.get_webhook_info()
        except TelegramError as error:
            _log.warning("Telegram cannot be reached: %s", error)
            reception.note_loss()
        else:
            reception.note_answer(is_all=webhook_info.pending_update_count < _MOST_CONNECTIONS)
        await asyncio.sleep(_WATCH_SECONDS)


@asynccontextmanager
async def _listening(webhook: Webhook, inbox: Inbox, secret: str) -> AsyncIterator[None]:
    """Serve Telegram's requests; raise `ValueError` naming the setting that cannot work."""
    app = web.Application(client_max_size=_LARGEST_BODY)
    app.router.add_post(urlsplit(webhook.url).path or "/", partial(_handle_push, inbox, secret))
    runner = web.AppRunner(app, access_log=None, handler_cancellation=True, shutdown_timeout=_SECONDS_TO_SHUT)
    await runner.setup()
    try:
        await web.TCPSite(runner, webhook.host, webhook.port).start()
        yield
    except OSError as error:
        raise ValueError(f"TELEGRAM_WEBHOOK_LISTEN: {error.strerror or error}") from None
    finally:
        await runner.cleanup()


async def _handle_push(inbox: Inbox, secret: str, request: web.Request) -> web.Response:
    """Accept a pushed update: 200 once it is acknowledged; others are pushed again, unless they are invalid."""
    if not hmac.compare_digest(request.headers.get(_SECRET_HEADER, "").encode(errors="replace"), secret.encode()):
        raise web.HTTPForbidden
    body = await request.read()
    try:
        update: Json = json.loads(body)
        number = int(update["update_id"])
    except (ValueError, TypeError, KeyError, OverflowError, RecursionError):
        _log.warning("Telegram pushed %d bytes that are not an update", len(body))
        return web.Response()
    inbox.accept(update)
    is_taken = await inbox.wait_acknowledged(number, _SECONDS_TO_ACKNOWLEDGE)
    return web.Response(status=200 if is_taken else 503)


async def _register(bot: Bot, webhook: Webhook, secret: str) -> None:
    """Register the webhook at Telegram; raise `ValueError` if it refuses the address."""
    try:
        await bot.set_webhook(
            webhook.url, max_connections=_MOST_CONNECTIONS, allowed_updates=_WANTED, secret_token=secret
        )
    except BadRequest as error:
        raise ValueError(f"TELEGRAM_WEBHOOK_URL: {error.message}") from None
