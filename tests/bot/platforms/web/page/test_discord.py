"""The page inside Discord: a game of a channel is played on it to its end, and the channel sees each board."""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest
import pytest_asyncio
from aiohttp import ClientSession
from discord.gateway import DiscordWebSocket
from discord.http import Route
from nacl.signing import SigningKey
from playwright.async_api import expect

from bot.core.router import Router
from bot.features import FEATURES
from bot.platform_adapters import Painter
from bot.platforms.discord import Discord
from bot.platforms.web import Web, history
from bot.store.connection import connect
from bot.store.redis import RedisStore
from tests.bot.platforms.discord.launching import (
    INSTANCE,
    PUBLIC,
    first_request,
    instance,
    private_channel,
    sign_headers,
)
from tests.bot.platforms.discord.standin import CHANNEL, SECRET, TOKEN, StandIn, standing_in, text_in
from tests.bot.platforms.web.page.framing import Framed, open_framed, proxy_page
from tests.bot.platforms.web.page.sdk import CLIENT, DISCORD, LAUNCHED, PROXY, recorded_handshake
from tests.bot.platforms.web.page.visitor import Visitors
from tests.bot.scripted import Quick

pytestmark = pytest.mark.asyncio(loop_scope="session")

PATIENCE = 30.0
SIDE = re.compile(r"[ab][12]-[ab][12]")


@dataclass(frozen=True)
class House:
    """The bot with both adapters open: what stands in for Discord, and where its proxy finds the page."""

    discord: StandIn
    url: str

    async def enters(self, headers: dict[str, str], text: str) -> int:
        """The status of the answer to who wants a seat by that."""
        async with ClientSession() as session, session.post(f"{self.url}/seat", headers=headers, data=text) as answer:
            return answer.status

    async def posted(self, text: str) -> str:
        """The next message to the channel that says so."""
        body = ""
        async with asyncio.timeout(PATIENCE):
            while text not in body:
                call = await self.discord.calls.get()
                body = text_in(call.body) if isinstance(call.body, dict) else ""
        return body


