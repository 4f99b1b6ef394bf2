"""A person's WebSocket connection: incoming frames limited by a token bucket, outgoing news and board updates."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, fields
from difflib import SequenceMatcher

from aiohttp import WSMsgType, web

from bot.core.game.people import Chat, Person
from bot.core.ports.page import Touch, Touchable, Touching
from bot.platforms.web import frames
from bot.platforms.web.channel import Channel, Channels, name_of
from bot.platforms.web.frames import Hello, Json, Look, Replay, Say, Table, TouchRequest
from bot.platforms.web.history import ServedPicture
from bot.platforms.web.presence import EntryRefusedError, Guest, Roll, visitor
from bot.platforms.web.talk import Talk
from renderers.scene import Item, Scene
from renderers.svg import elements, lines, patterns

Cut = tuple[int, int, list[str]]
"""A replacement in a list of lines: the start, the number of removed lines, and the new lines."""
HELLO_WITHIN = 10.0
TOUCHES = 40.0
"""Touches per second; a page sends one at a time."""
Question = Look | Replay | Table | TouchRequest
_GONE: Json = {"gone": True}
_FAILURES: dict[type[Question], Json] = {Table: {"told": ()}, TouchRequest: {"gone": True, "failed": True}}
SitDown = Callable[[Hello], Awaitable[tuple[Person, Chat]]]


_log = logging.getLogger(__name__)


async def sit_down(hello: Hello) -> tuple[Person, Chat]:
    """Return the greeting visitor and the channel's chat; raise `EntryRefusedError`."""
    return visitor(hello.token, hello.name, hello.language), Chat("web", hello.channel.casefold(), direct=True)


