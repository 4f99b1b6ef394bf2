"""People on the web page, over its WebSocket; they resend unconfirmed texts after every reconnection."""

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
    """A person's browser tab: its messages by ID, and the frames by nonce that the page has not confirmed."""

    def __init__(self, page: Page, name: str, channel: str) -> None:
        self.token = f"token-of-{name}-in-{channel}"
        self.unsent: dict[str, Frame] = {}
        self.sent: list[Frame] = []
        self.messages: asyncio.Queue[Frame] = asyncio.Queue()
        self.screen: dict[str, Frame] = {}
        self._page = page
        self._hello = {"kind": "hello", "token": self.token, "name": name, "channel": channel, "language": "en"}
        self._stamp = ""
        self._socket: ClientWebSocketResponse | None = None
        self._numbers = itertools.count()

    def say(self, text: str) -> str:
        """Type a text and return the cause of the resulting log entry."""
        nonce = f"n{next(self._numbers)}"
        frame = {"kind": "say", "nonce": nonce, "text": text}
        self.unsent[nonce] = frame
        self.sent.append(frame)
        self._page.start_task(self._send(frame))
        return f"web:{id_of_token(self.token)}:{nonce}"

    async def keep_connected(self) -> None:
        """Reconnect again and again, until cancelled."""
        async with ClientSession() as client:
            while True:
                with suppress(ClientError, OSError, TimeoutError):
                    await self._visit(client)
                self._socket = None
                await asyncio.sleep(_AGAIN)

    async def repeat_frames(self) -> None:
        """Repeat the last few frames."""
        for frame in self.sent[-3:]:
            await self._send(frame)

    async def _visit(self, client: ClientSession) -> None:
        url = self._page.url
        async with client.ws_connect(f"{url}/socket", origin=url) as socket:
            await socket.send_json(self._hello | {"since": self._stamp})
            self._socket = socket
            for frame in self._page.order_frames(list(self.unsent.values())):
                await socket.send_json(frame)
            while True:
                packet = await socket.receive(timeout=3600)
                if packet.type is not WSMsgType.TEXT:
                    return
                self._take(packet.json())

    def _take(self, frame: Frame) -> None:
        if frame["kind"] == "no":
            self.messages.put_nowait({"id": "", "text": frame["code"], "pictures": [], "buttons": []})
            return
        self._stamp = frame["at"]
        for nonce in frame.get("done", ()):
            self.unsent.pop(nonce, None)
        for message in frame.get("messages", ()):
            if message["author"] is None:
                self.messages.put_nowait(message)
                self.screen[message["id"]] = message

    async def _send(self, frame: Frame) -> None:
        await self._page.delay_if_shuffling()
        with suppress(ClientError, OSError):
            if self._socket and not self._socket.closed:
                await self._socket.send_json(frame)


class PageRoom:
    """A channel (`seen.Room`); messages that both people see count once."""

    def __init__(self, page: Page, channel: str) -> None:
        self.visitors = _Visitor(page, "Ann", channel), _Visitor(page, "Bob", channel)
        self._known: set[str] = set()
        self._shown: dict[str, Frame] = {}

    def type_text(self, who: int, text: str) -> str:
        """Type a text and return its cause."""
        return self.visitors[who].say(text)

    async def next_message(self) -> Seen:
        """Wait for the next message or change."""
        while True:
            frame = await self._next()
            if self._shown.get(frame["id"]) != frame or not frame["id"]:
                break
        is_new = frame["id"] not in self._shown
        self._shown[frame["id"]] = frame
        buttons = tuple(button["types"] for row in frame["buttons"] for button in row)
        return Seen(frame["text"], buttons, bool(frame["pictures"]), is_new)

    def button_texts(self) -> list[tuple[str, ...]]:
        """Return the button texts of each public message on Ann's screen."""
        public_frames = (frame for frame in self.visitors[0].screen.values() if not frame.get("private"))
        return [tuple(button["types"] for row in frame["buttons"] for button in row) for frame in public_frames]

    async def _next(self) -> Frame:
        """Return the next frame that Ann or Bob sees."""
        while True:
            for visitor in self.visitors:
                with suppress(asyncio.QueueEmpty):
                    frame = visitor.messages.get_nowait()
                    return frame | {"calls": None}
            await asyncio.sleep(0.02)


class Page:
    """The page behind an unreliable connection, and its visitors."""

    def __init__(self, relay: Relay, chance: Random) -> None:
        self.relay = relay
        self.rooms: list[PageRoom] = []
        self.shuffles = False
        self._chance = chance
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def url(self) -> str:
        """Return the address through the relay."""
        return f"http://127.0.0.1:{self.relay.port}"

    def room(self) -> PageRoom:
        """Open another channel."""
        self.rooms.append(PageRoom(self, f"room-{len(self.rooms)}"))
        return self.rooms[-1]

    def count_unanswered(self) -> int:
        """Return the number of texts that the page never confirmed."""
        return sum(len(visitor.unsent) for room in self.rooms for visitor in room.visitors)

    async def keep_connected(self) -> None:
        """Keep all visitors connected, until cancelled."""
        await asyncio.gather(*(visitor.keep_connected() for room in self.rooms for visitor in room.visitors))

    async def repeat_frames(self) -> None:
        """Let all visitors repeat their last few frames."""
        for room in self.rooms:
            for visitor in room.visitors:
                await visitor.repeat_frames()

    def start_task(self, work: Coroutine[None, None, None]) -> None:
        """Start a coroutine in the background."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def delay_if_shuffling(self) -> None:
        """Wait for a random time if messages may overtake each other."""
        if self.shuffles:
            await asyncio.sleep(self._chance.uniform(0, 1))

    def order_frames(self, frames: list[Frame]) -> list[Frame]:
        """Return the frames, shuffled if messages may overtake each other."""
        return self._chance.sample(frames, len(frames)) if self.shuffles else frames
