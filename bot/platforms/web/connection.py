"""One person's WebSocket connection: incoming frames limited by a token bucket, outgoing news and board updates."""

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
from bot.platforms.web.frames import Hello, Json, Look, Replay, Say, Table, TouchRequest
from bot.platforms.web.history import ServedPicture
from bot.platforms.web.presence import EntryRefusedError, Guest, Roll, visitor
from bot.platforms.web.talk import Talk
from renderers.board_input import Place
from renderers.scene import Item, Scene
from renderers.svg import elements, lines, patterns

Cut = tuple[int, int, list[str]]
"""A replacement in a list of lines: the start, the number of removed lines, and the new lines."""
HELLO_WITHIN = 10.0
TOUCHES = 40.0
"""Touches per second; a page sends one at a time."""
Question = Look | Replay | Table | TouchRequest
SitDown = Callable[[Hello], Awaitable[tuple[Person, Chat]]]


_log = logging.getLogger(__name__)


async def sit_down(hello: Hello) -> tuple[Person, Chat]:
    """Return the visitor who greets and the channel's chat; raise `EntryRefusedError`."""
    return visitor(hello.token, hello.name, hello.language), Chat("web", hello.channel.casefold(), direct=True)


class Connection:
    """Lets a person in, then receives frames and sends news until the connection ends.

    `sits` finds the person and chat of a greeting; the browser has the page's addresses under `base`.
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
        """Serve the connection until it ends."""
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
        except EntryRefusedError as refusal:
            await self._send(frames.refusal(refusal.code))

    async def _greeting(self) -> Hello | None:
        try:
            async with asyncio.timeout(HELLO_WITHIN):
                frame = await anext(self._frames(), None)
        except TimeoutError:
            return None
        return frame if isinstance(frame, Hello) else None

    async def _stay(self, channel: Channel, guest: Guest, seen_changes: int) -> None:
        teller = asyncio.create_task(self._send_news(channel, guest, seen_changes))
        try:
            await self._receive_frames(channel, guest)
        finally:
            teller.cancel()
            await channel.leave(guest)

    async def _receive_frames(self, channel: Channel, guest: Guest) -> None:
        pinned_board = PinnedBoard(channel, guest, self._talk.touching)
        async for frame in self._frames():
            match frame:
                case Say():
                    await channel.wake()
                    self._talk.handle(channel, guest, frame)
                case Look() | Replay() | Table() | TouchRequest():
                    await self._send(await pinned_board.answer(frame))
                case Hello():
                    await self._send(frames.refusal("bad-frame"))

    async def _send_news(self, channel: Channel, guest: Guest, seen_changes: int) -> None:
        """Send news; whatever happened while the connection was slow or away comes in one frame."""
        await self._talk.find_language(channel, guest)
        await channel.wake()
        reader = Reader(channel, guest, seen_changes, self._base)
        while True:
            bell = channel.bell
            if guest.is_dismissed:
                await self._send(frames.refusal("forgotten"))
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
                await self._send(frames.refusal("bad-frame"))

    async def _send(self, frame: Json) -> None:
        """Send a frame; ignore a closed connection, which the listener notices by itself."""
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
    """Tracks what one connection has received, so that it gets only changes."""

    def __init__(self, channel: Channel, guest: Guest, seen_changes: int, base: str = "") -> None:
        self._base = base
        self._channel = channel
        self._guest = guest
        self._seen_changes = seen_changes
        self._stamp = ""
        self._finished_nonces: frozenset[str] = frozenset()
        self._language: str | None = None
        self._roll = Roll()
        self._listed_people: dict[str, Person] = {}

    def news(self) -> Json | None:
        """Return all changes since the last call; None without any.

        Messages for others only advance the stamp, so that a returning reader requests no more than is new.
        """
        changes = self._messages() | self._finished_texts() | self._presence_changes() | self._language_change()
        before, self._stamp = self._stamp, self._channel.stamp
        return frames.news(self._stamp, changes) if changes or self._stamp != before else None

    def _messages(self) -> Json:
        newer = self._channel.history.since(self._seen_changes, self._guest.person)
        self._seen_changes = self._channel.history.changes
        messages = [frames.message(entry, self._guest.person, self._channel.name, self._base) for entry in newer]
        return {"messages": messages} if messages else {}

    def _finished_texts(self) -> Json:
        nonces = [nonce for nonce in self._guest.done if nonce not in self._finished_nonces]
        self._finished_nonces = frozenset(self._guest.done)
        return {"done": nonces} if nonces else {}

    def _language_change(self) -> Json:
        if self._guest.language == self._language:
            return {}
        self._language = self._guest.language
        return {"language": self._language}

    def _presence_changes(self) -> Json:
        """Return changes of who is present: the reader's arrival at once, others when the channel announces them."""
        roll = self._channel.roll if self._roll.number else self._channel.presence.roll()
        if roll.number <= self._roll.number:
            return {}
        before, former_count, people = self._listed_people, self._roll.count, roll.listed_people(self._guest.person)
        self._listed_people, self._roll = people, roll
        if people == before and roll.count == former_count:
            return {}
        return {"here": frames.here(roll.count, before, people, self._guest.person)}


