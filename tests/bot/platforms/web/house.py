"""The page served on a free port, and tabs without a browser that talk to it over a real WebSocket."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from aiohttp import ClientSession, ClientWebSocketResponse, WSMsgType

from bot.core.ports.adapters import Paint
from bot.core.ports.page import Archive
from bot.core.ports.platform import Core
from bot.platforms.web import Web
from bot.store.connection import connect
from bot.store.redis import RedisStore
from tests.bot.platforms.web import scripted
from tests.bot.platforms.web.scripted import ScriptedCore

Frame = dict[str, Any]


@dataclass(frozen=True)
class House:
    """A running page, the core behind it, and its address.

    It holds the tabs that were opened: one that nothing holds is closed whenever garbage is collected.
    """

    web: Web
    core: Core
    url: str
    tabs: list[Tab] = field(default_factory=list)

    @property
    def port(self) -> int:
        return int(self.url.rpartition(":")[2])


@asynccontextmanager
async def serving(
    make: Callable[[Web], Core], paints: tuple[Paint, Paint], archive: Archive, port: int = 0, token: str = ""
) -> AsyncIterator[House]:
    """Serves the core made for the adapter from entering to leaving; leaving is what a stop of the bot does."""
    address: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    web = Web("127.0.0.1", port, *paints, archive, address.set_result, token)
    core = make(web)
    running = asyncio.create_task(web.run(core))
    try:
        async with asyncio.timeout(60):
            url = await address
        yield House(web, core, url)
    finally:
        running.cancel()
        await asyncio.wait({running})


@asynccontextmanager
async def scripted_house(valkey: str, port: int = 0, token: str = "") -> AsyncIterator[House]:
    """A page before a scripted core, its channels kept in the store at that address."""
    store = RedisStore(connect(valkey))
    async with serving(ScriptedCore, (scripted.paint, scripted.paint_dark), store.archive, port, token) as house:
        yield house
    await store.close()


class Tab:
    """What a tab does, without the looks: it greets, says, and keeps the news by id."""

    def __init__(self, socket: ClientWebSocketResponse, name: str, token: str) -> None:
        self.socket = socket
        self.name = name
        self.token = token
        self.stamp = ""
        self.messages: dict[str, Frame] = {}
        self.deliveries: list[str] = []
        self.here: list[Frame] = []
        self.count = 0
        self.heard_of_people = 0
        self.done: set[str] = set()
        self.refusals: list[str] = []
        self.answers: list[Frame] = []
        self._nonces = itertools.count(1)

    @property
    def texts(self) -> list[str]:
        return [message["text"] for message in self.messages.values()]

    @property
    def last(self) -> Frame:
        return list(self.messages.values())[-1]

    async def greet(self, channel: str = "lobby", since: str = "", language: str = "en") -> None:
        hello = {"kind": "hello", "token": self.token, "name": self.name, "channel": channel}
        await self.socket.send_json(hello | {"since": since, "language": language})
        await self.listen()

    async def say(self, text: str, **more: object) -> None:
        """Says a text and waits until it is dealt with."""
        nonce = await self.send(text, **more)
        await self.until(lambda: nonce in self.done)

    async def send(self, text: str, **more: object) -> str:
        frame = {"kind": "say", "nonce": f"n{next(self._nonces)}", "text": text} | more
        await self.socket.send_json(frame)
        return str(frame["nonce"])

    async def ask(self, **frame: object) -> Frame:
        """Return the bot's answer to a question of this connection."""
        count = len(self.answers)
        await self.socket.send_json(frame)
        await self.until(lambda: len(self.answers) > count)
        return self.answers[-1]

    async def until(self, holds: Callable[[], bool]) -> None:
        async with asyncio.timeout(60):
            while not holds():
                await self.listen()

    async def reads(self, text: str) -> None:
        """Waits for a message of that text."""
        await self.until(lambda: text in self.texts)

    async def counts(self, people: int) -> None:
        """Waits until so many are here."""
        await self.until(lambda: self.count == people)

    async def listen(self) -> None:
        """Takes one frame in."""
        packet = await self.socket.receive(timeout=60)
        assert packet.type is WSMsgType.TEXT, packet
        frame = packet.json()
        if frame["kind"] == "no":
            self.refusals.append(frame["code"])
        elif frame["kind"] != "news":
            self.answers.append(frame)
        else:
            self._take(frame)

    def _take(self, news: Frame) -> None:
        self.stamp = news["at"]
        self.done |= set(news.get("done", ()))
        messages = news.get("messages", ())
        self.deliveries += [message["id"] for message in messages]
        self.messages |= {message["id"]: message for message in messages}
        if "here" in news:
            self._meet(news["here"])

    def _meet(self, here: Frame) -> None:
        before = [] if here["anew"] else self.here
        self.here = [person for person in before if person["handle"] not in here["gone"]] + here["came"]
        self.count = here["count"]
        self.heard_of_people += 1


async def knock(client: ClientSession, house: House, name: str, token: str = "") -> Tab:
    """A tab whose socket is open, before it said who it is."""
    socket = await client.ws_connect(f"{house.url}/socket", origin=house.url)
    tab = Tab(socket, name, token or f"token-of-{name}-0123456789")
    house.tabs.append(tab)
    return tab


async def enter(client: ClientSession, house: House, name: str, channel: str = "lobby", **more: str) -> Tab:
    """A tab of somebody who is in the channel."""
    tab = await knock(client, house, name, more.pop("token", ""))
    await tab.greet(channel, **more)
    return tab
