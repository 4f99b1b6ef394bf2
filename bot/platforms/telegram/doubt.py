"""Which failures leave it open whether Telegram took what it was sent."""

from __future__ import annotations

from aiohttp import ClientConnectorError, ClientError, ConnectionTimeoutError, InvalidURL
from telegram.error import TelegramError

_NEVER_SENT = (ClientConnectorError, ConnectionTimeoutError, InvalidURL)


def may_have_come(failed: TelegramError) -> bool:
    """Whether the answer, and not the request, may be what was lost; what Telegram says itself is certain."""
    cause = failed.__cause__
    return isinstance(cause, ClientError) and not isinstance(cause, _NEVER_SENT)
