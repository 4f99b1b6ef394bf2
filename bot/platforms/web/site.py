"""The page over HTTP: its files, its socket, the gate before them, and its seats inside chats of other platforms."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import hmac
import ipaddress
import logging
import secrets
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from html import escape
from urllib.parse import quote, urlsplit

from aiohttp import WSCloseCode, web
from pydantic import TypeAdapter

from bot.core.game.people import Chat, Person
from bot.core.ports.adapters import Paint
from bot.core.ports.page import Archive, Embedding, InvalidProofError, Seat
from bot.core.ports.store import StoreUnavailableError
from bot.core.queues.caches import BoundedDict, Memory, SizedDict
from bot.features import COMMANDS
from bot.platforms.web import assets
from bot.platforms.web.assets import Asset
from bot.platforms.web.channel import Channels
from bot.platforms.web.connection import TokenBucket
from bot.platforms.web.frames import LONGEST_FRAME, THEMES, Hello
from bot.platforms.web.history import ServedPicture
from bot.platforms.web.presence import EntryRefusedError
from engines import GAMES

HEARTBEAT = 30.0
FAREWELL = 0.3
"""Seconds for a browser to close its connection when the bot stops."""
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; manifest-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors "
)
HEADERS = {
    "Content-Security-Policy": f"{_POLICY}'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
_GIF = b"GIF8"
"""The magic bytes of a GIF file."""
_EXERCISE = rf"{{exercise:(?:{'|'.join(GAMES)})(?:/\d{{1,5}})?|\d{{1,5}}}}"
"""The rest of the address of a puzzle, a daily or a lesson: `6`, `dots`, `dots/2`."""
_CHANNEL = r"{channel:[\w-]{1,32}}"
_ANY_CHAT = r"{channel:\w+:[\w:-]{1,80}}"
Converse = Callable[[web.WebSocketResponse, "Embedded | None"], Awaitable[None]]
COOKIE = "tetradka"
YEAR = 365 * 24 * 3600
STYLES = ("paper.css", "room.css")
"""Style sheets of the pages without scripts; they hold no secret."""
OPEN_TO_ALL = frozenset({"/health", "/healthz", "/readyz", *(f"/page/{style}" for style in STYLES)})
"""The addresses that need no token."""
WRONG_TAKES = 1.0
"""Seconds until a wrong token is answered."""
TRIES = 5
TRY_EVERY = 10.0
"""Wrong tokens of one address in a row, and the seconds after each of which it may try once more."""
_LONGEST_TOKEN = 1024
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
_log = logging.getLogger(__name__)


class Site:
    """A web application for this host; every connection from its page goes to `converse`."""

    def __init__(
        self,
        host: str,
        token: str,
        channels: Channels,
        gallery: Gallery,
        converse: Converse,
        also: Sequence[web.RouteDef] = (),
        embeddings: Sequence[Embedded] = (),
    ) -> None:
        self._gate = Gate(token)
        self._local = is_loopback(host)
        self._channels = channels
        self._gallery = gallery
        self._converse = converse
        self._also = also
        self._embedded = {inside.embedding.name: inside for inside in embeddings}
        self._sockets: set[web.WebSocketResponse] = set()

    def application(self) -> web.Application:
        """Return the web application with all routes of the site."""
        app = web.Application(middlewares=[self._guard, _show_missing])
        own = [f"/{command.name}" for command in COMMANDS.commands if command.on_page]
        for page in ("/", f"/c/{_CHANNEL}", *own, *(f"{place}/{_EXERCISE}" for place in own)):
            app.router.add_get(page, _index)
            app.router.add_post(page, _index)
        self._add_files(app.router, "", assets.files(), _CHANNEL)
        app.router.add_get("/health", _health)
        app.router.add_get("/socket", self._socket)
        app.add_routes(self._also)
        for name, inside in self._embedded.items():
            self._add_inside(app.router, f"/{name}", inside)
        app.on_response_prepare.append(_protect)
        app.on_shutdown.append(self._farewell)
        return app

    def _add_files(self, router: web.UrlDispatcher, base: str, files: Mapping[str, Asset], channel: str) -> None:
        async def give(request: web.Request) -> web.Response:
            """Return a file: cacheable forever under the current version's address, else with revalidation."""
            file = files.get(request.match_info["file"])
            if file is None:
                raise web.HTTPNotFound
            is_this = request.match_info.get("version") == assets.version()
            return file.answer(request, assets.LASTING if is_this else assets.FRESH)

        router.add_get(f"{base}/page/{{version:[0-9a-f]{{12}}}}/{{file}}", give)
        router.add_get(f"{base}/page/{{file}}", give)
        router.add_get(f"{base}/pictures/{{theme:{'|'.join(THEMES)}}}/{channel}/{{id}}.png", self._picture)

    def _add_inside(self, router: web.UrlDispatcher, base: str, inside: Embedded) -> None:
        """Add the page inside a platform, with all its files under separate addresses."""
        embedding = inside.embedding
        frame_headers = {
            "Content-Security-Policy": _POLICY + embedding.framed_by,
            "Cross-Origin-Resource-Policy": "cross-origin",
        }

        async def page(request: web.Request) -> web.Response:
            return assets.index(embedding.name, embedding.base).answer(request, assets.FRESH | frame_headers)

        async def converse(request: web.Request) -> web.WebSocketResponse:
            return await self._socket(request, inside)

        for address in (base, f"{base}/"):
            router.add_get(address, page)
        router.add_post(f"{base}/seat", inside.seat)
        router.add_get(f"{base}/socket", converse)
        self._add_files(router, base, assets.files(embedding.name, embedding.base), _ANY_CHAT)

    @web.middleware
    async def _guard(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Protect against DNS rebinding: refuse a foreign host name that resolves to loopback.

        Inside a platform, the platform decides who is let in.
        """
        if request.path.split("/")[1] in self._embedded:
            return await handler(request)
        if self._local and not is_loopback(urlsplit(f"//{request.host}").hostname or ""):
            raise web.HTTPForbidden(text="This address serves this machine only.")
        return await self._gate.pass_on(request, handler)

    async def _picture(self, request: web.Request) -> web.Response:
        async with self._channels.open(request.match_info["channel"].casefold()) as channel:
            picture = channel.history.picture(request.match_info["id"])
        if picture is None:
            raise web.HTTPNotFound
        try:
            file = await self._gallery.file(picture, request.match_info["theme"], channel.name)
        except ValueError:  # written by another version of this program
            raise web.HTTPNotFound from None
        lasting = {"Cache-Control": "private, max-age=31536000, immutable"}
        kind = "image/gif" if file.startswith(_GIF) else "image/png"
        return web.Response(body=file, content_type=kind, headers=lasting)

    async def _socket(self, request: web.Request, inside: Embedded | None = None) -> web.WebSocketResponse:
        origin = request.headers.get("Origin", "")
        is_allowed = inside is not None and origin in inside.embedding.origins
        if urlsplit(origin).netloc != request.host and not is_allowed:
            raise web.HTTPForbidden(text="Only this site's own page may connect.")
        socket = web.WebSocketResponse(
            heartbeat=HEARTBEAT, max_msg_size=LONGEST_FRAME, timeout=FAREWELL, compress=False
        )
        await socket.prepare(request)
        self._sockets.add(socket)
        try:
            await self._converse(socket, inside)
        finally:
            self._sockets.discard(socket)
            await socket.close()
        return socket

    async def _farewell(self, _: web.Application) -> None:
        leaving = [socket.close(code=WSCloseCode.GOING_AWAY) for socket in self._sockets]
        await asyncio.gather(*leaving, return_exceptions=True)


def is_loopback(host: str) -> bool:
    """Return whether a host name or address is this machine's loopback."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host.casefold() == "localhost"


async def _protect(_: web.Request, response: web.StreamResponse) -> None:
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)


