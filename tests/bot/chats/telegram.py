"""A conversation on Telegram: a supergroup whose bot may whisper, commands, and replies to the newest board."""

from __future__ import annotations

import asyncio
import itertools
import re
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

from bot.core.boards.tidying import Tidying
from bot.core.commands.playing import looks_like_a_move
from bot.core.language.speech import LANGUAGES, speech
from bot.core.ports.store import Store
from bot.platforms.telegram import Telegram, flood_control
from bot.platforms.telegram.flood_control import SendQueue
from tests.bot.chats.comparing import Customs
from tests.bot.chats.house import BEGINNING, House, house
from tests.bot.chats.script import Action, Hidden, Seen, met_before, people_in, places_in
from tests.bot.chats.wording import leaving_out, rephrasings
from tests.bot.platforms.telegram.opening import paint, serving
from tests.bot.platforms.telegram.people import Human, Press
from tests.bot.platforms.telegram.server import TOKEN, BotApi
from tests.bot.platforms.telegram.town import Post, Room, Town

CUSTOMS = Customs(
    spares=(r"^You have no game here", r"^There’s no command /dance", r"^a2-b2 is right\."),
    adds=(r"^This game is over\.$", r"^Thanks for playing!"),
    dresses=(
        *rephrasings("how-to-move-here", "how-to-move"),
        *rephrasings("start-here", "start"),
        *rephrasings("learn-answer-by-press", "learn-answer"),
        *leaving_out("accept-elsewhere"),
        *leaving_out("plans-overheard"),
        (r"\s?https://t\.me/\S+", ""),
        (r"\n/accept [A-Z]{6}(?=\n|$)", ""),
        (r"@([a-z])", lambda handle: handle[1].upper()),
        (r"^Friends(\n| · )", ""),
        (r"^(Ann|Bob|Carl): (?=[^\n]* · [A-Z]{6}\b)", ""),
    ),
    buttons=frozenset(speech(language).say(f"button-{word}") for language in LANGUAGES for word in ("share", "copy")),
    keeps_pictures=True,
    chooses_on_boards=True,
)
"""Replies to a board are about its game, even when it is over; `/dance` may be another bot's; who is called is named
first, perhaps by handle; of an old board a strip of paper stays as its picture; a challenge has an address."""


_CODE = re.compile(r"\b[B-Z]{6}\b")
_MOST_SINGLE_MOVES = 6
"""Those that have buttons of their own at every adapter."""
_MORE = {speech(language).say("button-more") for language in LANGUAGES}


