"""The Bot API: python-telegram-bot over an HTTP client on aiohttp, and what the failures of a request mean."""

from __future__ import annotations

import warnings
from datetime import timedelta
from typing import Any
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

import httpx
from aiohttp import (
    ClientConnectorError,
    ClientError,
    ClientResponse,
    ClientSession,
    ClientTimeout,
    ConnectionTimeoutError,
    FormData,
    InvalidURL,
    TCPConnector,
)
from telegram import Bot
from telegram.error import BadRequest, Forbidden, NetworkError, RetryAfter, TelegramError, TimedOut
from telegram.ext import Application, ApplicationBuilder, BaseRateLimiter, CallbackContext, ExtBot
from telegram.request import BaseRequest, RequestData

Json = dict[str, Any]
_Nothing = dict[Any, Any]
_Context = CallbackContext[ExtBot[None], _Nothing, _Nothing, _Nothing]
App = Application[Any, _Context, _Nothing, _Nothing, _Nothing, None]
_TELEGRAM = "https://api.telegram.org/bot"
SECONDS_TO_ANSWER = 20.0
_SECONDS_TO_CONNECT = 5.0
_MOST_AT_ONCE = 256
_LARGEST_ANSWER = 8 * 1024 * 1024
"""Bytes of an answer, or of a file that is fetched: a hundred updates take less than one million."""
_HEADERS = {"User-Agent": BaseRequest.USER_AGENT}
_KNOWN_ALREADY = ("from", "entities", "caption_entities", "reply_markup", "reply_to_message")
_NEVER_SENT = (ClientConnectorError, ConnectionTimeoutError, InvalidURL)


def application(token: str, flood: BaseRateLimiter[int], base_url: str | None, base_file_url: str | None) -> App:
    """The library's application, whose requests obey `flood`; it asks for no updates by itself."""
    requests = AiohttpRequest(base_url)
    builder = ApplicationBuilder().token(token).job_queue(None).rate_limiter(flood).updater(None)
    builder = builder.request(requests).get_updates_request(requests).base_url(base_url or _TELEGRAM)
    if base_file_url:
        builder = builder.base_file_url(base_file_url)
    return builder.build()


def unlimited_bot(token: str, base_url: str | None) -> Bot:
    """The library's bot alone, for a few requests without flood limits."""
    requests = AiohttpRequest(base_url)
    return Bot(token, base_url=base_url or _TELEGRAM, request=requests, get_updates_request=requests)


class AiohttpRequest(BaseRequest):
    """Sends requests by aiohttp, a third of the work that the library's own way to send them is.

    They go to the server at `base_url` (by default Telegram's), through the proxy that the environment names for it. It
    waits long for an answer: a photo that arrived, but whose answer did not, would be posted twice.
    """

    def __init__(self, base_url: str | None = None) -> None:
        self._proxy = _proxy(base_url or _TELEGRAM)
        self._session: ClientSession | None = None
        self._is_closed = False

    @property
    def read_timeout(self) -> float:
        """Seconds that an answer is waited for."""
        return SECONDS_TO_ANSWER

    async def initialize(self) -> None:
        """Lets requests go out again; the first ones may come before."""
        self._is_closed = False

    async def shutdown(self) -> None:
        """Closes all connections."""
        self._is_closed = True
        if self._session:
            await self._session.close()
            self._session = None

    async def do_request(
        self,
        url: str,
        method: str,
        request_data: RequestData | None = None,
        read_timeout: Any = BaseRequest.DEFAULT_NONE,  # noqa: ANN401 - as in the class above
        *_: Any,  # noqa: ANN401
        **__: Any,  # noqa: ANN401
    ) -> tuple[int, bytes]:
        """The status and the body of the answer; raises `TimedOut` or another `NetworkError`."""
        seconds = SECONDS_TO_ANSWER if read_timeout is BaseRequest.DEFAULT_NONE else read_timeout
        timeout = ClientTimeout(sock_connect=_SECONDS_TO_CONNECT, sock_read=seconds)
        try:
            async with self._open().request(method, url, data=_form(request_data), timeout=timeout) as answer:
                return answer.status, await _read(answer)
        except TimeoutError as late:
            raise TimedOut from late
        except ClientError as failed:
            raise NetworkError(f"{type(failed).__name__}: {failed}") from failed

    @staticmethod
    def parse_json_payload(payload: bytes) -> dict[str, Any]:
        """The answer, without what the bot itself has just put into a message: to make objects of that takes long."""
        answer: dict[str, Any] = BaseRequest.parse_json_payload(payload)
        posted = answer.get("result")
        if isinstance(posted, dict) and "message_id" in posted:
            for name in _KNOWN_ALREADY:
                posted.pop(name, None)
        return answer

    def _open(self) -> ClientSession:
        if self._is_closed:
            raise NetworkError("the door is closed")
        if self._session is None:
            # Not every system brings the authorities that come with the library's own client.
            connector = TCPConnector(limit=_MOST_AT_ONCE, ssl=httpx.create_ssl_context())
            self._session = ClientSession(connector=connector, proxy=self._proxy, headers=_HEADERS)
        return self._session


async def _read(answer: ClientResponse) -> bytes:
    """Return the body of an answer, piece by piece; raise `NetworkError` as soon as it is too large."""
    content = bytearray()
    async for piece in answer.content.iter_any():
        content += piece
        if len(content) > _LARGEST_ANSWER:
            raise NetworkError(f"an answer of more than {_LARGEST_ANSWER} bytes")
    return bytes(content)


def _form(asked: RequestData | None) -> FormData | None:
    """What is asked, its files too."""
    if asked is None:
        return None
    form = FormData(asked.json_parameters)
    for name, (filename, content, kind) in asked.multipart_data.items():
        form.add_field(name, content, filename=filename, content_type=kind)
    return form


def _proxy(address: str) -> str | None:
    parts = urlsplit(address)
    named = getproxies()
    return None if proxy_bypass(parts.hostname or "") else named.get(parts.scheme) or named.get("all")


def seconds_to_wait(flood: RetryAfter) -> float:
    """How long Telegram wants no more requests (the library is on its way to timedeltas, and warns of it)."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        wait = flood.retry_after
    return wait.total_seconds() if isinstance(wait, timedelta) else float(wait)


_CLOSED = (
    "chat not found",
    "group chat was deactivated",
    "topic_closed",
    "topic_deleted",
    "message thread not found",
    "not enough rights to send text messages",
    "have no rights to send a message",
    "need administrator rights in the channel chat",
    "chat_write_forbidden",
    "chat_restricted",
    "chat_admin_required",
    "chat_send_plain_forbidden",
    "channel_private",
    "peer_id_invalid",
)
"""How Telegram says that a chat or topic takes nothing, whatever is sent."""


def takes_nothing(failed: TelegramError) -> bool:
    """Return whether a refusal says that the chat takes no message of the bot's at all."""
    is_closed = any(words in failed.message.casefold() for words in _CLOSED)
    return isinstance(failed, Forbidden) or (isinstance(failed, BadRequest) and is_closed)


def changes_nothing(refused: BadRequest) -> bool:
    """Whether an edit is refused because the message is so already."""
    return "not modified" in refused.message.casefold()


def may_have_arrived(failed: TelegramError) -> bool:
    """Uncertain delivery: the answer, and not the request, may be what was lost; what Telegram says is certain."""
    cause = failed.__cause__
    return isinstance(cause, ClientError) and not isinstance(cause, _NEVER_SENT)
