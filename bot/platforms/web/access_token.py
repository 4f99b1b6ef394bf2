"""The access token of the page, where one is set: typed or in a link once, then a cookie."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import logging
import secrets
from collections.abc import Awaitable, Callable
from functools import cache
from html import escape

from aiohttp import web

from bot.core.queues.bounded_dict import BoundedDict
from bot.platforms.web import words
from bot.platforms.web.connection import TokenBucket

COOKIE = "tetradka"
YEAR = 365 * 24 * 3600
OPEN_TO_ALL = frozenset({"/health", "/healthz", "/readyz"})
STYLES = ("paper.css", "room.css")
"""What the page that asks for the token looks like; they hold no secret."""
WRONG_TAKES = 1.0
"""Seconds until a wrong token is answered."""
TRIES = 5
TRY_EVERY = 10.0
"""Wrong tokens of one address at once, and the seconds after each of which it may try once more."""
_LONGEST_TOKEN = 1024
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
_log = logging.getLogger(__name__)


class Gate:
    """Lets requests in that have the token; with "" for a token all. Who guesses is slowed down, then sent away."""

    def __init__(self, token: str) -> None:
        self._token = token
        self._tries = BoundedDict[str, TokenBucket]()

    async def pass_on(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Answers a request that has the token, and asks for it otherwise."""
        if not self._token or _is_open(request.path) or self._knows(request.cookies.get(COOKIE, "")):
            return await handler(request)
        said = await _said(request)
        if not said:
            return _asking(request, 401)
        if not self._may_try(request):
            return _asking(request, 429, "token-late")
        if not hmac.compare_digest(said.encode(errors="replace"), self._token.encode()):
            _log.warning("a wrong WEB_TOKEN was said from %s", request.remote)
            await asyncio.sleep(WRONG_TAKES)
            return _asking(request, 401, "token-wrong")
        self._tries.pop(request.remote or "", None)
        inside = web.HTTPSeeOther(str(request.rel_url.with_query({})))
        kept = _cookie(self._token, secrets.token_hex(8))
        inside.set_cookie(COOKIE, kept, max_age=YEAR, httponly=True, samesite="Lax", secure=request.secure)
        raise inside

    def _knows(self, cookie: str) -> bool:
        """Whether a cookie was made from the token: its salt with a proof of both."""
        salt, _, _ = cookie.partition(".")
        return bool(cookie) and hmac.compare_digest(cookie.encode(), _cookie(self._token, salt).encode())

    def _may_try(self, request: web.Request) -> bool:
        """Takes one try of an address, if it has one left."""
        address = request.remote or ""
        tries = self._tries.get(address) or TokenBucket(1 / TRY_EVERY, TRIES)
        self._tries[address] = tries
        return tries.takes(asyncio.get_running_loop().time())


def _is_open(path: str) -> bool:
    """Whether all may have it, who have not said the token too."""
    return path in OPEN_TO_ALL or path in {f"/page/{style}" for style in STYLES}


def _cookie(token: str, salt: str) -> str:
    return f"{salt}.{hmac.digest(_key(token), salt.encode(), 'sha256').hex()}"


@cache
def _key(token: str) -> bytes:
    """A key that takes long to make, so that trying words on a cookie that got lost does too."""
    return hashlib.scrypt(token.encode(), salt=b"tetradka page", n=2**14, r=8, p=1)


async def _said(request: web.Request) -> str:
    """What stands in the link, or was typed."""
    typed = (await request.post()).get("token") if request.method == "POST" else request.query.get("token")
    return typed[:_LONGEST_TOKEN] if isinstance(typed, str) else ""


def _asking(request: web.Request, status: int, trouble: str = "") -> web.Response:
    styles = "".join(f'<link rel="stylesheet" href="/page/{style}">' for style in STYLES)
    label, why = (escape(words.all_languages(word)) if word else "" for word in ("token", trouble))
    page = (
        '<!doctype html><html lang="en"><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<title>Tetradka</title>{styles}<main class="door">'
        f'<form class="card squared" method="post" action="{escape(request.path)}"><h1>Tetradka</h1>'
        f'<p class="refusal" role="alert">{why}</p><label for="token">{label}</label>'
        '<input id="token" name="token" type="password" autocomplete="current-password" autofocus required>'
        '<button class="primary">→</button></form></main></html>'
    )
    retry = {"Retry-After": f"{TRY_EVERY:.0f}"} if status == 429 else {}
    return web.Response(text=page, status=status, content_type="text/html", headers=retry)
