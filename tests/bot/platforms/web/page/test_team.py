"""A room of the page as a team: each browser has a vote, and the board draws the leading moves."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import expect

from tests.bot.platforms.web.house import House
from tests.bot.platforms.web.living import living
from tests.bot.platforms.web.page.visitor import Visitors

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest_asyncio.fixture(loop_scope="session")
async def house(empty_valkey: str, port: int) -> AsyncIterator[House]:
    async with living(empty_valkey, port) as house:
        yield house


async def test_two_browsers_in_a_room_vote_for_a_move(house: House, visitors: Visitors):
    ann, bob = await visitors.tab(), await visitors.tab()
    await ann.enter(house.url, "Ann", "club")
    await bob.enter(house.url, "Bob", "club")
    await ann.say("/challenge bot easy dots 2x2 team=10m first quorum=2")
    await bob.say("a1-b1")
    await bob.sees("Your vote: a1-b1. 1 person has voted.")
    await expect(ann.page.get_by_text("1 person has voted: a1-b1 (1).").locator("visible=true").first).to_be_visible()
    await ann.say("a1-b1")
    await expect(bob.page.get_by_text("Team: a1-b1.").locator("visible=true").first).to_be_visible()
    assert ann.faults == bob.faults == []