async def _health(_: web.Request) -> web.Response:
    return web.Response(text="ok")


async def _index(request: web.Request) -> web.Response:
    return assets.index().answer(request, assets.FRESH)


@web.middleware
async def _show_missing(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Answer a browser that opens an unknown address with a page that leads on."""
    try:
        return await handler(request)
    except web.HTTPNotFound:
        if "text/html" not in request.headers.get("Accept", ""):
            raise
    places = [("/", "rooms"), *((f"/{each.name}", each.name) for each in COMMANDS.commands if each.on_page)]
    links = "".join(f'<p><a href="{path}">{escape(assets.all_languages(word))}</a></p>' for path, word in places)
    body = f'<div class="card squared"><h1>Tetradka</h1><p>{escape(assets.all_languages("missing"))}</p>{links}</div>'
    return web.Response(text=_bare_page(body), status=404, content_type="text/html")


def _bare_page(body: str) -> str:
    """Return a page without scripts."""
    styles = "".join(f'<link rel="stylesheet" href="/page/{style}">' for style in STYLES)
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<title>Tetradka</title>{styles}<main class="door">{body}</main></html>'
    )


class Gallery:
    """A painter that paints each picture once per theme for all readers, and caches it as `memory` allows."""

    def __init__(self, paints: Mapping[str, Paint], memory: Memory | None = None) -> None:
        self._paints = paints
        self._painting: dict[tuple[str, str], asyncio.Task[bytes]] = {}
        self._painted: SizedDict[tuple[str, str], bytes] = (memory or Memory()).cache("pictures", len)

    async def file(self, picture: ServedPicture, theme: str, room: str = "") -> bytes:
        """Return the picture as a PNG file, or a film as a GIF; films of different rooms take turns."""
        key = (picture.id, theme)
        if file := self._painted.get(key):
            return file
        painting = self._painting.get(key)
        if painting is None:
            painting = self._painting[key] = asyncio.ensure_future(self._paint(picture, theme, room))
        return await asyncio.shield(painting)

    async def _paint(self, picture: ServedPicture, theme: str, room: str) -> bytes:
        key = (picture.id, theme)
        try:
            file = await self._paints[theme](picture.scene, room)
            self._painted.put(key, file)
            return file
        finally:
            del self._painting[key]


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
    return web.Response(text=_bare_page(form), status=status, content_type="text/html", headers=retry)


SEATED = 12 * 3600.0
"""Seconds after which the page must be opened again from its chat."""
PROVEN = 25 * 3600.0
"""Seconds for which a proof is remembered, longer than any is accepted."""
LONGEST_PROOF = 16 * 1024
_LOST = "seat-lost"


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
            raise EntryRefusedError(_LOST)
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
