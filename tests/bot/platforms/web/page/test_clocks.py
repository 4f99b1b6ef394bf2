"""Clocks that tick, as players and spectators see and hear them on the page."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Locator, expect

from tests.bot.platforms.web.house import House
from tests.bot.platforms.web.living import living
from tests.bot.platforms.web.page.visitor import Visitor, Visitors

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest_asyncio.fixture(loop_scope="session")
async def house(empty_valkey: str, port: int) -> AsyncIterator[House]:
    async with living(empty_valkey, port) as house:
        yield house


def clocks(visitor: Visitor) -> Locator:
    return visitor.page.locator("#clocks > p")


async def test_two_players_and_a_spectator_see_both_clocks_run(house: House, visitors: Visitors):
    window = await visitors.window()
    ann, bob, cat = [await visitors.tab_in(window) for _ in range(3)]
    for visitor, name in ((ann, "Ann"), (bob, "Bob"), (cat, "Cat")):
        await visitor.enter(house.url, name)
    await ann.say("/challenge @bob dots 3x3 pie=0 time=3m+2s")
    await bob.button("Accept").click()
    await expect(clocks(ann)).to_have_text([re.compile(r"Ann 3:00 · first move: 0:5\d"), "Bob 3:00"])
    await cat.page.set_viewport_size({"width": 360, "height": 740})
    assert await cat.page.evaluate("document.querySelector('#clocks').offsetHeight") < 40  # one line
    for number, (visitor, side) in enumerate(((ann, "a1-b1"), (bob, "a1-a2"), (ann, "c1-d1")), 1):
        await visitor.say(side)
        for each in (ann, bob):
            await expect(each.page.locator("#replay-at")).to_have_text(f"{number}/{number}")
    for visitor in (ann, bob, cat):
        await expect(clocks(visitor)).to_have_text([re.compile(r"Ann 3:0[0-2]"), re.compile(r"Bob 2:5\d")])
        await expect(clocks(visitor).nth(1)).to_have_class(re.compile("runs"))
        await expect(visitor.page.locator(".staged")).not_to_contain_text(re.compile(r"Clocks| left|\d:\d\d,"))
    await bob.page.locator("#board").focus()
    line = bob.page.locator("#said")
    await expect(line).to_contain_text("The side")
    await bob.page.keyboard.press("t")
    await expect(line).to_have_text(re.compile(r"Ann 3:0\d, Bob 2:5\d"))
    await bob.say("/resign sure")
    await expect(clocks(cat).and_(cat.page.locator(".runs"))).to_have_count(0)
    await expect(clocks(cat)).to_have_text([re.compile(r"Ann 3:0[0-2]"), re.compile(r"Bob 2:5\d")])


async def test_a_clock_runs_to_its_end_in_a_browser_without_sound(house: House, visitors: Visitors):
    window = await visitors.window()
    ann, bob = [await visitors.tab_in(window) for _ in range(2)]
    await bob.page.add_init_script("delete window.AudioContext")
    for visitor, name in ((ann, "Ann"), (bob, "Bob")):
        await visitor.enter(house.url, name)
    await bob.page.locator("#sounds").evaluate("box => box.click()")
    await ann.say("/challenge @bob dots 3x3 pie=0 time=10s")
    await bob.button("Accept").click()
    for number, (visitor, side) in enumerate(((ann, "a1-b1"), (bob, "a1-a2"), (ann, "c1-d1")), 1):
        await visitor.say(side)
        for each in (ann, bob):
            await expect(each.page.locator("#replay-at")).to_have_text(f"{number}/{number}")
    await expect(clocks(bob).nth(1)).to_have_text(re.compile(r"Bob 0:0[0-8]"))
