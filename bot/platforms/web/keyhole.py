"""Who may see the page at all, where a secret word is asked for: it is typed, or comes in a link, once."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Awaitable, Callable
from html import escape

from aiohttp import web

from bot.platforms.web import words

COOKIE = "tetradka"
YEAR = 365 * 24 * 3600
OPEN_TO_ALL = frozenset({"/health", "/healthz", "/readyz"})

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Keyhole:
    """Lets through who has said the word, and asks everybody else for it; without a word there is nothing to ask."""

    def __init__(self, word: str) -> None:
        self._word = word
        self._key = hashlib.sha256(word.encode()).hexdigest()

    async def let_through(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        known = request.cookies.get(COOKIE, "")
        if not self._word or request.path in OPEN_TO_ALL or hmac.compare_digest(known.encode(), self._key.encode()):
            return await handler(request)
        said = await _said(request)
        if not hmac.compare_digest(said.encode(errors="replace"), self._word.encode()):
            return _asking(request)
        inside = web.HTTPSeeOther(str(request.rel_url.with_query({})))
        inside.set_cookie(COOKIE, self._key, max_age=YEAR, httponly=True, samesite="Lax", secure=request.secure)
        raise inside


async def _said(request: web.Request) -> str:
    """What stands in the link, or was typed."""
    typed = (await request.post()).get("token") if request.method == "POST" else request.query.get("token")
    return typed if isinstance(typed, str) else ""


def _asking(request: web.Request) -> web.Response:
    label = escape(words.all_languages("token"))
    form = f'<form method="post" action="{escape(request.path)}"><label>{label}<br>'
    field = '<input name="token" type="password" autocomplete="current-password" autofocus required></label>'
    page = f'<!doctype html><meta charset="utf-8"><title>Tetradka</title>{form}{field}<button>→</button></form>'
    return web.Response(text=page, status=401, content_type="text/html")
