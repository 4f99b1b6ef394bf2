"""Which failures leave it open whether Telegram took what it was sent."""

from __future__ import annotations

import httpx
from telegram.error import TelegramError

_NEVER_SENT = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout)


def may_have_come(failed: TelegramError) -> bool:
    """Whether the answer, and not the request, may be what was lost; what Telegram says itself is certain."""
    cause = failed.__cause__
    return isinstance(cause, httpx.HTTPError) and not isinstance(cause, _NEVER_SENT)
