"""The kinds of places where people play on Telegram, each with a game that is begun and watched there."""

from __future__ import annotations

import asyncio
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeVar

from bot.core.game.people import Person
from bot.core.game.session import Session, Stage
from bot.core.router import Router
from tests.bot.platforms.telegram.people import Human
from tests.bot.platforms.telegram.town import PATIENCE, Json, Post, Room, Town
from tests.bot.short_games import LINES

T = TypeVar("T")
_TAG = re.compile(r"\b([B-Z]{6})@(\d+)")
_TOPIC, _COMMENTS = 5, 6
_LOOK_AGAIN = 0.004


class Place(StrEnum):
    """Where a game is played."""

    PRIVATE = "private chat"
    PRIVACY = "group with privacy"
    HEARING = "group hearing all"
    SUPERGROUP = "supergroup run by the bot"
    TOPIC = "forum topic"
    CLOSED = "closed topic"
    COMMENTS = "discussion group of a channel"
    WORDS = "group without photos"
    ELSEWHERE = "inline message"


@dataclass
class Spot(ABC):
    """A place with two people, and the bot's core behind it."""

    place: Place
    town: Town
    core: Router
    game: str
    ann: Human = field(init=False)
    bob: Human = field(init=False)
    code: str = ""
    options: str = ""

    def __post_init__(self) -> None:
        self.options = self.options or LINES[self.game].options
        number = self.town.number()
        self.ann = Human(self.town, "Ann", username=f"ann_{number}")
        self.bob = Human(self.town, "Bob", username=f"bob_{number}")

    @abstractmethod
    async def begin(self) -> None:
        """Begin the game; its first board stands then."""

    @abstractmethod
    def posts(self) -> Iterator[Post]:
        """Yield all that the bot shows to everybody, the newest first."""

    async def session(self) -> Session:
        """Return the game as it is stored."""
        session = await self.core._services.games.load(self.code)
        assert session
        return session

    async def turn(self) -> tuple[Session, Human]:
        """Return the game and who is to move."""
        session = await self.session()
        assert isinstance(session.on_turn, Person)
        return session, next(human for human in (self.ann, self.bob) if str(human.id) == session.on_turn.id)

    async def board(self) -> Post:
        """Return the board of the newest position as soon as it stands."""
        async with asyncio.timeout(PATIENCE):
            while (board := await self._newest_board()) is None:
                await asyncio.sleep(_LOOK_AGAIN)
        return board

    async def _newest_board(self) -> Post | None:
        session = await self.session()
        tag = f"{self.code}@{session.ply}" if session.stage is Stage.RUNNING else f"/again {self.code}"
        return next((post for post in self.posts() if _types(post, tag)), None)

    async def moved(self, before: Session) -> None:
        """Return once the game has gone on and its board stands."""
        async with asyncio.timeout(PATIENCE):
            while (await self.session()).version <= before.version:
                await asyncio.sleep(_LOOK_AGAIN)
        await self.board()

    async def quiet(self) -> None:
        """Return once the bot has handled all that it was told."""
        await until_handled(self.town, self.core)

    async def _find_code(self) -> None:
        result = await until(lambda: next(filter(None, map(_code, self.posts())), None))
        self.code = result