@dataclass
class TelegramChat:
    """People of a conversation in their group, in other groups and in their private chats."""

    town: Town
    api: BotApi
    store: Store
    time: float = BEGINNING
    people: dict[str, Human] = field(default_factory=dict)
    rooms: dict[str, Room] = field(default_factory=dict)
    shown: list[tuple[str, Post]] = field(default_factory=list)
    router: House | None = None
    _run: AsyncExitStack = field(default_factory=AsyncExitStack)

    async def start(self) -> None:
        """Start the bot, or restart it."""
        await self._run.aclose()
        base_url, base_file_url = f"{self.api.address}/bot", f"{self.api.address}/file/bot"
        platform = Telegram(TOKEN, paint=paint, patience=60.0, base_url=base_url, base_file_url=base_file_url)
        platform.deletes = False  # the files are of adapters that leave a line
        self.router = house(self.store, platform, lambda: self.time)
        await self._run.enter_async_context(serving(platform, self.router))
        self._run.push_async_callback(self.router.close)

    async def stop(self) -> None:
        await self._run.aclose()

    async def act(self, action: Action) -> list[Seen]:
        """Does it, and returns what is seen for it."""
        press: Press | None = None
        if action.is_restart:
            await self.start()
        elif action.blocks:
            who, is_blocked = action.blocks
            self._block(self.people[who], is_blocked)
        elif action.minutes:
            self.time += 60 * action.minutes
            assert self.router
            await self.router.sweep()
        else:
            press = self._say_or_press(action)
        await self._wait_until_quiet()
        seen = self._news()
        if press and (toast := await press.toast()).text:
            seen.append(Seen(action.place, action.who, toast.text))
        return seen

    def _block(self, human: Human, is_blocked: bool) -> None:
        was, now = ("member", "kicked") if is_blocked else ("kicked", "member")
        human.room.open = not is_blocked
        self.town.change_bot(human.room, human.as_json(), was, now)

    def _say_or_press(self, action: Action) -> Press | None:
        human = self._person(action.who, action.language)
        room = self._room(action.place)
        if action.label:
            return self._press(human, self._with_button(action, human), action.label)
        is_bare = not action.text.startswith("/") and room.kind != "private"
        if is_bare and self._games(room) > 1 and looks_like_a_move(action.text):
            human.says(room, f"/move {action.text}")
        else:
            human.says(room, action.text, to=self._board(room) if is_bare else None)
        return None

    def _press(self, human: Human, post: Post, label: str) -> Press:
        return human.presses(post, next(button for button in post.buttons if CUSTOMS.plain(button) == label))

    def _games(self, room: Room) -> int:
        return len({code for _, post in self.shown if post.room == room.id for code in _CODE.findall(post.text)})

    def _with_button(self, action: Action, human: Human) -> Post:
        """The newest message with the button; where it is gone, as it was when the finger was on its way."""
        near = (self._room(action.place).id, human.id)
        mine = [post for _, post in reversed(self.shown) if post.room in near and post.seen_by in (None, human.id)]
        newest = {post.id: post for post in reversed(mine)}
        posts = [*reversed(newest.values()), *mine]
        result = (post for post in posts if action.label in map(CUSTOMS.plain, post.buttons))
        if (first := next(result, None)) is None:
            raise Hidden
        return first

    def _board(self, room: Room) -> Post | None:
        public = (post for _, post in reversed(self.shown) if post.room == room.id and post.seen_by is None)
        return next((post for post in public if post.pictures or _MORE.intersection(post.buttons)), None)

    def _person(self, who: str, language: str = "") -> Human:
        human = self.people[who]
        human.language = language or human.language
        return human

    def _room(self, place: str) -> Room:
        if place in self.people:
            return self.people[place].starts()
        if place not in self.rooms:
            room = self.rooms[place] = self.town.group(place or "Friends", "supergroup")
            room.is_run_by_bot = True
        return self.rooms[place]

    async def settle(self, place: str) -> None:
        """Its owner settles that a group's games take their time, as in the files."""
        owner, room = next(iter(self.people.values())), self._room(place)
        room.owner = owner.id
        owner.says(room, "/settings time=none")
        await self._wait_until_quiet()
        self._news()

    async def _wait_until_quiet(self) -> None:
        """Waits until all that came in is answered, all boards are shown, and older ones have made way."""
        assert self.router
        async with asyncio.timeout(60):
            while self.town.updates:
                await asyncio.sleep(0.002)
            await self.router.wait_until_idle()
            while any(_shrinks(task) for task in asyncio.all_tasks()):
                await asyncio.sleep(0.002)

    def _news(self) -> list[Seen]:
        news: list[tuple[int, Seen]] = []
        for place, room in [*self.rooms.items(), *((name, human.room) for name, human in self.people.items())]:
            while not room.posts.empty():
                post = room.posts.get_nowait()
                self.shown.append((place, post))
                news.append((int(post.id), self._observe(place, post)))
        return [seen for _, seen in sorted(news, key=lambda pair: pair[0])]

    def _observe(self, place: str, post: Post) -> Seen:
        """A picture of Telegram has no words but its caption."""
        alone = next((name for name, human in self.people.items() if human.id == post.seen_by), "")
        pictures = ("",) * bool({"photo", "animation"} & {*post.json})
        file = post.json.get("document", {}).get("file_name", "")
        return Seen(place, alone, post.text, (*_labels_of(post.buttons), *post.links), pictures, file, post.edited)


def _labels_of(buttons: Mapping[str, str]) -> Iterator[str]:
    """Yield the labels of a message: for the moves under a board, that of the button which leads to them elsewhere."""
    halves = [label for label, types in buttons.items() if types.rpartition(" ")[2].startswith("+")]
    moves = [label for label, types in buttons.items() if types.startswith("/") and types.endswith(f" {label}")]
    moves += halves
    findings = [language for language in LANGUAGES if speech(language).say("button-hint") in buttons]
    has_steps = any(" pick " in f" {buttons[label]} ".replace("/", " ") for label in moves)
    if not findings or (len(moves) <= _MOST_SINGLE_MOVES and not has_steps):
        yield from buttons
        return
    yield speech(findings[0]).say("button-pick")
    yield from (label for label in buttons if label not in halves and (label.isalpha() or label not in moves))


def _shrinks(task: asyncio.Task[Any]) -> bool:
    """Whether a task is the one that makes older boards small."""
    return f"{Tidying.__qualname__}." in repr(task.get_coro())


@asynccontextmanager
async def open_chat(store: Store, actions: tuple[Action, ...]) -> AsyncIterator[TelegramChat]:
    """The adapter, open to the people of a conversation; between two messages there is always time enough."""
    town = Town()
    town.has_ephemeral = True
    api = BotApi(town)
    ages = itertools.count(0, 3600)
    async with api.serving():
        chat = TelegramChat(town, api, store)
        for name in people_in(actions):
            chat.people[name] = Human(town, name.capitalize(), name)
            chat.people[name].starts()
        with (
            patch.object(flood_control, "time", SimpleNamespace(monotonic=lambda: next(ages))),
            patch.object(flood_control, "SendQueue", lambda rate, _: SendQueue(1000 * rate)),
        ):
            await chat.start()
            for place in places_in(actions):
                await chat.settle(place)
            for who, language in met_before(actions).items():
                await chat.act(Action("", who, language, who, "/start"))
            try:
                yield chat
            finally:
                await chat.stop()
