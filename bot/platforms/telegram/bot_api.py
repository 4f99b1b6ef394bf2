"""The Bot API: python-telegram-bot over an aiohttp client, failed requests by kind, and the bot's profile."""

import logging
import warnings
from collections.abc import Set
from datetime import timedelta
from functools import cache
from secrets import token_hex
from ssl import SSLContext
from typing import Any
from urllib.parse import urlencode, urlsplit
from urllib.request import getproxies, proxy_bypass

import httpx
from aiohttp import (
    ClientConnectorError,
    ClientError,
    ClientResponse,
    ClientSession,
    ClientTimeout,
    ConnectionTimeoutError,
    DummyCookieJar,
    InvalidURL,
    TCPConnector,
)
from telegram import Bot, BotCommand, BotCommandScopeAllGroupChats, User
from telegram.error import BadRequest, Forbidden, InvalidToken, NetworkError, RetryAfter, TelegramError, TimedOut
from telegram.ext import BaseRateLimiter, ExtBot
from telegram.request import BaseRequest, RequestData

from bot.core.language.speech import ENGLISH, LANGUAGES, say
from bot.features import commands_in_menus

Json = dict[str, Any]
_TELEGRAM, _FILES = "https://api.telegram.org/bot", "https://api.telegram.org/file/bot"
SECONDS_TO_ANSWER = 20.0
_SECONDS_TO_CONNECT = 5.0
_MOST_AT_ONCE = 256
_LARGEST_ANSWER = 8 * 1024 * 1024
"""Bytes of a response or downloaded file; a hundred updates take less than one million."""
_KNOWN_ALREADY = frozenset("from text entities caption caption_entities reply_markup reply_to_message".split())
_NEVER_SENT = (ClientConnectorError, ConnectionTimeoutError, InvalidURL)


def build_bot(
    token: str, base_url: str | None, base_file_url: str | None = None, flood: BaseRateLimiter[int] | None = None
) -> ExtBot[int]:
    """Create the library's bot, whose requests obey `flood` if there is one."""
    request = AiohttpRequest(base_url)
    return ExtBot(token, base_url or _TELEGRAM, base_file_url or _FILES, request, request, rate_limiter=flood)


class AiohttpRequest(BaseRequest):
    """A sender of requests over aiohttp, at a third of the cost of the library's HTTP client.

    They go to the server at `base_url` (by default Telegram's), through the proxy that the environment configures for
    it. The read timeout is long: a photo that arrived, but whose response did not, would be posted twice.
    """

    def __init__(self, base_url: str | None = None) -> None:
        self._proxy = _proxy(base_url or _TELEGRAM)
        self._session: ClientSession | None = None
        self._is_closed = False

    @property
    def read_timeout(self) -> float:
        """Return the timeout of a response in seconds."""
        return SECONDS_TO_ANSWER

    async def initialize(self) -> None:
        """Allow requests again; the first ones may come before this call."""
        self._is_closed = False

    async def shutdown(self) -> None:
        """Close all connections."""
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
        """Send a request and return the status and body; raise `TimedOut` or another `NetworkError`."""
        seconds = SECONDS_TO_ANSWER if read_timeout is BaseRequest.DEFAULT_NONE else read_timeout
        timeout = ClientTimeout(sock_connect=_SECONDS_TO_CONNECT, sock_read=seconds)
        body, headers = _body(request_data)
        try:
            async with self._open_session().request(method, url, data=body, headers=headers, timeout=timeout) as answer:
                return answer.status, await _read(answer)
        except TimeoutError as error:
            raise TimedOut from error
        except ClientError as error:
            raise NetworkError(f"{type(error).__name__}: {error}") from error

    @staticmethod
    def parse_json_payload(payload: bytes) -> dict[str, Any]:
        """Parse a response without the contents that the bot sent, which are slow to parse into objects."""
        answer: dict[str, Any] = BaseRequest.parse_json_payload(payload)
        message = answer.get("result")
        if isinstance(message, dict) and "message_id" in message:
            answer["result"] = {name: value for name, value in message.items() if name not in _KNOWN_ALREADY}
        return answer

    def _open_session(self) -> ClientSession:
        if self._is_closed:
            raise NetworkError("the adapter is closed")
        if self._session is None:
            connector = TCPConnector(limit=_MOST_AT_ONCE, ssl=_load_certificates())
            headers, jar = {"User-Agent": BaseRequest.USER_AGENT}, DummyCookieJar()
            self._session = ClientSession(connector=connector, proxy=self._proxy, headers=headers, cookie_jar=jar)
        return self._session


@cache
def _load_certificates() -> SSLContext:
    """Load the certificate authorities of the library's HTTP client, since not every system has them.

    That takes 26 ms, the most of what an adapter costs to open, so it is done once a process.
    """
    return httpx.create_ssl_context()


