"""One WebSocket connection of one person: frames in, at most as many as a token bucket lets, news out."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass

from aiohttp import WSMsgType, web

from bot.platforms.web import frames
from bot.platforms.web.channel import Channel, Channels
from bot.platforms.web.frames import Hello, Json, Say
from bot.platforms.web.presence import Guest, NameRefused
from bot.platforms.web.talk import Talk

HELLO_WITHIN = 10.0


class Connection:
    """Lets a person in, then listens and tells until the connection ends."""

    def __init__(self, socket: web.WebSocketResponse, channels: Channels, talk: Talk) -> None:
        self._socket = socket
        self._channels = channels
        self._talk = talk
        self._bucket = TokenBucket()

    async def run(self) -> None:
        """Serves the connection until it ends."""
        hello = await self._greeting()
        if hello is None:
            return
        channel = await self._channels.open(hello.channel.casefold())
        try:
            guest = await channel.enter(hello.token, hello.name, hello.language)
        except NameRefused as refusal:
            await self._send(frames.refused(refusal.code))
            return
        await self._stay(channel, guest, channel.history.changes_at(hello.since))

    async def _greeting(self) -> Hello | None:
        try:
            async with asyncio.timeout(HELLO_WITHIN):
                frame = await anext(self._frames(), None)
        except TimeoutError:
            return None
        return frame if isinstance(frame, Hello) else None

    async def _stay(self, channel: Channel, guest: Guest, seen: int) -> None:
        teller = asyncio.create_task(self._tell(channel, guest, seen))
        try:
            await self._listen(channel, guest)
        finally:
            teller.cancel()
            await channel.leave(guest)

    async def _listen(self, channel: Channel, guest: Guest) -> None:
        async for frame in self._frames():
            if isinstance(frame, Say):
                self._talk.hear(channel, guest, frame)
            else:
                await self._send(frames.refused("bad-frame"))

    async def _tell(self, channel: Channel, guest: Guest, seen: int) -> None:
        """All that happened while the connection was slow or away comes in one piece."""
        await self._talk.find_language(channel, guest)
        told: set[str] = set()
        while True:
            bell = channel.bell
            done = [nonce for nonce in guest.done if nonce not in told]
            told = set(guest.done)
            messages = [
                frames.message(entry, guest.person, channel.chat.id)
                for entry in channel.history.since(seen, guest.person)
            ]
            seen = channel.history.changes
            await self._send(frames.news(channel.stamp, messages, channel.presence.present, guest, done))
            await bell.wait()

    async def _frames(self) -> AsyncIterator[frames.Frame]:
        async for packet in self._socket:
            await asyncio.sleep(self._bucket.wait(asyncio.get_running_loop().time()))
            frame = _read(packet.data) if packet.type is WSMsgType.TEXT else None
            if frame is not None:
                yield frame
            else:
                await self._send(frames.refused("bad-frame"))

    async def _send(self, frame: Json) -> None:
        """A connection that is gone takes nothing; the listener notices by itself."""
        try:
            await self._socket.send_json(frame)
        except ConnectionError:
            await self._socket.close()


def _read(text: str) -> frames.Frame | None:
    try:
        return frames.read(text)
    except ValueError:
        return None


@dataclass
class TokenBucket:
    """`burst` frames at once, then `rate` a second; nothing is refused, it only waits."""

    rate: float = 5.0
    burst: float = 20.0
    _due: float = 0.0

    def wait(self, now: float) -> float:
        """Takes one turn at the instant `now`; the seconds to wait before it."""
        self._due = max(self._due, now) + 1 / self.rate
        return max(0.0, self._due - now - self.burst / self.rate)
