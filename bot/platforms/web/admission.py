"""Admission to the page: the token at its door, and seats in the chats of other platforms that embed it."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import hmac
import logging
import secrets
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import cache
from html import escape
from urllib.parse import quote

from aiohttp import web
from pydantic import TypeAdapter

from bot.core.game.people import Chat, Person
from bot.core.ports.page import Archive, Embedding, InvalidProofError, Seat
from bot.core.ports.store import StoreUnavailableError
from bot.core.queues.caches import BoundedDict
from bot.platforms.web import assets
from bot.platforms.web.connection import TokenBucket
from bot.platforms.web.frames import Hello
from bot.platforms.web.presence import EntryRefusedError

COOKIE = "tetradka"
YEAR = 365 * 24 * 3600
OPEN_TO_ALL = frozenset({"/health", "/healthz", "/readyz", *(f"/page/{style}" for style in assets.STYLES)})
"""The addresses that need no token."""
WRONG_TAKES = 1.0
"""Seconds until a wrong token is answered."""
TRIES = 5
TRY_EVERY = 10.0
"""Wrong tokens of one address in a row, and the seconds after each of which it may try once more."""
_LONGEST_TOKEN = 1024
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
_log = logging.getLogger(__name__)


class Gate:
    """A gate that requires the token, unless it is "", and slows down guesses, then refuses them."""

    def __init__(self, token: str) -> None:
        self._token = token
        self._tries = BoundedDict[str, TokenBucket]()

    async def pass_on(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Handle a request that has the token; otherwise ask for it."""
        if not self._token or request.path in OPEN_TO_ALL or self._is_valid_cookie(request.cookies.get(COOKIE, "")):
            return await handler(request)
        value = (await request.post()).get("token") if request.method == "POST" else request.query.get("token")
        entered_token = value[:_LONGEST_TOKEN] if isinstance(value, str) else ""
        if not entered_token:
            return _token_page(request, 401)
        if not self._may_try(request):
            return _token_page(request, 429, "token-late")
        if not hmac.compare_digest(entered_token.encode(errors="replace"), self._token.encode()):
            _log.warning("a wrong WEB_TOKEN was entered from %s", request.remote)
            await asyncio.sleep(WRONG_TAKES)
            return _token_page(request, 401, "token-wrong")
        self._tries.pop(request.remote or "", None)
        inside = web.HTTPSeeOther(local_path(request.path))
        cookie = _cookie(self._token, secrets.token_hex(8))
        inside.set_cookie(COOKIE, cookie, max_age=YEAR, httponly=True, samesite="Lax", secure=request.secure)
        raise inside

    def _is_valid_cookie(self, cookie: str) -> bool:
        """Return whether a cookie was made from the token: its salt with a proof of both."""
        salt, _, _ = cookie.partition(".")
        given_cookie, expected = cookie.encode(errors="replace"), _cookie(self._token, salt).encode(errors="replace")
        return bool(cookie) and hmac.compare_digest(given_cookie, expected)

    def _may_try(self, request: web.Request) -> bool:
        """Use one try of an address, if it has one left; return whether it had."""
        address = request.remote or ""
        tries = self._tries.get(address) or TokenBucket(1 / TRY_EVERY, TRIES)
        self._tries[address] = tries
        return tries.takes(asyncio.get_running_loop().time())


def local_path(path: str) -> str:
    """Return a decoded path as an address that every browser resolves to this site, unlike `//evil.example`."""
    segments = (segment for segment in path.replace("\\", "/").split("/") if segment not in ("", ".", ".."))
    return "/" + "/".join(quote(segment, safe="") for segment in segments)


def _cookie(token: str, salt: str) -> str:
    return f"{salt}.{hmac.digest(_key(token), salt.encode(errors='replace'), 'sha256').hex()}"


@cache
def _key(token: str) -> bytes:
    """Derive a deliberately slow key, so that guessing the token from a leaked cookie is slow too."""
    return hashlib.scrypt(token.encode(), salt=b"tetradka page", n=2**14, r=8, p=1)


def _token_page(request: web.Request, status: int, trouble: str = "") -> web.Response:
    label, why = (escape(assets.all_languages(word)) if word else "" for word in ("token", trouble))
    form = (
        f'<form class="card squared" method="post" action="{escape(local_path(request.path))}"><h1>Tetradka</h1>'
        f'<p class="refusal" role="alert">{why}</p><label for="token">{label}</label>'
        '<input id="token" name="token" type="password" autocomplete="current-password" autofocus required>'
        '<button class="primary">→</button></form>'
    )
    retry = {"Retry-After": f"{TRY_EVERY:.0f}"} if status == 429 else {}
    return web.Response(text=assets.bare_page(form), status=status, content_type="text/html", headers=retry)


SEATED = 12 * 3600.0
"""Seconds after which the page must be opened again from its chat."""
PROVEN = 25 * 3600.0
"""Seconds for which a proof is remembered, longer than any is accepted."""
LONGEST_PROOF = 16 * 1024


@dataclass(frozen=True)
class _SealedSeat:
    """The content of a seal: whose seat it is, and until when."""

    chat: Chat
    person: Person
    until: float


_SEALED = TypeAdapter(_SealedSeat)


class Embedded:
    """The page inside the chats of one platform, with the seats of its readers."""

    def __init__(self, embedding: Embedding, archive: Archive, now: Callable[[], float]) -> None:
        self.embedding = embedding
        self._archive = archive
        self._now = now
        self._key = hmac.digest(embedding.secret.encode(), b"tetradka seat", "sha256")

    async def seat(self, request: web.Request) -> web.Response:
        """Return a sealed seat for a valid proof; each proof is accepted once."""
        body = await request.read()
        try:
            seat = await self.embedding.seat(request.headers, body[:LONGEST_PROOF].decode(errors="replace"))
            is_new = await self._archive.once(f"{self.embedding.name}:{seat.proof}", PROVEN)
        except StoreUnavailableError:
            raise web.HTTPServiceUnavailable from None
        except InvalidProofError as error:
            raise web.HTTPForbidden(text=str(error)) from error
        if not is_new or not await self.embedding.is_inside(seat):
            raise web.HTTPForbidden(text="The proof was used before, or its person is not in the chat.")
        return web.json_response({"token": self.seal(seat), "name": seat.person.name, "opens": seat.opens})

    async def sit_down(self, hello: Hello) -> tuple[Person, Chat]:
        """Return the person and chat of a sealed seat; raise `EntryRefusedError`."""
        seat = self._open_seal(hello.token)
        if seat is None or not await self.embedding.is_inside(seat):
            raise EntryRefusedError("seat-lost")
        return seat.person, seat.chat

    def seal(self, seat: Seat) -> str:
        """Return a seat as a token that only this bot can create."""
        content = _SEALED.dump_json(_SealedSeat(seat.chat, seat.person, self._now() + SEATED))
        return f"{base64.urlsafe_b64encode(content).decode()}.{self._seal_of(content)}"

    def _open_seal(self, token: str) -> Seat | None:
        encoded_content, _, seal = token.partition(".")
        try:
            content = base64.urlsafe_b64decode(encoded_content)
        except ValueError:
            return None
        if not hmac.compare_digest(self._seal_of(content).encode(), seal.encode()):
            return None
        sealed_seat = _SEALED.validate_json(content)
        return Seat(sealed_seat.chat, sealed_seat.person) if self._now() < sealed_seat.until else None

    def _seal_of(self, content: bytes) -> str:
        return hmac.digest(self._key, content, "sha256").hex()
