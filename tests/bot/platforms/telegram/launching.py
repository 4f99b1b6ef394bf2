"""A Telegram app that launches a Mini App: what it signs, and the address that it opens."""

from __future__ import annotations

import hashlib
import hmac
import json
import time
from urllib.parse import quote, urlencode

from tests.bot.platforms.telegram.people import Human
from tests.bot.platforms.telegram.server import TOKEN

THEME = {"bg_color": "#1b2733", "text_color": "#ffffff", "button_color": "#8774e1"}


def init_data(human: Human, start: str = "", at: float | None = None, token: str = TOKEN, **more: str) -> str:
    """Return the init data that Telegram signs with a bot's token for a Mini App with a start parameter."""
    user = human.as_json() | {"photo_url": "https://t.me/i/userpic/x.svg", "a_field_of_tomorrow": 1}
    text = {"user": json.dumps(user), "auth_date": str(int(time.time() if at is None else at)), "signature": "x" * 86}
    text |= {"chat_type": "supergroup", "chat_instance": "-1", "start_param": start} if start else {"query_id": "AAE"}
    text |= more
    check = "\n".join(sorted(f"{name}={value}" for name, value in text.items()))
    secret = hmac.digest(b"WebAppData", token.encode(), hashlib.sha256)
    return urlencode(text | {"hash": hmac.digest(secret, check.encode(), hashlib.sha256).hex()}, quote_via=quote)


def launch_fragment(phrase: str) -> str:
    """Return the fragment of the address that the app opens."""
    data = {"tgWebAppData": phrase, "tgWebAppVersion": "9.1", "tgWebAppPlatform": "weba"}
    return urlencode(data | {"tgWebAppThemeParams": json.dumps(THEME)}, quote_via=quote)
