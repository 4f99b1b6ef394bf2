"""Conversations typed and pressed in a real browser: everybody's page shows what their connection was told."""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass, field
from typing import Any

import pytest
from aiohttp import ClientSession
from playwright.async_api import expect

from bot.core.language.speech import speech
from bot.store.connection import connect
from bot.store.redis import RedisStore
from tests.bot.chats.comparing import Comparison
from tests.bot.chats.page import CUSTOMS, PageChat, token_of
from tests.bot.chats.script import FILES, Action, Seen, languages_in, people_in, places_in, read
from tests.bot.platforms.web.house import Frame, Tab
from tests.bot.platforms.web.page.conftest import browser, spares, visitors
from tests.bot.platforms.web.page.visitor import Visitor, Visitors

__all__ = ["browser", "spares", "visitors"]
pytestmark = pytest.mark.asyncio(loop_scope="session")
PLAYED = ("an_l_in_two_presses", "the_pie_in_ukrainian", "the_bot_plays_in_russian")
_CONTENTS = ("text", "buttons", "pictures", "file")
"""A message without any of these is dropped: the page shows nothing of a menu that was used."""
_SHOWN = """articles => articles.map(article => [
    article.id.slice(2),
    [...article.querySelectorAll(".text, .grid")].map(part => part.textContent).join("\\n"),
    [...article.querySelectorAll(".buttons button")].map(button => button.textContent),
    [...article.querySelectorAll("img")].map(image => image.alt),
])"""


@dataclass
class BrowserChat(PageChat):
    """The same people, each who does something with a browser; they have one channel."""

    visitors: Visitors | None = None
    windows: dict[str, Visitor] = field(default_factory=dict)

    async def open(self, languages: dict[str, str]) -> None:
        """Lets everybody in whom the channel knows by their connection already."""
        assert self.visitors and self._house
        for who, language in languages.items():
            self.windows[who] = visitor = await self.visitors.tab(language)
            await visitor.page.goto(f"{self._house.url}/c/lobby#seat={token_of(who)}.{who.capitalize()}")
            await expect(visitor.box).to_be_visible()

    async def act(self, action: Action) -> list[Seen]:
        """Does it, and returns what is seen for it once every page shows it."""
        seen = await super().act(action)
        for who, visitor in self.windows.items():
            share = speech(self.languages[who, ""]).say("page-share-result")
            await _agree(visitor, self.tabs[who, ""], share)
        return seen

    async def _say_or_press(self, action: Action) -> None:
        visitor, tab = self.windows[action.who], self.tabs[action.who, ""]
        count_before = len(tab.done)
        if action.label:
            message, _ = self._button(tab, action)
            article = visitor.page.locator(f"[id='m-{message['id']}']")
            await article.get_by_role("button", name=action.label, exact=True).click()
        else:
            await visitor.say(action.text)
        await tab.until(lambda: len(tab.done) > count_before)


async def _agree(visitor: Visitor, tab: Tab, share: str) -> None:
    """Wait until a page shows the bot's messages as its connection received them."""
    messages = [message for message in tab.messages.values() if message["author"] is None]
    answer = [_expected_article(message, share) for message in messages if any(map(message.get, _CONTENTS))]
    post: list[Any] = []
    for _ in range(200):
        post = await visitor.log.locator(".bot").evaluate_all(_SHOWN)
        if post == answer:
            return
        await asyncio.sleep(0.05)
    assert post == answer


def _expected_article(message: Frame, share: str) -> list[Any]:
    """Return what a page shows of a message: its heading has a line of its own, and a result a button to share it."""
    labels = [button["label"] for row in message["buttons"] for button in row] + [share] * bool(message.get("shares"))
    text = re.sub(f"^({re.escape(message['heading'])}) — ", r"\1\n", message["text"])
    return [message["id"], text, labels, [picture["alt"] for picture in message["pictures"]]]


@pytest.mark.sample(one_in=3)
@pytest.mark.parametrize("name", PLAYED)
async def test_a_conversation_goes_in_a_browser_as_it_is_written(name: str, empty_valkey: str, visitors: Visitors):
    store = RedisStore(connect(empty_valkey))
    await store.check_ready()
    actions, comparison = read(next(path for path in FILES if path.stem == name)), Comparison(CUSTOMS)
    async with ClientSession() as client:
        people = (*people_in(actions), "onlooker")
        chat = BrowserChat(store, client, people, places_in(actions), languages_in(actions), visitors=visitors)
        await chat.start()
        await chat.open(languages_in(actions))
        for action in actions:
            comparison.add(action, await chat.act(action))
        await chat.stop()
    await store.close()
    assert comparison.differences == []
