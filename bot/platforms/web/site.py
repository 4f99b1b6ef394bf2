"""The page over HTTP: its addresses, files and pictures, its socket, and how a browser protects them."""

from __future__ import annotations

import asyncio
import ipaddress
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from urllib.parse import urlsplit

from aiohttp import WSCloseCode, web

from bot.core.ports.adapters import Paint
from bot.core.queues.caches import Memory, SizedDict
from bot.features import COMMANDS
from bot.platforms.web import assets
from bot.platforms.web.admission import Embedded, Gate, Handler
from bot.platforms.web.assets import Asset
from bot.platforms.web.channel import Channels
from bot.platforms.web.frames import LONGEST_FRAME, THEMES
from bot.platforms.web.history import ServedPicture
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
_EXERCISE = rf"{{exercise:(?:{'|'.join(GAMES)})(?:/\d{{1,5}})?|\d{{1,5}}}}"
"""The rest of the address of a puzzle, a daily or a lesson: `6`, `dots`, `dots/2`."""
_CHANNEL = r"{channel:[\w-]{1,32}}"
_ANY_CHAT = r"{channel:\w+:[\w:-]{1,80}}"
Converse = Callable[[web.WebSocketResponse, "Embedded | None"], Awaitable[None]]


@dataclass(eq=False)
class Site:
    """A web application for this host; every connection from its page goes to `converse`."""

    host: str
    token: str
    channels: Channels
    gallery: Gallery
    converse: Converse
    also: Sequence[web.RouteDef]
    embeddings: Sequence[Embedded]

    def __post_init__(self) -> None:
        self._gate = Gate(self.token)
        self._embedded = {inside.embedding.name: inside for inside in self.embeddings}
        self._sockets = set[web.WebSocketResponse]()

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
        app.add_routes(self.also)
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
        if is_loopback(self.host) and not is_loopback(urlsplit(f"//{request.host}").hostname or ""):
            raise web.HTTPForbidden(text="This address serves this machine only.")
        return await self._gate.pass_on(request, handler)

    async def _picture(self, request: web.Request) -> web.Response:
        async with self.channels.open(request.match_info["channel"].casefold()) as channel:
            picture = channel.history.picture(request.match_info["id"])
        if picture is None:
            raise web.HTTPNotFound
        try:
            file = await self.gallery.file(picture, request.match_info["theme"], channel.name)
        except ValueError:  # written by another version of this program
            raise web.HTTPNotFound from None
        lasting = {"Cache-Control": "private, max-age=31536000, immutable"}
        kind = "image/gif" if file.startswith(b"GIF8") else "image/png"
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
            await self.converse(socket, inside)
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
    return web.Response(text=assets.bare_page(body), status=404, content_type="text/html")


class Gallery:
    """A painter that paints each picture once per theme for all readers, and caches it as `memory` allows."""

    def __init__(self, paints: Mapping[str, Paint], memory: Memory | None = None) -> None:
        self._paints = paints
        self._painting: dict[tuple[str, str], asyncio.Task[bytes]] = {}
        self._painted: SizedDict[tuple[str, str], bytes] = (memory or Memory()).cache("pictures", len)

    async def file(self, picture: ServedPicture, theme: str, room: str) -> bytes:
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