@dataclass
class Chat(Spot):
    """A chat in which the bot is."""

    topic: int | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        self.post_of_channel: Json | None = None
        self.room = self._open()

    def _open(self) -> Room:
        match self.place:
            case Place.PRIVATE:
                return self.ann.starts()
            case Place.PRIVACY | Place.HEARING | Place.WORDS:
                room = self.town.group("Friends")
                room.hears_all, room.photos = self.place is Place.HEARING, self.place is not Place.WORDS
            case Place.SUPERGROUP:
                room = self.town.group("Friends", "supergroup")
                room.hears_all = room.is_run_by_bot = True
            case Place.COMMENTS:
                room = self.town.group("Comments", "supergroup")
                channel = {"id": -self.town.number(), "type": "channel", "title": "News"}
                telegram = {"id": 777000, "is_bot": False, "first_name": "Telegram"}
                forwarded = {"text": "News", "sender_chat": channel, "is_automatic_forward": True}
                self.post_of_channel = self.town.write(room, telegram, forwarded)
            case _:
                room, self.topic = self.town.group("Forum", topics=(_TOPIC,)), _TOPIC
        return room

    def says(self, who: Human, text: str, to: Post | None = None) -> Json:
        """Type a text where the game is."""
        answered = to.json if to else self.post_of_channel
        thread = self.post_of_channel["message_id"] if self.post_of_channel else None
        return who.says(self.room, text, to=answered, topic=self.topic, comments=thread)

    async def begin(self) -> None:
        if self.place is Place.PRIVATE:
            self.says(self.ann, f"/challenge bot easy {self.game} {self.options}")
        else:
            if self.place is Place.WORDS:
                await self._without_photos()
            self.says(self.ann, f"/challenge @{self.bob.username} {self.game} {self.options}")
            question = await until(lambda: next((post for post in self.posts() if "Accept" in post.buttons), None))
            self.bob.presses(question, "Accept")
        await self._find_code()

    async def _without_photos(self) -> None:
        """The bot learns of it when it is added."""
        self.town.add_bot(self.room, self.ann.as_json())
        await self.quiet()

    def posts(self) -> Iterator[Post]:
        for _, message in sorted(self.room.messages.items(), reverse=True):
            post = Post(message)
            if message["from"]["is_bot"] and post.seen_by is None:
                yield post

    def seen_by(self, who: Human) -> Iterator[Post]:
        """Yield all that the bot shows to somebody here and in private, the newest first."""
        for room in (self.room, who.room):
            for _, message in sorted(room.messages.items(), reverse=True):
                post = Post(message)
                if message["from"]["is_bot"] and post.seen_by in (None, who.id):
                    yield post

    def close(self) -> None:
        """Close the topic as an administrator: nobody else can write there."""
        self.room.closed.add(_TOPIC)

    async def reopen(self) -> None:
        """An administrator opens the topic again, of which the bot is told."""
        self.room.closed.discard(_TOPIC)
        service = {"forum_topic_reopened": {}, "message_thread_id": _TOPIC, "is_topic_message": True}
        self.town.tell(self.town.write(self.room, self.ann.as_json(), service))
        await self.quiet()


@dataclass
class Inline(Spot):
    """A message in a chat that Telegram does not tell the bot of."""

    number: str = ""

    async def begin(self) -> None:
        listed = await self.ann.queries(f"{self.game} {self.options}")
        invitation = self.ann.sends(listed[0])
        self.number = invitation.json["inline_message_id"]
        self.bob.presses(invitation, "Accept")
        await self._find_code()

    def posts(self) -> Iterator[Post]:
        yield self.town.elsewhere.messages[self.number]


def spot_at(place: Place, town: Town, core: Router, game: str, options: str = "") -> Spot:
    """Return a new place of a kind, with two people who play a game there."""
    make = Inline if place is Place.ELSEWHERE else Chat
    return make(place, town, core, game, options=options)


async def until(result: Callable[[], T | None]) -> T:
    """Return what is found as soon as it is."""
    async with asyncio.timeout(PATIENCE):
        while (seen := result()) is None:
            await asyncio.sleep(_LOOK_AGAIN)
    return seen


async def until_handled(town: Town, core: Router) -> None:
    """Return once the bot has handled all updates, those too that it confirmed and keeps in the store meanwhile."""
    async with asyncio.timeout(PATIENCE):
        while town.updates or await core.updates.all_updates("telegram"):
            await asyncio.sleep(_LOOK_AGAIN)
    await core.wait_until_idle()


def _types(post: Post, part: str) -> bool:
    return any(re.search(rf"{re.escape(part)}(?!\d)", text) for text in post.buttons.values())


def _code(post: Post) -> str | None:
    found = (_TAG.search(text) for text in post.buttons.values())
    return next((match[1] for match in found if match), None)
