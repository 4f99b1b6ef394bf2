"""Clocks that tick, as players and spectators see and hear them on the page."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from dataclasses import replace

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


async def begin(house: House, ann: Visitor, bob: Visitor, pace: str) -> None:
    """Begin a game; both have made their first move, and Bob is to move."""
    for visitor, name in ((ann, "Ann"), (bob, "Bob")):
        await visitor.enter(house.url, name)
    await ann.say(f"/challenge @bob dots 3x3 pie=0 time={pace}")
    await bob.button("Accept").click()
    for number, (visitor, side) in enumerate(((ann, "a1-b1"), (bob, "a1-a2"), (ann, "c1-d1")), 1):
        await visitor.say(side)
        for each in (ann, bob):
            await expect(each.page.locator("#replay-at")).to_have_text(f"{number}/{number}")


async def test_two_players_and_a_spectator_see_both_clocks_run(house: House, visitors: Visitors):
    ann, bob, cat = [await visitors.tab() for _ in range(3)]
    for visitor, name in ((ann, "Ann"), (bob, "Bob"), (cat, "Cat")):
        await visitor.enter(house.url, name)
    await ann.say("/challenge @bob dots 3x3 pie=0 time=3m+2s")
    await bob.button("Accept").click()
    await expect(clocks(ann)).to_have_text([re.compile(r"Ann first move: 0:5\d"), "Bob 3:00"])
    await cat.change(replace(cat.look, width=360, height=740))
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
    await bob.say("/draw")
    await ann.sees("Bob offers a draw. Ann, do you agree?")
    await bob.say("/resign sure")
    await expect(clocks(cat).and_(cat.page.locator(".runs"))).to_have_count(0)
    await expect(clocks(cat)).to_have_text([re.compile(r"Ann 3:0[0-2]"), re.compile(r"Bob 2:5\d")])
    await ann.sees("offers a draw", 0)


async def test_a_page_in_another_process_shows_the_same_time_even_after_its_machine_slept(
    house: House, visitors: Visitors, empty_valkey: str
):
    ann, bob, cat = [await visitors.tab() for _ in range(3)]
    await begin(house, ann, bob, "3m+2s")
    async with living(empty_valkey) as another_house:
        await cat.enter(another_house.url, "Cat")
        await expect(clocks(cat).nth(1)).to_have_text(re.compile(r"Bob 2:[3-5]\d"))
        await cat.page.evaluate(_SLEEP)
        await expect(clocks(cat).nth(1)).to_have_text(re.compile(r"Bob [34]:\d\d"))
        await cat.page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")
        await expect(clocks(cat).nth(1)).to_have_text(re.compile(r"Bob 2:[0-5]\d"))
        seconds = [int((await clocks(visitor).nth(1).inner_text())[-2:]) for visitor in (cat, bob)]
        assert 0 <= seconds[0] - seconds[1] <= 20


_SLEEP = """() => {
  const now = performance.now.bind(performance);
  performance.now = () => now() - 90_000;
}"""


async def test_a_clock_runs_to_its_end_with_ticks_and_in_a_browser_without_sound(house: House, visitors: Visitors):
    window = await visitors.window()
    ann, bob = [await visitors.tab_in(window) for _ in range(2)]
    await ann.page.add_init_script(_TICKS)
    await bob.page.add_init_script("delete window.AudioContext")
    for visitor in (ann, bob):
        await visitor.page.add_init_script("localStorage.setItem('sounds', '1')")
    await begin(house, ann, bob, "10s")
    await expect(clocks(bob).nth(1)).to_have_text(re.compile(r"Bob 0:0[0-8]"))
    assert set(await ann.page.evaluate("ticks")) == {"1040 running"}


_TICKS = """
window.ticks = [];
const { start } = OscillatorNode.prototype;
OscillatorNode.prototype.start = function (at) {
  if (this.frequency.value > 1000) ticks.push(`${this.frequency.value} ${this.context.state}`);
  start.call(this, at);
};
"""
