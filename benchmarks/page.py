"""The web page under load: many rooms that start at once, and one room that everyone joins."""

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
    """Yield the number of visitors who fail to start a game in separate rooms, then the delays in one crowded room."""
    yield Figure(
        f"rooms without a board, of {_ROOMS} joined at the same moment",
        asyncio.run(_visitors_without_board()),
        0,
        "rooms",
    )
    first, later = asyncio.run(_crowd_delays())
    yield Figure(f"a message to a room while {_CROWD} people enter it", first, 3000, "ms")
    yield Figure("the same a second later", later, 1000, "ms")


async def _visitors_without_board() -> int:
    """Return how many visitors never see the board of the game they start."""
    async with _page() as enter:
        visitors = await asyncio.gather(*(enter(f"Guest {n}", f"room{n}") for n in range(_ROOMS)))
        await asyncio.gather(*(visitor.say("/challenge bot dots 3x3 easy") for visitor in visitors))
        boards = [visitor.receives(lambda message: bool(message["pictures"])) for visitor in visitors]
        return _ROOMS - len([has_board for has_board in await asyncio.gather(*boards) if has_board])


async def _crowd_delays() -> tuple[float, float]:
    """Return the milliseconds until one visitor's text reaches everyone: while all enter, and afterwards."""
    async with _page() as enter:
        start = time.perf_counter()
        crowd = await asyncio.gather(*(enter(f"Guest {n}", "square") for n in range(_CROWD)))
        await _say_to_all(crowd, "first")
        first = time.perf_counter() - start
        await asyncio.sleep(1)
        start = time.perf_counter()
        await _say_to_all(crowd, "later")
        return first * 1000, (time.perf_counter() - start) * 1000


async def _say_to_all(crowd: list[_Visitor], text: str) -> None:
    await crowd[-1].say(text)
    await asyncio.gather(*(visitor.receives(lambda message: message["text"] == text) for visitor in crowd))


@dataclass
class _Visitor:
    """A browser tab that reads all frames."""

    socket: ClientWebSocketResponse
    said: int = 0
    seen: list[Frame] = field(default_factory=list)
    news: asyncio.Event = field(default_factory=asyncio.Event)

    async def read(self) -> None:
        """Collect all frames until the connection ends."""
        async for packet in self.socket:
            self.seen += json.loads(packet.data).get("messages", ())
            self.news.set()

    async def say(self, text: str) -> None:
        """Send a text."""
        self.said += 1
        await self.socket.send_json({"kind": "say", "nonce": f"n{self.said}", "text": text})

    async def receives(self, is_match: Callable[[Frame], bool]) -> bool:
        """Return whether a matching message arrives in time."""
        try:
            async with asyncio.timeout(_PATIENCE):
                while not any(map(is_match, self.seen)):
                    self.news.clear()
                    await self.news.wait()
        except TimeoutError:
            return False
        return True


@asynccontextmanager
async def _page() -> AsyncIterator[Callable[[str, str], Awaitable[_Visitor]]]:
    """Run a bot with the page; yield a function that lets a named person into a channel."""
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