@pytest_asyncio.fixture(loop_scope="session")
async def house(empty_valkey: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[House]:
    monkeypatch.setattr(Route, "BASE", Route.BASE)
    monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", DiscordWebSocket.DEFAULT_GATEWAY)
    store = RedisStore(connect(empty_valkey))
    address: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    painter = Painter()
    page = Web(
        "127.0.0.1", 0, painter.paint, painter.paint_dark, store.archive, address.set_result, "a token of its own"
    )
    async with standing_in() as server:
        server.application["verify_key"], server.newest = PUBLIC, 800
        server.instances[INSTANCE], server.channels[CHANNEL] = instance(), private_channel()
        adapter = Discord(
            TOKEN,
            paint=painter.paint,
            rest_url=server.rest_url,
            gateway_url=server.gateway_url,
            client_secret=SECRET,
            mirror=page.mirror,
            temporary=store.temporary,
        )
        assert adapter.embedding
        page.embed(adapter.embedding)
        router = Router(
            store, Quick(), {adapter.name: adapter, page.name: page}, features=FEATURES, now=time.time, random=Random(7)
        )
        running = [asyncio.create_task(each.run(router)) for each in (page, adapter)]
        await server.identified
        yield House(server, f"{await address}/discord")
        for task in running:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
        await router.close()
    await store.close()


def essence(frame: list[Any]) -> list[Any]:
    """A frame without what names the SDK itself, and with any nonce for another."""
    opcode, answer = frame
    remaining = {name: value for name, value in answer.items() if name not in ("sdk_version", "transfer")}
    return [opcode, remaining | {"nonce": "any"} if "nonce" in answer else remaining]


async def open_activity(
    house: House, visitors: Visitors, headers: Callable[[], dict[str, str]], host: str = DISCORD
) -> Framed:
    window = await visitors.window()
    await proxy_page(window, PROXY, house.url, headers)
    return await open_framed(window, host, LAUNCHED, CLIENT)


async def test_a_game_is_begun_and_played_to_its_end_and_the_channel_sees_each_board(house: House, visitors: Visitors):
    page = await open_activity(house, visitors, sign_headers)
    await page.opens()
    await page.say("/challenge bot easy dots 1x1")
    boards, over = page.log.locator(".bot:not(.private)"), page.log.get_by_role("article").get_by_text("wins").first
    moves, sides = boards.last.get_by_role("button", name=SIDE), list[str]()
    while not await over.count():
        await expect(moves.first.or_(over)).to_be_visible()
        if await moves.count():
            sides.append(await moves.first.inner_text())
            await page.say(sides[-1])
            await expect(boards.filter(has_text=f"Ann: {sides[-1]}.").last).to_be_visible()
    for message in ("your move", *sides[:-1], "wins"):
        await house.posted(message)
    await page.frame.get_by_role("button", name="Share").last.click()
    _, share = await page.hears("SHARE_LINK")
    assert share["args"]["message"].startswith("Dots and Boxes, 1x1")
    assert page.faults == []


async def test_clocks_run_in_the_activity_and_the_channel_counts_down_until_the_end(house: House, visitors: Visitors):
    page = await open_activity(house, visitors, sign_headers)
    await page.opens()
    await page.say("/challenge bot easy dots 3x3 pie=0 time=3m+2s")
    clocks = page.frame.locator("#clocks > p")
    await expect(clocks.first).to_have_text(re.compile(r"Ann first move: 0:\d\d"))
    assert re.search(r"<t:\d+:R>", await house.posted("your move"))
    await page.say("a1-b1")
    await expect(clocks.first).to_have_text(re.compile(r"Ann 2:5\d"))
    await page.say("/resign sure")
    await expect(page.frame.locator("#clocks .runs")).to_have_count(0)
    assert "<t:" not in await house.posted("Ann resigned")
    assert page.faults == []


@pytest.mark.parametrize(
    "is_logged",
    [pytest.param(True, id="in the log", marks=pytest.mark.long), pytest.param(False, id="no longer in the log")],
)
async def test_a_press_under_a_board_opens_the_activity_at_that_game(
    house: House, visitors: Visitors, is_logged: bool, monkeypatch: pytest.MonkeyPatch
):
    page = await open_activity(house, visitors, sign_headers)
    await page.opens()
    stage = page.log.locator(".staged")
    await page.say("/challenge bot easy dots 1x1")
    await expect(stage).to_contain_text("Dots and Boxes, 1x1")
    code = re.findall(r"\b[B-Z]{6}\b", await stage.inner_html())[0]
    monkeypatch.setattr(history, "KEPT", history.KEPT if is_logged else 1)
    await page.say("/challenge bot easy lgame")
    await expect(stage).to_contain_text("L-game")
    await house.discord.press("tetradka-page:3", f"tetradka:1:/more {code}")
    again = await open_activity(house, visitors, lambda: sign_headers(seconds=61))
    await again.opens()
    await expect(again.log.locator(".staged")).to_contain_text(code)


async def test_a_press_under_another_board_turns_the_open_activity_to_that_game(house: House, visitors: Visitors):
    page = await open_activity(house, visitors, sign_headers)
    await page.opens()
    stage = page.log.locator(".staged")
    codes = dict[str, str]()
    for options, name in (("dots 1x1", "Dots and Boxes"), ("lgame", "L-game")):
        await page.say(f"/challenge bot easy {options}")
        await expect(stage).to_contain_text(name)
        codes[name] = re.findall(r"\b[B-Z]{6}\b", await stage.inner_html())[0]
    for name in ("Dots and Boxes", "L-game", "L-game", "Dots and Boxes"):
        await house.discord.press("tetradka-page:3", f"tetradka:1:/more {codes[name]}")
        await expect(stage).to_contain_text(codes[name])
        await expect(page.frame.locator("#turn")).to_have_text("Your turn")
    assert page.faults == []


async def test_the_client_gives_a_code_if_the_proxy_signs_nothing_and_the_page_posts_the_messages_of_discords_own_sdk(
    house: House, visitors: Visitors
):
    house.discord.codes["a-code"] = "17"
    page = await open_activity(house, visitors, dict[str, str])
    await page.opens()
    await page.say("/help")
    await page.sees("/challenge")
    assert list(map(essence, await page.heard())) == list(map(essence, recorded_handshake()))


async def test_a_visitor_without_a_seat_reads_where_the_page_opens(house: House, visitors: Visitors):
    page = await open_activity(house, visitors, lambda: sign_headers(key=SigningKey.generate()))
    await expect(page.frame.get_by_role("alert").first).to_contain_text("opens only from its chat")
    await expect(page.box).to_be_hidden()


async def test_used_expired_and_forged_proofs_get_no_seat(house: House):
    headers = sign_headers()
    assert await house.enters(headers, first_request()) == 200
    assert await house.enters(headers, first_request()) == 403
    assert await house.enters(sign_headers(at=time.time() - 100), first_request()) == 403
    assert await house.enters(sign_headers(key=SigningKey.generate()), first_request()) == 403
    assert await house.enters(sign_headers("18"), first_request()) == 403
    assert await house.enters({}, first_request(code="made-up")) == 403


@pytest.mark.parametrize("origin", ["https://2.discordsays.com", "https://evil.example", ""])
async def test_only_the_activitys_own_page_connects(house: House, origin: str):
    async with ClientSession() as session, session.get(f"{house.url}/socket", headers={"Origin": origin}) as answer:
        assert answer.status == 403


async def test_no_other_site_frames_it(house: House, visitors: Visitors):
    page = await open_activity(house, visitors, sign_headers, "https://evil.example")
    await expect(page.frame.locator("main")).to_have_count(0)
    assert any("frame-ancestors" in fault for fault in page.faults)


async def test_a_seat_is_of_no_use_elsewhere(house: House):
    async with ClientSession() as session:
        async with session.post(f"{house.url}/seat", headers=sign_headers(seconds=99), data=first_request()) as answer:
            seat = await answer.json()
        async with session.ws_connect(f"{house.url}/socket", origin=PROXY) as socket:
            false_seat = {"kind": "hello", "token": seat["token"][:-1] + "x", "name": "Ann", "channel": "discord"}
            await socket.send_str(json.dumps(false_seat))
            assert (await socket.receive_json())["code"] == "seat-lost"
