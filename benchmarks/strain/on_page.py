"""People in channels of the page, over its own WebSocket; what is not dealt with they send again after every break."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Coroutine
from contextlib import suppress
from random import Random
from typing import Any

from aiohttp import ClientError, ClientSession, ClientWebSocketResponse, WSMsgType

from benchmarks.strain.relay import Relay
from benchmarks.strain.seen import Seen
from bot.platforms.web.presence import id_of_token

_AGAIN = 0.3
Frame = dict[str, Any]


class _Visitor:
    """A tab of one person: `unsent` are the frames that the page has not said to be done, by nonce."""

    def __init__(self, page: Page, name: str, channel: str) -> None:
        self.token = f"token-of-{name}-in-{channel}"
        self.unsent: dict[str, Frame] = {}
        self.sent: list[Frame] = []
        self.seen: asyncio.Queue[Frame] = asyncio.Queue()
        self._page = page
        self._hello = {"kind": "hello", "token": self.token, "name": name, "channel": channel, "language": "en"}
        self._stamp = ""
        self._socket: ClientWebSocketResponse | None = None
        self._numbers = itertools.count()

    def says(self, text: str) -> str:
        """Types a text; the cause of what it leads to."""
        nonce = f"n{next(self._numbers)}"
        frame = {"kind": "say", "nonce": nonce, "text": text}
        self.unsent[nonce] = frame
        self.sent.append(frame)
        self._page.do(self._send(frame))
        return f"web:{id_of_token(self.token)}:{nonce}"

    async def stay(self) -> None:
        """Connects again and again, until cancelled."""
        async with ClientSession() as client:
            while True:
                with suppress(ClientError, OSError, TimeoutError):
                    await self._visit(client)
                self._socket = None
                await asyncio.sleep(_AGAIN)

    async def again(self) -> None:
        """Sends what was sent lately once more."""
        for frame in self.sent[-3:]:
            await self._send(frame)

    async def _visit(self, client: ClientSession) -> None:
        url = self._page.url
        async with client.ws_connect(f"{url}/socket", origin=url) as socket:
            await socket.send_json(self._hello | {"since": self._stamp})
            self._socket = socket
            for frame in self._page.in_some_order(list(self.unsent.values())):
                await socket.send_json(frame)
            while True:
                packet = await socket.receive(timeout=3600)
                if packet.type is not WSMsgType.TEXT:
                    return
                self._take(packet.json())

    def _take(self, frame: Frame) -> None:
        if frame["kind"] == "no":
            self.seen.put_nowait({"id": "", "text": frame["code"], "pictures": [], "buttons": []})
            return
        self._stamp = frame["at"]
        for nonce in frame.get("done", ()):
            self.unsent.pop(nonce, None)
        for message in frame.get("messages", ()):
            if message["author"] is None:
                self.seen.put_nowait(message)

    async def _send(self, frame: Frame) -> None:
        await self._page.linger()
        with suppress(ClientError, OSError):
            if self._socket and not self._socket.closed:
                await self._socket.send_json(frame)


class PageRoom:
    """A channel (`seen.Room`); what both see is seen once."""

    def __init__(self, page: Page, channel: str) -> None:
        self.visitors = _Visitor(page, "Ann", channel), _Visitor(page, "Bob", channel)
        self._known: set[str] = set()
        self._shown: dict[str, Frame] = {}

    def types(self, who: int, text: str) -> str:
        return self.visitors[who].says(text)

    async def sees(self) -> Seen:
        while True:
            frame = await self._next()
            if self._shown.get(frame["id"]) != frame or not frame["id"]:
                break
        is_new = frame["id"] not in self._shown
        self._shown[frame["id"]] = frame
        buttons = tuple(button["types"] for row in frame["buttons"] for button in row)
        return Seen(frame["text"], buttons, bool(frame["pictures"]), is_new)

    def standing(self) -> list[tuple[str, ...]]:
        public = (frame for frame in self._shown.values() if not frame.get("private"))
        return [tuple(button["types"] for row in frame["buttons"] for button in row) for frame in public]

    async def _next(self) -> Frame:
        """Ann sees all that is for both; what is for Bob alone, Bob does."""
        while True:
            for visitor in self.visitors:
                with suppress(asyncio.QueueEmpty):
                    frame = visitor.seen.get_nowait()
                    return frame | {"calls": None}
            await asyncio.sleep(0.02)


class Page:
    """The page behind a wire that fails, and everybody who has it open."""

    def __init__(self, relay: Relay, chance: Random) -> None:
        self.relay = relay
        self.rooms: list[PageRoom] = []
        self.shuffles = False
        self._chance = chance
        self._doing: set[asyncio.Task[None]] = set()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.relay.port}"

    def room(self) -> PageRoom:
        self.rooms.append(PageRoom(self, f"room-{len(self.rooms)}"))
        return self.rooms[-1]

    def unanswered(self) -> int:
        """Return how many texts the page was never told to be dealt with."""
        return sum(len(visitor.unsent) for room in self.rooms for visitor in room.visitors)

    async def stay(self) -> None:
        """Everybody has the page open, until cancelled."""
        await asyncio.gather(*(visitor.stay() for room in self.rooms for visitor in room.visitors))

    async def again(self) -> None:
        """Everybody sends what they sent lately once more."""
        for room in self.rooms:
            for visitor in room.visitors:
                await visitor.again()

    def do(self, work: Coroutine[None, None, None]) -> None:
        """Begins something."""
        task = asyncio.create_task(work)
        self._doing.add(task)
        task.add_done_callback(self._doing.discard)

    async def linger(self) -> None:
        """What somebody sends may be passed by what others send."""
        if self.shuffles:
            await asyncio.sleep(self._chance.uniform(0, 1))

    def in_some_order(self, frames: list[Frame]) -> list[Frame]:
        return self._chance.sample(frames, len(frames)) if self.shuffles else frames