@dataclass
class TokenBucket:
    """Lets `burst` frames through at once, then `rate` per second; nothing is refused, only delayed."""

    rate: float = 5.0
    burst: float = 20.0
    _due: float = 0.0

    def wait(self, now: float) -> float:
        """Take a token at the instant `now`; return the seconds to wait before using it."""
        self._due = max(self._due, now) + 1 / self.rate
        return max(0.0, self._due - now - self.burst / self.rate)

    def takes(self, now: float) -> bool:
        """Take a token at the instant `now` if that needs no waiting; return whether it did."""
        before = self._due
        if self.wait(now) > 0:
            self._due = before
            return False
        return True


class PinnedBoard:
    """The state of the pinned board of one connection."""

    def __init__(self, channel: Channel, guest: Guest, touching: Touching) -> None:
        self._channel = channel
        self._guest = guest
        self._touching = touching
        self._shown_lines: list[str] = []
        self._places: list[list[object]] = []

    async def answer(self, question: Question) -> Json:
        """Answer a question about a board; log and answer one that fails too, so that the page continues."""
        try:
            return await self._answer(question)
        except Exception:
            _log.exception("a question about a board failed")
            self._shown_lines, self._places = [], []
            return _failure_answer(question)

    async def _answer(self, question: Question) -> Json:
        match question:
            case Look():
                return await self.look(question)
            case Replay():
                return await self.replay(question)
            case Table():
                return await self.table(question)
            case TouchRequest():
                return await self.touch(question)

    async def look(self, look: Look) -> Json:
        """Return the current board of a message: its lines as cuts in the previous ones, and its touchable places."""
        await self._channel.wake()
        entry = self._channel.history.get(look.message)
        pictures = entry.pictures if entry and entry.is_for(self._guest.person) else ()
        if not pictures:
            return {"kind": "board", "message": look.message, "gone": True}
        picture = pictures[0]
        board: Json = {"kind": "board", "message": look.message, "picture": picture.id}
        return board | self._scene_cuts(picture.scene) | self._board_state(picture, await self._touchable(picture))

    async def replay(self, replay: Replay) -> Json:
        """Return an earlier board of a game, also as cuts, and its description."""
        past = await self._touching.past(self._channel.chat, replay.of, replay.turn, self._guest.language)
        answer: Json = {"kind": "past", "of": replay.of, "turn": replay.turn}
        return answer | (self._scene_cuts(past.scene) | {"said": past.said} if past else {"gone": True})

    async def table(self, table: Table) -> Json:
        """Return a table of what is at each place of a board."""
        rows = await self._touching.table(self._channel.chat, table.of, self._guest.language)
        return {"kind": "table", "of": table.of, "told": rows or ()}

    def _scene_cuts(self, scene: Scene) -> Json:
        before, self._shown_lines = self._shown_lines, list(elements(scene))
        size = scene.width, scene.height
        return {"whole": not before, "size": size, "cuts": list(cuts(before, self._shown_lines))}

    async def touch(self, touch: TouchRequest) -> Json:
        """Return the verdict on a move in progress; without one if the position is gone."""
        touch_state = Touch(touch.of, touch.text, touch.taps, touch.about, touch.at)
        verdict = await self._touching.judge(self._channel.chat, touch_state, self._guest.language)
        return {"kind": "touched", "number": touch.number} | (_verdict_answer(verdict) if verdict else {"gone": True})

    async def _touchable(self, picture: ServedPicture) -> Touchable | None:
        if not picture.of:
            return None
        return await self._touching.board(self._channel.chat, self._guest.person, picture.of, self._guest.language)

    def _board_state(self, picture: ServedPicture, board: Touchable | None) -> Json:
        """Return the board's touchable places, if they changed, and its players and turns."""
        if board is None:
            return {"of": ""}
        before, self._places = self._places, [_place(place) for place in board.places]
        answer: Json = {"of": picture.of, "mine": board.mine, "called": board.called, "words": board.words}
        answer |= {"players": board.players, "turns": board.turns, "planned": _ghost(board.planned)}
        answer |= {"mention": board.asked and board.asked.name, "calls": self._guest.person.is_same(board.asked)}
        return answer if self._places == before else answer | {"places": self._places}


def cuts(before: Sequence[str], after: Sequence[str]) -> Iterator[Cut]:
    """Yield the replacements that turn `before` into `after`, to be applied from the last line to the first."""
    changes = SequenceMatcher(None, before, after, autojunk=False).get_opcodes()
    for kind, start, end, begin, stop in reversed(changes):
        if kind != "equal":
            yield start, end - start, list(after[begin:stop])


def _failure_answer(question: Question) -> Json:
    """Return the answer to a question that failed: nothing is shown, and a touch is marked as failed."""
    match question:
        case Look():
            return {"kind": "board", "message": question.message, "gone": True}
        case Replay():
            return {"kind": "past", "of": question.of, "turn": question.turn, "gone": True}
        case Table():
            return {"kind": "table", "of": question.of, "told": ()}
        case TouchRequest():
            return {"kind": "touched", "number": question.number, "gone": True, "failed": True}


def _place(place: Place) -> list[object]:
    return [place.name, *(round(value, 1) for end in place.ends for value in end)]


def _verdict_answer(verdict: Verdict) -> Json:
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