class Connection:
    """A connection that admits a person, then receives frames and sends news until it ends.

    `sits` finds the person and chat of a greeting; the browser has the page's addresses under `base`.
    """

    def __init__(
        self, socket: web.WebSocketResponse, channels: Channels, talk: Talk, sits: SitDown = sit_down, base: str = ""
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
        hello = None
        with suppress(TimeoutError):
            async with asyncio.timeout(HELLO_WITHIN):
                hello = await anext(self._frames(), None)
        if not isinstance(hello, Hello):
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

    async def _stay(self, channel: Channel, guest: Guest, seen_changes: int) -> None:
        pinned_board = PinnedBoard(channel, guest, self._talk.touching)
        teller = asyncio.create_task(self._send_news(channel, guest, seen_changes))
        try:
            async for frame in self._frames():
                match frame:
                    case Say():
                        await channel.wake()
                        self._talk.handle(channel, guest, frame)
                    case Look() | Replay() | Table() | TouchRequest():
                        await self._send(await pinned_board.answer(frame))
                    case Hello():
                        await self._send(frames.refusal("bad-frame"))
        finally:
            teller.cancel()
            await channel.leave(guest)

    async def _send_news(self, channel: Channel, guest: Guest, seen_changes: int) -> None:
        """Send news; changes while the connection was slow or away come in one frame."""
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
            frame = None
            with suppress(ValueError):
                frame = frames.read(packet.data) if packet.type is WSMsgType.TEXT else None
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


class Reader:
    """A record of what one connection has received, so that it gets only changes."""

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
        changes = self._messages() | self._presence_changes()
        if nonces := [nonce for nonce in self._guest.done if nonce not in self._finished_nonces]:
            self._finished_nonces = frozenset(self._guest.done)
            changes["done"] = nonces
        if self._guest.language != self._language:
            changes["language"] = self._language = self._guest.language
        before, self._stamp = self._stamp, self._channel.stamp
        return frames.news(self._stamp, changes) if changes or self._stamp != before else None

    def _messages(self) -> Json:
        newer = self._channel.history.since(self._seen_changes, self._guest.person)
        self._seen_changes = self._channel.history.changes
        messages = [frames.message(entry, self._guest.person, self._channel.name, self._base) for entry in newer]
        return {"messages": messages} if messages else {}

    def _presence_changes(self) -> Json:
        """Return changes in presence: the reader's arrival at once, others when the channel announces them."""
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
    """A limiter that passes `burst` frames at once, then `rate` per second; it delays frames but refuses none."""

    rate: float = 5.0
    burst: float = 20.0
    _due: float = 0.0

    def wait(self, now: float) -> float:
        """Take a token at the instant `now`; return the seconds to wait before using it."""
        self._due = max(self._due, now) + 1 / self.rate
        return max(0.0, self._due - now - self.burst / self.rate)

    def takes(self, now: float) -> bool:
        """Take a token at the instant `now` if there is one; return whether there was."""
        before = self._due
        if self.wait(now) > 0:
            self._due = before
            return False
        return True


class PinnedBoard:
    """The state of one connection's pinned board."""

    def __init__(self, channel: Channel, guest: Guest, touching: Touching) -> None:
        self._channel = channel
        self._guest = guest
        self._touching = touching
        self._shown_lines: list[str] = []
        self._places: list[list[object]] = []

    async def answer(self, question: Question) -> Json:
        """Answer a question about a board; log a failure and answer anyway, so that the page continues."""
        named: Json
        answering: Awaitable[Json]
        match question:
            case Look():
                named, answering = {"kind": "board", "message": question.message}, self._look(question)
            case Replay():
                named, answering = {"kind": "past", "of": question.of, "turn": question.turn}, self._replay(question)
            case Table():
                named, answering = {"kind": "table", "of": question.of}, self._table(question)
            case TouchRequest():
                named, answering = {"kind": "touched", "number": question.number}, self._touch(question)
        try:
            return named | await answering
        except Exception:
            _log.exception("a question about a board failed")
            self._shown_lines, self._places = [], []
            return named | _FAILURES.get(type(question), _GONE)

    async def _look(self, look: Look) -> Json:
        """Return the current board of a message: its lines as cuts of the previous ones, and its touchable places."""
        await self._channel.wake()
        entry = self._channel.history.get(look.message)
        if not entry or not entry.pictures or not entry.is_for(self._guest.person):
            return _GONE
        picture, board = entry.pictures[0], None
        answer: Json = {"picture": picture.id} | self._scene_cuts(picture.scene)
        if picture.of:
            chat, language = self._channel.chat, self._guest.language
            board = await self._touching.board(chat, self._guest.person, picture.of, language)
        return answer | self._board_state(picture, board)

    async def _replay(self, replay: Replay) -> Json:
        """Return an earlier board of a game, also as cuts, and its description."""
        past = await self._touching.past(self._channel.chat, replay.of, replay.turn, self._guest.language)
        return self._scene_cuts(past.scene) | {"said": past.said} if past else _GONE

    async def _table(self, table: Table) -> Json:
        """Return the contents of each place of a board as a table."""
        return {"told": await self._touching.table(self._channel.chat, table.of, self._guest.language) or ()}

    async def _touch(self, touch: TouchRequest) -> Json:
        """Return the verdict on a move in progress; none if the position is gone."""
        touch_state = Touch(touch.of, touch.text, touch.taps, touch.about, touch.at)
        verdict = await self._touching.judge(self._channel.chat, touch_state, self._guest.language)
        if verdict is None:
            return _GONE
        values = {field.name: getattr(verdict, field.name) for field in fields(verdict)}
        return values | {"ghost": _ghost(verdict.ghost)}

    def _scene_cuts(self, scene: Scene) -> Json:
        before, self._shown_lines = self._shown_lines, list(elements(scene))
        size = scene.width, scene.height
        return {"whole": not before, "size": size, "cuts": list(cuts(before, self._shown_lines))}

    def _board_state(self, picture: ServedPicture, board: Touchable | None) -> Json:
        """Return the board's touchable places, if they changed, and its players and turns."""
        if board is None:
            return {"of": ""}
        before = self._places
        self._places = [[at.name, *(round(value, 1) for end in at.ends for value in end)] for at in board.places]
        answer: Json = {"of": picture.of, "mine": board.mine, "called": board.called, "words": board.words}
        answer |= {"players": board.players, "turns": board.turns, "planned": _ghost(board.planned)}
        answer |= {"plays": board.plays, "over": not board.places, "aim": board.aim}
        answer |= {"clocks": board.clocks and vars(board.clocks)}
        answer |= {"mention": board.asked and board.asked.name, "calls": self._guest.person.is_same(board.asked)}
        return answer if self._places == before else answer | {"places": self._places}


def cuts(before: Sequence[str], after: Sequence[str]) -> Iterator[Cut]:
    """Yield the replacements that turn `before` into `after`, to be applied from the last line to the first."""
    changes = SequenceMatcher(None, before, after, autojunk=False).get_opcodes()
    for kind, start, end, begin, stop in reversed(changes):
        if kind != "equal":
            yield start, end - start, list(after[begin:stop])


def _ghost(items: Sequence[Item]) -> list[str]:
    return [*patterns(items), *(line for item in items for line in lines(item))]
