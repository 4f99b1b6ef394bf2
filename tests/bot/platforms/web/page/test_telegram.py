"""The page inside Telegram: a game of a group is played on it to its end, and the group sees each board."""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass
from random import Random

import pytest
import pytest_asyncio
from aiohttp import ClientSession
from playwright.async_api import expect

from bot.core.router import Router
from bot.features import FEATURES
from bot.platform_adapters import Painter
from bot.platforms.telegram import Telegram
from bot.platforms.web import Web
from bot.store.connection import connect
from bot.store.redis import RedisStore
from renderers.scene import Ink
from renderers.themes import DARK
from tests.bot.platforms.telegram.launching import THEME, init_data, launch_fragment
from tests.bot.platforms.telegram.opening import serving
from tests.bot.platforms.telegram.people import Human
from tests.bot.platforms.telegram.server import TOKEN, BotApi
from tests.bot.platforms.telegram.town import Room, Town
from tests.bot.platforms.web.page.framing import Framed, open_framed
from tests.bot.platforms.web.page.spots import grid
from tests.bot.platforms.web.page.visitor import Visitors
from tests.bot.scripted import Quick

pytestmark = pytest.mark.asyncio(loop_scope="session")

TELEGRAM = "https://web.telegram.org"
URL = "https://games.example/telegram"
SAFE = """(data, tell) => {
  const { eventType } = JSON.parse(data);
  if (eventType === "web_app_request_safe_area")
    tell(JSON.stringify({ eventType: "safe_area_changed", eventData: { top: 31, bottom: 12, left: 0, right: 0 } }));
}"""


@dataclass(frozen=True)
class House:
    """The bot with both adapters open: the town behind Telegram's, and the page's address."""

    town: Town
    url: str

    async def enters(self, phrase: str) -> int:
        """The status of the answer to who wants a seat by that."""
        async with ClientSession() as session, session.post(f"{self.url}/telegram/seat", data=phrase) as answer:
            return answer.status


@pytest_asyncio.fixture(loop_scope="session")
async def house(empty_valkey: str) -> AsyncIterator[House]:
    town, store = Town(), RedisStore(connect(empty_valkey))
    api = BotApi(town)
    address: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    painter = Painter()
    page = Web(
        "127.0.0.1", 0, painter.paint, painter.paint_dark, store.archive, address.set_result, "a token of its own"
    )
    async with api.serving():
        base_url, base_file_url = f"{api.address}/bot", f"{api.address}/file/bot"
        adapter = Telegram(
            TOKEN,
            paint=painter.paint,
            base_url=base_url,
            base_file_url=base_file_url,
            app_url=URL,
            mirror=page.mirror,
        )
        assert adapter.embedding
        page.embed(adapter.embedding)
        platforms = {adapter.name: adapter, page.name: page}
        router = Router(store, Quick(), platforms, features=FEATURES, now=time.time, random=Random(7))
        running = asyncio.create_task(page.run(router))
        async with serving(adapter, router):
            yield House(town, await address)
        running.cancel()
        await asyncio.wait({running})
        await router.close()
    await store.close()


async def open_mini_app(house: House, visitors: Visitors, phrase: str) -> Framed:
    return await open_framed(await visitors.window(), TELEGRAM, f"{house.url}/telegram#{launch_fragment(phrase)}", SAFE)


async def begin_group_game(house: House, room: Room, ann: Human, bob: Human, pace: str = "none") -> dict[str, str]:
    """A game of two in a group, Ann to move; the links under its board."""
    ann.says(room, f"/challenge @bob dots 1x1 time={pace}")
    bob.presses(await room.post(), "Accept")
    while "Open the board" not in (post := await room.post()).links:
        pass
    return post.links


