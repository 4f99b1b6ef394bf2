"""A conversation on the page, without a browser: everybody has a tab in every channel."""

from __future__ import annotations

import itertools
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field

from aiohttp import ClientSession

from bot.platforms.web import Web
from bot.platforms.web.history import order
from bot.store.redis import RedisStore
from tests.bot.chats.comparing import Customs
from tests.bot.chats.house import BEGINNING, House, house
from tests.bot.chats.script import Action, Hidden, Seen, languages_in, people_in, places_in
from tests.bot.chats.wording import leaving_out, rephrasings, saying
from tests.bot.platforms.web import house as served
from tests.bot.platforms.web.house import Frame, Tab, enter
from tests.bot.platforms.web.scripted import paint, paint_dark

CUSTOMS = Customs(
    spares=(*saying("rematch-offered"), *saying("answer-asked"), r"^/challenge "),
    dresses=(
        *rephrasings("how-to-move-here", "how-to-move"),
        *rephrasings("how-to-move-by-touch", "how-to-move"),
        *rephrasings("how-to-move-here", "how-to-move"),
        *leaving_out("learn-answer"),
        *((rf"\n{line[1:]}\n(?P<title>.* · \w+) · .*", r"\n\g<title>") for line in saying("clocks")),
        *((f" · {line[1:]}", "") for line in saying("first-turn-left")),
        (r"\s?/c/\w+#m-\S+", ""),
    ),
    shows_once=True,
)
"""What only passes over a pressed button has no place here, nor has what a menu typed when it is done with."""
_LOBBY = "lobby"
_SHOWN = ("id", "text", "buttons", "pictures", "file")


@dataclass
class PageChat:
    """People of a conversation in their channels."""

    store: RedisStore
    client: ClientSession
    people: tuple[str, ...]
    places: tuple[str, ...]
    first: dict[str, str]
    time: float = BEGINNING
    tabs: dict[tuple[str, str], Tab] = field(default_factory=dict)
    known: dict[tuple[str, str], Frame] = field(default_factory=dict)
    past: list[Frame] = field(default_factory=list)
    languages: dict[tuple[str, str], str] = field(default_factory=dict)
    stamps: dict[str, str] = field(default_factory=dict)
    _nonces: Iterator[int] = field(default_factory=itertools.count)
    _router: House | None = None
    _house: served.House | None = None
    _run: AsyncExitStack = field(default_factory=AsyncExitStack)

    async def start(self) -> None:
        """Start the bot, or restart it."""
        await self.stop()
        self._house = await self._run.enter_async_context(
            served.serving(self._open, (paint, paint_dark), self.store.archive)
        )
        assert self._router
        self._run.push_async_callback(self._router.close)
        await self._look()

    async def stop(self) -> None:
        for tab in self.tabs.values():
            await tab.socket.close()
        self.tabs.clear()
        await self._run.aclose()

    async def act(self, action: Action) -> list[Seen]:
        """Does it, and returns what is seen for it."""
        assert self._router
        if action.is_restart:
            await self.start()
        elif action.minutes:
            self.time += 60 * action.minutes
            await self._router.sweep()
        else:
            await self._say_or_press(action)
        await self._router.wait_until_idle()
        return await self._look()

    def _open(self, web: Web) -> House:
        self._router = house(self.store, web, lambda: self.time)
        return self._router

    async def _say_or_press(self, action: Action) -> None:
        tab = await self._enter(action.who, action.place, action.language)
        nonce = f"c{next(self._nonces)}"
        if not action.label:
            return await tab.say(action.text, nonce=nonce)
        message, button = self._button(tab, action)
        return await tab.say(button["types"], pressed=True, reply=message["id"], nonce=nonce)

    def _button(self, tab: Tab, action: Action) -> tuple[Frame, Frame]:
        """The newest with the label; where it is gone, as it was when the finger was on its way."""
        messages = [*reversed(tab.messages.values()), *reversed(self.past)]
        buttons = ((message, button) for message in messages for row in message["buttons"] for button in row)
        result = next(((message, button) for message, button in buttons if button["label"] == action.label), None)
        if result is None:
            raise Hidden
        return result

    async def _enter(self, who: str, place: str, language: str = "") -> Tab:
        """The open tab, or a new one that shows all there is, in another language if need be."""
        assert self._house
        old, before = self.tabs.get((who, place)), self.languages.get((who, place)) or self.first.get(who, "en")
        spoken = self.languages[who, place] = language or before
        if old and spoken == before:
            return old
        name, channel = who.capitalize(), place or _LOBBY
        more = {"language": spoken, "token": token_of(who)}
        self.tabs[who, place] = tab = await enter(self.client, self._house, name, channel, **more)
        if old:
            await old.socket.close()
        return tab

    async def _look(self) -> list[Seen]:
        """What is new on anybody's page."""
        readers: dict[tuple[str, str], list[str]] = {}
        post: dict[tuple[str, str], Frame] = {}
        for place in self.places:
            newest = await self._newest(place)
            for who in self.people:
                tab = await self._enter(who, place)
                while order(tab.stamp) < order(newest):
                    await tab.listen()
                for message in (message for message in tab.messages.values() if message["author"] is None):
                    readers.setdefault((place, message["id"]), []).append(who)
                    post[place, message["id"]] = {key: message[key] for key in _SHOWN}
        news = {key: message for key, message in post.items() if self.known.get(key) != message}
        sightings = [self._observe(key, message, readers[key]) for key, message in news.items()]
        self.known |= news
        self.past += news.values()
        return sightings

    async def _newest(self, place: str) -> str:
        """The stamp of what was put into a channel last."""
        known = self.stamps.get(place, "")
        lines = (await self.store.archive.read(place or _LOBBY, known, self.time)).lines
        self.stamps[place] = lines[-1].stamp if lines else known
        return self.stamps[place]

    def _observe(self, key: tuple[str, str], message: Frame, readers: list[str]) -> Seen:
        alone = "" if len(readers) == len(self.people) else "+".join(readers)
        labels = tuple(button["label"] for row in message["buttons"] for button in row)
        pictures = tuple(picture["alt"] for picture in message["pictures"])
        file = (message["file"] or {}).get("name", "")
        return Seen(key[0], alone, message["text"], labels, pictures, file, key in self.known)


def token_of(who: str) -> str:
    """By what somebody is known on the page, in whichever tab."""
    return f"token_of_{who}_0123456789"


@asynccontextmanager
async def open_chat(store: RedisStore, actions: tuple[Action, ...]) -> AsyncIterator[PageChat]:
    """The page, open to the people of a conversation and to one who only looks on."""
    async with ClientSession() as client:
        chat = PageChat(store, client, (*people_in(actions), "onlooker"), places_in(actions), languages_in(actions))
        await chat.start()
        try:
            yield chat
        finally:
            await chat.stop()
