"""Pages of other sites that frame ours, as a browser sees them: nothing of them comes from the network."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from html import escape
from typing import Any

from aiohttp import ClientSession, ClientWebSocketResponse
from playwright.async_api import BrowserContext, FrameLocator, Locator, Page, Route, WebSocketRoute, expect

_OF_THE_WIRE = ("Content-Encoding", "Content-Length", "Transfer-Encoding")
_OPENS = 90_000
"""Milliseconds."""
HEARD = "() => window.heard"
_HEARD_WITH = "(word) => window.heard.find((message) => JSON.stringify(message).includes(word))"
_LISTENING = """
window.heard = [];
addEventListener("message", ({ data, source }) => {
  window.heard.push(data);
  if (window.answer) window.answer(data, (told) => source.postMessage(told, "*"));
});
"""


async def proxy_page(window: BrowserContext, host: str, house: str, headers: Callable[[], dict[str, str]]) -> None:
    """Lets a host (https://…) answer with what the house (http://…) says, as a platform's proxy does.

    Its requests have the proxy's own `headers`.
    """

    async def pass_on(route: Route) -> None:
        request, url = route.request, f"{house}{route.request.url.removeprefix(host)}"
        async with (
            ClientSession() as session,
            session.request(request.method, url, headers=headers(), data=request.post_data_buffer) as answer,
        ):
            reply = {name: value for name, value in answer.headers.items() if name not in _OF_THE_WIRE}
            await route.fulfill(status=answer.status, headers=reply, body=await answer.read())

    async def connect(browser: WebSocketRoute) -> None:
        """Forward the page's frames from the first one: its socket opens when this returns."""
        session = ClientSession()
        socket = await session.ws_connect(f"{house}/socket", origin=host)
        browser.on_message(lambda text: asyncio.ensure_future(socket.send_str(str(text))))
        listening.append(asyncio.ensure_future(listen(browser, session, socket)))

    async def listen(browser: WebSocketRoute, session: ClientSession, socket: ClientWebSocketResponse) -> None:
        async with session:
            async for packet in socket:
                browser.send(packet.data)

    listening: list[asyncio.Future[None]] = []
    await window.route(f"{host}/**", pass_on)
    await window.route_web_socket(f"{host.replace('https', 'wss')}/socket", connect)


async def open_framed(window: BrowserContext, host: str, address: str, answer: str = "null") -> Framed:
    """A page of `host` (https://…) with the address in a frame; its script answers what it hears there."""
    script = f"{_LISTENING}\nwindow.answer = {answer};"
    page = f'<!doctype html><script>{script}</script><iframe width="800" height="700" src="{escape(address)}"></iframe>'

    async def serve(route: Route) -> None:
        await route.fulfill(body=page, content_type="text/html")

    await window.route(f"{host}/**", serve)
    tab = await window.new_page()
    message = Framed(tab)
    tab.on("pageerror", lambda error: message.faults.append(str(error)))
    tab.on("console", lambda line: message.faults.append(line.text) if line.type == "error" else None)
    await tab.goto(f"{host}/")
    return message


class Framed:
    """The page in a frame of a tab."""

    def __init__(self, tab: Page) -> None:
        self.tab = tab
        self.faults: list[str] = []

    @property
    def frame(self) -> FrameLocator:
        return self.tab.frame_locator("iframe")

    @property
    def log(self) -> Locator:
        return self.frame.get_by_role("log")

    @property
    def box(self) -> Locator:
        return self.frame.locator("#text")

    @property
    def pictures(self) -> Locator:
        return self.log.locator(".bot img")

    async def opens(self) -> None:
        """Waits until its person sits there: what comes through a scripted proxy takes long on a busy machine."""
        await expect(self.box).to_be_visible(timeout=_OPENS)

    async def say(self, text: str) -> None:
        await self.box.fill(text)
        await self.box.press("Enter")
        await expect(self.box).to_have_value("")

    async def sees(self, text: str) -> None:
        await expect(self.log.get_by_text(text).last).to_be_visible()

    async def heard(self) -> list[Any]:
        """Return the messages of the page to its parent frame."""
        answer: list[Any] = await self.tab.evaluate(HEARD)
        return answer

    async def hears(self, word: str) -> Any:
        """Wait for the page's message to its parent frame that contains a word, and return it."""
        message = await self.tab.wait_for_function(_HEARD_WITH, arg=word)
        return await message.json_value()

    async def colour(self, name: str) -> str:
        """Return the painted colour of a custom property."""
        result: str = await self.frame.locator("body").evaluate(
            """(body, name) => {
              const slip = body.appendChild(document.createElement("i"));
              slip.style.color = `var(${name})`;
              return getComputedStyle(slip).color;
            }""",
            name,
        )
        return result

    async def ink(self, name: str) -> str:
        """A custom property of the page."""
        result: str = await self.frame.locator("html").evaluate(
            "(page, name) => getComputedStyle(page).getPropertyValue(name)", name
        )
        return result
