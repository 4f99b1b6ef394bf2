"""Reception of updates by polling or a webhook: each is handled once, and acknowledged once handled or stored."""

import asyncio
import hmac
import json
import logging
import math
import secrets
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from functools import partial
from urllib.parse import urlsplit

from aiohttp import web
from telegram import Bot, Update
from telegram.error import BadRequest, EndPointNotFound, InvalidToken, NetworkError, RetryAfter, TelegramError

from bot.core.ports.adapters import AFTER_ADAPTERS, Deadline
from bot.core.ports.store import StoreUnavailableError, Updates
from bot.core.queues.caches import BoundedDict
from bot.core.upkeep.tasks import Lease
from bot.platforms.telegram.bot_api import Json, seconds_to_wait
from bot.platforms.telegram.incoming import PLATFORM

_PATIENCE = 0.2
_TRIES = 3
_SECONDS_TO_STORE = 1.0
_REMEMBERED = 4096
_SECONDS_TO_LOOK = 2.0


class Inbox:
    """A concurrent handler of updates; one that takes longer than `patience` seconds is stored meanwhile.

    So a slow update neither holds up those behind it at Telegram nor is lost if this process dies. The inbox closes
    before the `deadline`.
    """

    def __init__(
        self,
        receive: Callable[[Json], Awaitable[None]],
        store: Updates,
        ignores: Callable[[Json], bool],
        patience: float = _PATIENCE,
        deadline: Deadline | None = None,
    ) -> None:
        self.deadline = deadline or Deadline()
        self._receive = receive
        self._ignores = ignores
        self._store = store
        self._patience = patience
        self._next = 0
        self._seen = BoundedDict[int, None](_REMEMBERED)
        self._unacknowledged: dict[int, asyncio.Future[None]] = {}
        self._under_way: dict[asyncio.Task[None], None] = {}
        self._handling: set[int] = set()
        self._cancelled_numbers: set[int] = set()

    @property
    def offset(self) -> int:
        """Return the lowest update that Telegram must still keep, or one more than the highest received."""
        return min(self._unacknowledged, default=self._next)

    def accept(self, update: Json) -> None:
        """Start handling an update, unless it was already received or can be ignored.

        Telegram sends none below the requested offset; after a week of silence it restarts its numbering, perhaps
        lower.
        """
        number = int(update["update_id"])
        if number not in self._seen:
            self._next = number + 1 if number < self.offset else max(self._next, number + 1)
            self._seen[number] = None
            if not self._ignores(update):
                self._unacknowledged[number] = asyncio.get_running_loop().create_future()
                self._start(self._process(number, update, is_stored=False))

    async def accept_stored(self) -> None:
        """Start handling the stored updates of dead processes, as soon as the store answers."""
        while True:
            try:
                texts = await self._store.claim_updates(PLATFORM)
                break
            except StoreUnavailableError:
                await asyncio.sleep(_SECONDS_TO_STORE)
        for name, text in texts.items():
            update, number = _read(text), int(name) if name.isdecimal() else None
            if update is None or number is None:
                _log.error("dropping stored update %s, which cannot be parsed", name)
                await self._store.forget_update(PLATFORM, name)
            elif number not in self._seen:
                self._seen[number] = None
                self._start(self._process(number, update, is_stored=True))
            elif number not in self._handling:
                await self._store.forget_update(PLATFORM, name)

    async def watch_stored(self) -> None:
        """Look regularly for stored updates of dead processes, until cancelled."""
        while True:
            await asyncio.sleep(_SECONDS_TO_LOOK)
            with suppress(StoreUnavailableError):
                await self.accept_stored()

    async def wait_acknowledged(self, number: int, seconds: float) -> bool:
        """Wait until an update may be acknowledged, at most for `seconds`; return whether it may."""
        if waiting := self._unacknowledged.get(number):
            await asyncio.wait([waiting], timeout=seconds)
        return number not in self._unacknowledged

    async def wait_all_acknowledged(self, seconds: float) -> None:
        """Wait until all updates may be acknowledged, at most for `seconds`."""
        if self._unacknowledged:
            await asyncio.wait(self._unacknowledged.values(), timeout=seconds)

    async def close(self, seconds: float, spare: float = 0.0) -> None:
        """Give pending updates a few more seconds, then cancel them; they arrive again at the next start.

        So many `spare` seconds are left before the deadline. The last is cancelled first, so that none is handled
        before an earlier one that will be handled later.
        """
        if self._under_way:
            await asyncio.wait(self._under_way, timeout=self.deadline.remaining(seconds, AFTER_ADAPTERS + spare))
            late_tasks = list(reversed(self._under_way))
            for task in late_tasks:
                task.cancel()
            await asyncio.gather(*late_tasks, return_exceptions=True)

    def reopen(self) -> None:
        """Allow cancelled updates to be handled when they come again, unless another process has handled them."""
        self._next = self.offset
        self._handling -= self._cancelled_numbers
        for number in self._cancelled_numbers:
            self._seen.pop(number, None)
            self._unacknowledged.pop(number, None)
        self._cancelled_numbers.clear()

    async def _process(self, number: int, update: Json, is_stored: bool) -> None:
        """Handle an update, store it meanwhile if that takes long, and acknowledge it."""
        handling = asyncio.create_task(self._handle(number, update))
        self._handling.add(number)
        try:
            while not (is_stored or handling.done()):
                await asyncio.wait([handling], timeout=self._patience)
                is_stored = not handling.done() and await self._store_update(number, update)
            await asyncio.wait([handling])
        except asyncio.CancelledError:
            self._cancelled_numbers.add(number)
            raise
        finally:
            handling.cancel()
        try:
            if is_stored:
                await self._store.forget_update(PLATFORM, str(number))
        finally:
            self._handling.discard(number)
        self._acknowledge(number)

    async def _store_update(self, number: int, update: Json) -> bool:
        """Store an update so that Telegram may forget it; return whether the store accepted it."""
        with suppress(StoreUnavailableError):
            await self._store.store_update(PLATFORM, str(number), json.dumps(update))
            self._acknowledge(number)
            return True
        return False

    async def _handle(self, number: int, update: Json) -> None:
        """Handle an update, retrying while the store does not answer; skip one that fails, as it would fail again."""
        for pause in range(_TRIES):
            try:
                return await self._receive(update)
            except StoreUnavailableError:
                await asyncio.sleep(pause)
            except Exception:
                return _log.exception("update %d could not be handled", number)
        return _log.error("update %d could not be handled: the store does not answer", number)

    def _acknowledge(self, number: int) -> None:
        """Allow Telegram to forget an update."""
        if waiting := self._unacknowledged.pop(number, None):
            waiting.set_result(None)

    def _start(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._under_way[task] = None
        task.add_done_callback(self._note_end)

    def _note_end(self, task: asyncio.Task[None]) -> None:
        del self._under_way[task]
        if not task.cancelled() and (error := task.exception()):
            _log.warning("a handled update could not be deleted from the store: %s", error)


def _read(text: str) -> Json | None:
    """Parse a stored update; return None if it is malformed."""
    with suppress(ValueError, RecursionError):
        update = json.loads(text)
        return update if isinstance(update, dict) else None
    return None


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
    bot: Bot, webhook: Webhook | None, inbox: Inbox, reception: Reception, lease: Lease | None
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