async def test_a_game_of_a_group_is_played_to_its_end_and_the_group_sees_each_board(house: House, visitors: Visitors):
    ann, bob, room = Human(house.town, "Ann", "ann"), Human(house.town, "Bob", "bob"), house.town.group("Friends")
    links = await begin_group_game(house, room, ann, bob)
    start = links["Open the board"].partition("?startapp=")[2]
    page = await open_mini_app(house, visitors, init_data(ann, start))
    await page.opens()
    await expect(page.pictures).to_have_count(1)
    for player, side in ((ann, "a1-a2"), (bob, "a1-b1"), (ann, "a2-b2"), (bob, "b1-b2")):
        if player is ann:
            await page.say(side)
        else:
            bob.says(room, f"/move {side}")
        while f"{player.name}: {side}." not in (post := await room.post()).text:
            pass
        assert post.pictures
        await page.sees(f"{player.name}: {side}.")
    await page.sees("Bob wins")
    await page.frame.get_by_role("button", name="Share").last.click()
    event = json.loads(await page.hears("web_app_open_tg_link"))
    assert event["eventData"]["path_full"].startswith("/share/url?url=Dots%20and%20Boxes%2C%201x1")
    assert page.faults == []


@pytest.mark.long
async def test_clocks_run_in_the_frame_and_the_group_sees_the_time_left(house: House, visitors: Visitors):
    ann, bob, room = Human(house.town, "Ann", "ann"), Human(house.town, "Bob", "bob"), house.town.group("Friends")
    await begin_group_game(house, room, ann, bob, "3m+2s")
    page = await open_mini_app(house, visitors, init_data(ann, str(room.id)))
    await page.opens()
    clocks = page.frame.locator("#clocks > p")
    await expect(clocks).to_have_text([re.compile(r"Ann first move: 0:[1-5]\d"), "Bob 3:00"])
    await page.say("a1-a2")
    await expect(clocks.nth(1)).to_have_text(re.compile("Bob first move"))
    bob.says(room, "/move a1-b1")
    await expect(clocks.first).to_have_text(re.compile(r"Ann 2:5\d"))
    await expect(clocks.first).to_have_class(re.compile("runs"))
    while not re.search(r"2\smin 5\d\ss left", (await room.post()).text):
        pass
    await page.say("/resign sure")
    await expect(page.frame.locator("#clocks .runs")).to_have_count(0)
    assert page.faults == []


@pytest.mark.long
async def test_a_question_that_the_flag_outruns_leaves_the_log(house: House, visitors: Visitors):
    ann, bob, room = Human(house.town, "Ann", "ann"), Human(house.town, "Bob", "bob"), house.town.group("Friends")
    await begin_group_game(house, room, ann, bob, "10s+0s")
    page = await open_mini_app(house, visitors, init_data(ann, str(room.id)))
    await page.opens()
    await page.say("a1-a2")
    while "Ann: a1-a2." not in (await room.post()).text:
        pass
    bob.says(room, "/move a1-b1")
    await page.sees("Bob: a1-b1.")
    await page.say("/resign")
    question = page.frame.get_by_role("button", name="Yes, resign")
    await expect(question).to_be_visible()
    await page.sees("Bob wins: Ann ran out of time.")
    await expect(question).to_have_count(0)
    await expect(page.frame.locator("#log .private").get_by_role("button")).to_have_count(0)
    assert page.faults == []


async def test_a_press_on_the_board_in_the_frame_is_a_move_in_the_group(house: House, visitors: Visitors):
    ann, bob, room = Human(house.town, "Ann", "ann"), Human(house.town, "Bob", "bob"), house.town.group("Friends")
    await begin_group_game(house, room, ann, bob)
    page = await open_mini_app(house, visitors, init_data(ann, str(room.id)))
    await page.opens()
    at = await grid(page.frame, 2, 2)
    await page.tab.mouse.click(*at(0.5, 0))
    while "Ann: a1-b1." not in (await room.post()).text:
        pass
    await page.sees("Ann: a1-b1.")


async def test_a_person_outside_the_page_is_challenged_by_handle(house: House, visitors: Visitors):
    ann, bob, room = Human(house.town, "Ann", "ann"), Human(house.town, "Bob", "bob"), house.town.group("Friends")
    page = await open_mini_app(house, visitors, init_data(ann, str(room.id)))
    await page.opens()
    await page.say("/challenge @bob dots 1x1")
    bob.presses(await room.post(), "Accept")
    await page.sees("Ann, your move.")