async def _read(answer: ClientResponse) -> bytes:
    """Read a response's body piece by piece; raise `NetworkError` once it is too large."""
    content = bytearray()
    async for piece in answer.content.iter_any():
        content += piece
        if len(content) > _LARGEST_ANSWER:
            raise NetworkError(f"a response of more than {_LARGEST_ANSWER} bytes")
    return bytes(content)


def _body(data: RequestData | None) -> tuple[bytes, dict[str, str]]:
    """Build the form (multipart if it has files) and its header, since aiohttp's writer costs a tenth of a move.

    The boundary is random, so that no content holds it.
    """
    if data is None:
        return b"", {}
    if not data.multipart_data:
        return urlencode(data.json_parameters).encode(), {"Content-Type": "application/x-www-form-urlencoded"}
    boundary = token_hex(16)
    parts = [(f'"{name}"', text.encode()) for name, text in data.json_parameters.items()]
    parts += [
        (
            f'"{name}"; filename="{filename.replace(chr(34), "%22")}"\r\nContent-Type: {kind}',
            file if isinstance(file, bytes) else file.read(),
        )
        for name, (filename, file, kind) in data.multipart_data.items()
    ]
    start = f"--{boundary}\r\nContent-Disposition: form-data; name="
    pieces = (piece for name, content in parts for piece in (f"{start}{name}\r\n\r\n".encode(), content, b"\r\n"))
    body = b"".join((*pieces, f"--{boundary}--\r\n".encode()))
    return body, {"Content-Type": f"multipart/form-data; boundary={boundary}"}


def _proxy(address: str) -> str | None:
    parts = urlsplit(address)
    proxies = getproxies()
    return None if proxy_bypass(parts.hostname or "") else proxies.get(parts.scheme) or proxies.get("all")


def seconds_to_wait(flood: RetryAfter) -> float:
    """Return the seconds until Telegram accepts requests again, whether it says so by a number or a timedelta."""
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
"""Telegram's phrases for a chat or topic that accepts nothing, whatever is sent."""


def is_chat_closed(error: TelegramError) -> bool:
    """Return whether an error says that the chat accepts no messages from the bot at all."""
    is_closed = any(words in error.message.casefold() for words in _CLOSED)
    return isinstance(error, Forbidden) or (isinstance(error, BadRequest) and is_closed)


def is_unchanged(error: BadRequest) -> bool:
    """Return whether an edit is refused because the message already has that content."""
    return "not modified" in error.message.casefold()


def may_have_arrived(error: TelegramError) -> bool:
    """Return whether a failed request may have arrived, since only its response was lost."""
    cause = error.__cause__
    return isinstance(cause, ClientError) and not isinstance(cause, _NEVER_SENT)


_LONGEST_DESCRIPTION = 256
_OF_ALL = ("challenge", "accept", "decline", "cancel", "move", "draw", "undo", "abort", "claim", "wake")
"""Commands that a group should see; all others concern one person only."""
_log = logging.getLogger(__name__)


async def fetch_modes(token: str, base_url: str | None) -> User | None:
    """Fetch a token's bot; return None if Telegram does not answer, raise `ValueError` if the token is unknown."""
    try:
        async with build_bot(token, base_url) as bot:
            return bot.bot
    except InvalidToken:
        raise ValueError("TELEGRAM_TOKEN: Telegram does not know this token") from None
    except TelegramError:
        return None


def command_menu(language: str, in_groups: bool = False, hidden_commands: Set[str] = frozenset()) -> list[BotCommand]:
    """Return the commands that are not hidden with their descriptions; personal ones are ephemeral in groups."""
    return [
        BotCommand(
            name,
            say(language, f"command-{name}")[:_LONGEST_DESCRIPTION],
            api_kwargs={"is_ephemeral": True} if in_groups and name not in _OF_ALL else None,
        )
        for name in (command.name for command in commands_in_menus(hidden_commands))
    ]


async def publish_profile(bot: Bot, hidden_commands: Set[str] = frozenset()) -> None:
    """Publish menus and descriptions in each language, English by default; a failure does not stop the bot."""
    try:
        for language in LANGUAGES:
            code = None if language == ENGLISH else language
            menu = command_menu(language, hidden_commands=hidden_commands)
            await bot.set_my_commands(menu, language_code=code)
            groups = command_menu(language, in_groups=True, hidden_commands=hidden_commands)
            await bot.set_my_commands(groups, BotCommandScopeAllGroupChats(), language_code=code)
            await bot.set_my_description(say(language, "bot-description"), language_code=code)
            await bot.set_my_short_description(say(language, "bot-short-description"), language_code=code)
    except TelegramError as error:
        _log.warning("the command menu could not be set: %s", error)
