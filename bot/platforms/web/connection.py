"""One WebSocket connection of one person: frames in, at most as many as a token bucket lets, news and its board out."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from aiohttp import WSMsgType, web

from bot.core.game.people import Chat, Person
from bot.core.ports.touching import Touch, Touchable, Touching, Verdict
from bot.platforms.web import frames
from bot.platforms.web.channel import Channel, Channels, name_of
from bot.platforms.web.frames import Hello, Json, Look, Replay, Say, Table, Touched
from bot.platforms.web.history import ServedPicture
from bot.platforms.web.presence import EntryRefused, Guest, Roll, visitor
from bot.platforms.web.talk import Talk
from renderers.board_input import Place
from renderers.scene import Item, Scene
from renderers.svg import elements, lines, patterns

Cut = tuple[int, int, list[str]]
"""Where in a list of lines so many give way to others."""
HELLO_WITHIN = 10.0
TOUCHES = 40.0
"""Touches a second: a page asks one at a time."""
Question = Look | Replay | Table | Touched
SitDown = Callable[[Hello], Awaitable[tuple[Person, Chat]]]


_log = logging.getLogger(__name__)


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
                    await channel.wake()
                    self._talk.hear(channel, guest, frame)
                case Look() | Replay() | Table() | Touched():
                    await self._send(await pinned.answer(frame))
                case Hello():
                    await self._send(frames.refused("bad-frame"))

    async def _tell(self, channel: Channel, guest: Guest, seen: int) -> None:
        """All that happened while the connection was slow or away comes in one piece."""
        await self._talk.find_language(channel, guest)
        await channel.wake()
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
            bucket = self._touches if isinstance(frame, Question) else self._bucket
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


class Pinned:
    """What one connection has been shown of boards."""

    def __init__(self, channel: Channel, guest: Guest, touching: Touching) -> None:
        self._channel = channel
        self._guest = guest
        self._touching = touching
        self._shown: list[str] = []
        self._places: list[list[object]] = []

    async def answer(self, question: Question) -> Json:
        """Answer a question about a board; one that fails is logged and answered too, so that the page goes on."""
        try:
            return await self._answer(question)
        except Exception:
            _log.exception("a question about a board was not answered")
            self._shown, self._places = [], []
            return _failed(question)

    async def _answer(self, question: Question) -> Json:
        match question:
            case Look():
                return await self.look(question)
            case Replay():
                return await self.replay(question)
            case Table():
                return await self.table(question)
            case Touched():
                return await self.touch(question)

    async def look(self, look: Look) -> Json:
        """The board of a message as it is now: its lines as cuts in those shown before, and where it can be touched."""
        await self._channel.wake()
        entry = self._channel.history.get(look.message)
        pictures = entry.pictures if entry and entry.is_for(self._guest.person) else ()
        if not pictures:
            return {"kind": "board", "message": look.message, "gone": True}
        picture = pictures[0]
        board: Json = {"kind": "board", "message": look.message, "picture": picture.id}
        return board | self._drawn(picture.scene) | self._touched(picture, await self._touchable(picture))

    async def replay(self, replay: Replay) -> Json:
        """An earlier board of a game, as cuts too, and what it shows in words."""
        past = await self._touching.past(self._channel.chat, replay.of, replay.turn, self._guest.language)
        told: Json = {"kind": "past", "of": replay.of, "turn": replay.turn}
        return told | (self._drawn(past.scene) | {"said": past.said} if past else {"gone": True})

    async def table(self, table: Table) -> Json:
        """What is at each place of a board."""
        told = await self._touching.table(self._channel.chat, table.of, self._guest.language)
        return {"kind": "table", "of": table.of, "told": told or ()}

    def _drawn(self, scene: Scene) -> Json:
        before, self._shown = self._shown, list(elements(scene))
        size = scene.width, scene.height
        return {"whole": not before, "size": size, "cuts": list(cuts(before, self._shown))}

    async def touch(self, touch: Touched) -> Json:
        """What would become of a move in the making; of a position that is gone only the number."""
        asked = Touch(touch.of, touch.text, touch.taps, touch.about, touch.at)
        verdict = await self._touching.judge(self._channel.chat, asked, self._guest.language)
        return {"kind": "touched", "number": touch.number} | (_told(verdict) if verdict else {"gone": True})

    async def _touchable(self, picture: ServedPicture) -> Touchable | None:
        if not picture.of:
            return None
        return await self._touching.board(self._channel.chat, self._guest.person, picture.of, self._guest.language)

    def _touched(self, picture: ServedPicture, board: Touchable | None) -> Json:
        """Places are told when they are others than before."""
        if board is None:
            return {"of": ""}
        before, self._places = self._places, [_place(place) for place in board.places]
        told: Json = {"of": picture.of, "mine": board.mine, "called": board.called, "words": board.words}
        told |= {"players": board.players, "turns": board.turns, "planned": _ghost(board.planned)}
        told |= {"mention": board.asked and board.asked.name, "calls": self._guest.person.is_same(board.asked)}
        return told if self._places == before else told | {"places": self._places}


def cuts(before: Sequence[str], after: Sequence[str]) -> Iterator[Cut]:
    """What makes the lines before those after, to be done from the last to the first."""
    changes = SequenceMatcher(None, before, after, autojunk=False).get_opcodes()
    for kind, start, end, begin, stop in reversed(changes):
        if kind != "equal":
            yield start, end - start, list(after[begin:stop])


def _failed(question: Question) -> Json:
    """Return the answer to a question that could not be answered: nothing is shown, and a touch says so."""
    match question:
        case Look():
            return {"kind": "board", "message": question.message, "gone": True}
        case Replay():
            return {"kind": "past", "of": question.of, "turn": question.turn, "gone": True}
        case Table():
            return {"kind": "table", "of": question.of, "told": ()}
        case Touched():
            return {"kind": "touched", "number": question.number, "gone": True, "failed": True}


def _place(place: Place) -> list[object]:
    return [place.name, *(round(value, 1) for end in place.ends for value in end)]


def _told(verdict: Verdict) -> Json:
    return {
        "text": verdict.text,
        "fit": verdict.fit,
        "said": verdict.said,
        "told": verdict.told,
        "handle": verdict.handle,
        "instead": verdict.instead,
        "ghost": _ghost(verdict.ghost),
    }


def _ghost(items: Sequence[Item]) -> list[str]:
    return [*patterns(items), *(line for item in items for line in lines(item))]
