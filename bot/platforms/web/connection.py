"""One WebSocket connection of one person: frames in, at most as many as a token bucket lets, news out."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass

from aiohttp import WSMsgType, web

from bot.core.game.people import Chat, Person
from bot.platforms.web import frames
from bot.platforms.web.channel import Channel, Channels, name_of
from bot.platforms.web.frames import Hello, Json, Look, Replay, Say, Table, Touched
from bot.platforms.web.pinned import Pinned
from bot.platforms.web.presence import EntryRefused, Guest, Roll, visitor
from bot.platforms.web.talk import Talk

HELLO_WITHIN = 10.0
TOUCHES = 40.0
"""Touches a second: a page asks one at a time."""
SitDown = Callable[[Hello], Awaitable[tuple[Person, Chat]]]


async def sit_down(hello: Hello) -> tuple[Person, Chat]:
    """Who greets the page, and in which channel; raises `EntryRefused`."""
    return visitor(hello.token, hello.name, hello.language), Chat("web", hello.channel.casefold(), direct=True)


class Connection:
    """Lets a person in, then listens and tells until the connection ends.

    `sits` finds out who greets, and in which chat; the browser has the page's addresses under `base`.
    """

    def __init__(
        self,
        socket: web.WebSocketResponse,
        channels: Channels,
        talk: Talk,
        sits: SitDown = sit_down,
        base: str = "",
    ) -> None:
        self._socket = socket
        self._channels = channels
        self._talk = talk
        self._sits = sits
        self._base = base
        self._bucket = TokenBucket()
        self._touches = TokenBucket(TOUCHES, TOUCHES)

    async def run(self) -> None:
        """Serves the connection until it ends."""
        hello = await self._greeting()
        if hello is None:
            return
        try:
            person, chat = await self._sits(hello)
            async with self._channels.open(name_of(chat), chat) as channel:
                guest = await channel.enter(person)
                if not hello.since:
                    self._talk.welcome(channel, guest)
                await self._stay(channel, guest, channel.history.changes_at(hello.since))
        except EntryRefused as refusal:
            await self._send(frames.refused(refusal.code))

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
        pinned = Pinned(channel, guest, self._talk.touching)
        async for frame in self._frames():
            match frame:
                case Say():
                    self._talk.hear(channel, guest, frame)
                case Look():
                    await self._send(await pinned.look(frame))
                case Replay():
                    await self._send(await pinned.replay(frame))
                case Table():
                    await self._send(await pinned.table(frame))
                case Touched():
                    await self._send(await pinned.touch(frame))
                case Hello():
                    await self._send(frames.refused("bad-frame"))

    async def _tell(self, channel: Channel, guest: Guest, seen: int) -> None:
        """All that happened while the connection was slow or away comes in one piece."""
        await self._talk.find_language(channel, guest)
        reader = Reader(channel, guest, seen, self._base)
        while True:
            bell = channel.bell
            if guest.is_dismissed:
                await self._send(frames.refused("forgotten"))
                await self._socket.close()
                return
            if news := reader.news():
                await self._send(news)
            await bell.wait()

    async def _frames(self) -> AsyncIterator[frames.Frame]:
        async for packet in self._socket:
            frame = _read(packet.data) if packet.type is WSMsgType.TEXT else None
            bucket = self._touches if isinstance(frame, Touched | Look | Replay | Table) else self._bucket
            await asyncio.sleep(bucket.wait(asyncio.get_running_loop().time()))
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


class Reader:
    """What one connection has been told, so that it is told of changes alone."""

    def __init__(self, channel: Channel, guest: Guest, seen: int, base: str = "") -> None:
        self._base = base
        self._channel = channel
        self._guest = guest
        self._seen = seen
        self._stamp = ""
        self._done: frozenset[str] = frozenset()
        self._language: str | None = None
        self._roll = Roll()
        self._named: dict[str, Person] = {}

    def news(self) -> Json | None:
        """All that changed since it was asked last; None if nothing did.

        What was put there for others moves the stamp alone: who comes back later asks for no more than is new.
        """
        changed = self._messages() | self._dealt_with() | self._here() | self._spoken()
        before, self._stamp = self._stamp, self._channel.stamp
        return frames.news(self._stamp, changed) if changed or self._stamp != before else None

    def _messages(self) -> Json:
        newer = self._channel.history.since(self._seen, self._guest.person)
        self._seen = self._channel.history.changes
        messages = [frames.message(entry, self._guest.person, self._channel.name, self._base) for entry in newer]
        return {"messages": messages} if messages else {}

    def _dealt_with(self) -> Json:
        done = [nonce for nonce in self._guest.done if nonce not in self._done]
        self._done = frozenset(self._guest.done)
        return {"done": done} if done else {}

    def _spoken(self) -> Json:
        if self._guest.language == self._language:
            return {}
        self._language = self._guest.language
        return {"language": self._language}

    def _here(self) -> Json:
        """One's own coming in is told at once, that of others when the channel says so."""
        roll = self._channel.roll if self._roll.number else self._channel.presence.roll()
        if roll.number <= self._roll.number:
            return {}
        before, counted, named = self._named, self._roll.count, roll.named(self._guest.person)
        self._named, self._roll = named, roll
        if named == before and roll.count == counted:
            return {}
        return {"here": frames.here(roll.count, before, named, self._guest.person)}


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

    def takes(self, now: float) -> bool:
        """Takes one turn at the instant `now` if there is no need to wait for it."""
        before = self._due
        if self.wait(now) > 0:
            self._due = before
            return False
        return True
