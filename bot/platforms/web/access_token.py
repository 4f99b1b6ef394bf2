"""The access token of the page, where one is set: typed or in a link once, then a cookie."""

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


async def require_token(token: str, request: web.Request, handler: Handler) -> web.StreamResponse:
    """Answers a request that has the token, and asks for it otherwise; with "" for a token all are answered."""
    key = hashlib.sha256(token.encode()).hexdigest()
    known = request.cookies.get(COOKIE, "")
    if not token or request.path in OPEN_TO_ALL or hmac.compare_digest(known.encode(), key.encode()):
        return await handler(request)
    said = await _said(request)
    if not hmac.compare_digest(said.encode(errors="replace"), token.encode()):
        return _asking(request)
    inside = web.HTTPSeeOther(str(request.rel_url.with_query({})))
    inside.set_cookie(COOKIE, key, max_age=YEAR, httponly=True, samesite="Lax", secure=request.secure)
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