async def test_a_game_in_a_private_chat_is_begun_and_played_on_the_page(house: House, visitors: Visitors):
    ann = Human(house.town, "Ann")
    room = ann.starts()
    page = await open_mini_app(house, visitors, init_data(ann))
    await page.opens()
    await page.say("/challenge bot easy dots 3x3")
    while "reply_markup" not in (post := await room.post()).json:
        pass
    (app,) = [key for row in post.json["reply_markup"]["inline_keyboard"] for key in row if "web_app" in key]
    assert app["web_app"] == {"url": URL}
    await page.say("a1-a2")
    while "Ann: a1-a2." not in (await room.post()).text:
        pass
    await page.sees("Ann: a1-a2.")


async def test_the_app_learns_the_page_s_needs_and_the_page_and_its_boards_take_its_looks_on_any_device(
    house: House, visitors: Visitors
):
    ann = Human(house.town, "Ann")
    ann.starts()
    page = await open_mini_app(house, visitors, init_data(ann))
    await page.opens()
    answer = {event["eventType"]: event["eventData"] for event in map(json.loads, await page.heard())}
    assert answer["web_app_setup_swipe_behavior"] == {"allow_vertical_swipe": False}
    assert {"web_app_ready", "web_app_expand", "web_app_request_content_safe_area"} <= answer.keys()
    assert (await page.ink("--paper"), await page.ink("--text")) == (THEME["bg_color"], THEME["text_color"])
    assert await page.ink("--safe-top") == "31px"
    assert await page.colour(f"--ink-{Ink.PAPER}") == f"rgb{DARK.colours[Ink.PAPER]}"
    await page.say("/challenge bot easy dots 3x3")
    await expect(page.frame.locator(".picture source").first).to_have_attribute("media", "all")


async def test_a_reloaded_page_keeps_its_seat(house: House, visitors: Visitors):
    page = await open_mini_app(house, visitors, init_data(Human(house.town, "Ann")))
    await page.opens()
    await page.tab.locator("iframe").evaluate("frame => frame.contentWindow.postMessage('x', '*')")
    for frame in page.tab.frames[1:]:
        await frame.evaluate("location.reload()")
    await page.opens()
    await page.say("/help")
    await page.sees("/challenge")


async def test_used_expired_and_forged_proofs_get_no_seat(house: House):
    ann, room = Human(house.town, "Ann"), house.town.group("Friends")
    proof = init_data(ann, str(room.id))
    assert await house.enters(proof) == 200
    assert await house.enters(proof) == 403
    assert await house.enters(init_data(ann, at=time.time() - 301)) == 403
    assert await house.enters(init_data(ann, at=time.time() + 60)) == 403
    assert await house.enters(init_data(ann, token="7000:forged")) == 403
    room.outside.add(ann.id)
    assert await house.enters(init_data(ann, str(room.id), query_id="2")) == 403


async def test_a_visitor_without_a_seat_reads_where_the_page_opens(house: House, visitors: Visitors):
    false_proof = init_data(Human(house.town, "Ann"), token="7000:forged")
    page = await open_mini_app(house, visitors, false_proof)
    await expect(page.frame.get_by_role("alert").first).to_have_text(
        "This page opens only from its chat. Press the button there again."
    )
    await expect(page.box).to_be_hidden()


@pytest.mark.parametrize(
    ("host", "path"),
    [
        ("https://evil.example", "/telegram"),
        (TELEGRAM, "/"),
        pytest.param(TELEGRAM, "/c/lobby", marks=pytest.mark.long),
    ],
)
async def test_no_other_site_frames_it_and_telegram_nothing_else(
    house: House, visitors: Visitors, host: str, path: str
):
    page = await open_framed(await visitors.window(), host, f"{house.url}{path}")
    await expect(page.frame.locator("main")).to_have_count(0)
    assert any("frame-ancestors" in fault for fault in page.faults)
