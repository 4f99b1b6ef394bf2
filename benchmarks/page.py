"""The page under many people at once: rooms joined at one moment, and one room that all of them join."""

from __future__ import annotations

import asyncio
import json
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from aiohttp import ClientSession, ClientWebSocketResponse, TCPConnector

from benchmarks.figure import Figure
from bot.store.embedded import serve
from tests.bot.platforms.web.living import living

_ROOMS = 200
_CROWD = 400
_PATIENCE = 60.0
Frame = Mapping[str, Any]


def figures() -> Iterable[Figure]:
    """People in rooms of their own who begin a game; then a crowd in one room, of which one speaks."""
    yield Figure(f"of {_ROOMS} rooms joined at one moment, deaf", asyncio.run(_deaf()), 0, "rooms")
    first, later = asyncio.run(_crowded())
    yield Figure(f"{_CROWD} enter one room at once, a text to all of them meanwhile", first, 3000, "ms")
    yield Figure("a text to all of them a second later", later, 1000, "ms")


async def _deaf() -> int:
    """How many see no board of the game that they begin."""
    async with _page() as enter:
        visitors = await asyncio.gather(*(enter(f"Guest {n}", f"room{n}") for n in range(_ROOMS)))
        await asyncio.gather(*(visitor.say("/challenge bot dots 3x3 easy") for visitor in visitors))
        boards = [visitor.hears(lambda message: bool(message["pictures"])) for visitor in visitors]
        return _ROOMS - len([seen for seen in await asyncio.gather(*boards) if seen])


async def _crowded() -> tuple[float, float]:
    """Milliseconds until all have heard what one of them says: while they enter, and after that."""
    async with _page() as enter:
        begun = time.perf_counter()
        crowd = await asyncio.gather(*(enter(f"Guest {n}", "square") for n in range(_CROWD)))
        await _heard_by_all(crowd, "first")
        first = time.perf_counter() - begun
        await asyncio.sleep(1)
        begun = time.perf_counter()
        await _heard_by_all(crowd, "later")
        return first * 1000, (time.perf_counter() - begun) * 1000


async def _heard_by_all(crowd: list[_Visitor], text: str) -> None:
    await crowd[-1].say(text)
    await asyncio.gather(*(visitor.hears(lambda message: message["text"] == text) for visitor in crowd))


@dataclass
class _Visitor:
    """One tab, which reads whatever comes."""

    socket: ClientWebSocketResponse
    said: int = 0
    seen: list[Frame] = field(default_factory=list)
    news: asyncio.Event = field(default_factory=asyncio.Event)

    async def read(self) -> None:
        """Takes in all frames until the connection ends."""
        async for packet in self.socket:
            self.seen += json.loads(packet.data).get("messages", ())
            self.news.set()

    async def say(self, text: str) -> None:
        """Types a text."""
        self.said += 1
        await self.socket.send_json({"kind": "say", "nonce": f"n{self.said}", "text": text})

    async def hears(self, wanted: Callable[[Frame], bool]) -> bool:
        """Whether a message that is wanted comes in time."""
        try:
            async with asyncio.timeout(_PATIENCE):
                while not any(map(wanted, self.seen)):
                    self.news.clear()
                    await self.news.wait()
        except TimeoutError:
            return False
        return True


@asynccontextmanager
async def _page() -> AsyncIterator[Callable[[str, str], Awaitable[_Visitor]]]:
    """A bot with the page; what is given lets a person of a name into a channel."""
    with tempfile.TemporaryDirectory() as data, serve(Path(data)) as server:
        async with living(server.url) as house, ClientSession(connector=TCPConnector(limit=0)) as client:
            reading = set[asyncio.Task[None]]()

            async def enter(name: str, channel: str) -> _Visitor:
                visitor = _Visitor(await client.ws_connect(f"{house.url}/socket", origin=house.url, max_msg_size=0))
                hello = {"kind": "hello", "token": f"token of {name}".ljust(20), "name": name, "channel": channel}
                await visitor.socket.send_json(hello | {"since": "", "language": "en"})
                reading.add(asyncio.create_task(visitor.read()))
                return visitor

            yield enter
            for task in reading:
                task.cancel()
