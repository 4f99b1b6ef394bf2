"""Puzzles, the daily puzzle and lessons, solved on the board by mouse, finger and keys."""

from __future__ import annotations

import re
import time
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Page, expect

from bot.features.puzzles.exercises import Dailies, day_number
from engines.puzzles import puzzle_box
from tests.bot.platforms.web.house import House
from tests.bot.platforms.web.living import living
from tests.bot.platforms.web.page.audit import violations
from tests.bot.platforms.web.page.spots import grid
from tests.bot.platforms.web.page.visitor import Visitors

pytestmark = pytest.mark.asyncio(loop_scope="session")
PUZZLE = next(
    number for number, each in enumerate(puzzle_box(), 1) if each.game == "dots" and each.settings.get("size") == "3x3"
)
FIRST = puzzle_box()[PUZZLE - 1].solution[0]


@pytest_asyncio.fixture(loop_scope="session")
async def house(empty_valkey: str, port: int) -> AsyncIterator[House]:
    async with living(empty_valkey, port) as house:
        yield house


async def side(page: Page, name: str) -> tuple[float, float]:
    """Return the middle of a side of a 3x3 board on the screen."""
    at = await grid(page, 4, 4)
    (a, low), (b, high) = (("abcd".index(end[0]), int(end[1]) - 1) for end in name.split("-"))
    return at((a + b) / 2, (low + high) / 2)


async def test_a_stranger_solves_a_puzzle_by_mouse_in_its_own_place_and_goes_back_to_play(
    house: House, visitors: Visitors
):
    ann = await visitors.tab()
    await ann.page.goto(f"{house.url}/puzzle")
    card, said = ann.log.locator(".staged"), ann.page.locator("#said")
    await expect(said).to_have_text("Your move: press where you want to play.")
    await ann.say(f"/puzzle #{PUZZLE}")
    await expect(card).to_contain_text(f"Puzzle {PUZZLE}.")
    wrong = next(str(move) for move in puzzle_box()[PUZZLE - 1].position_after(0)[0].moves() if str(move) != FIRST)
    await ann.page.mouse.click(*await side(ann.page, wrong))
    await expect(card).to_contain_text(re.compile(f"Not {wrong}|as good"))
    await ann.page.mouse.click(*await side(ann.page, FIRST))
    await expect(card).to_contain_text(f"{FIRST} is right.")
    assert await violations(ann.page) == []
    ways = ann.page.get_by_role("navigation", name="Quick commands")
    await expect(ways.get_by_role("button", name="Puzzles")).to_have_attribute("aria-current", "page")
    await ways.get_by_role("button", name="Play").click()
    await expect(ann.button("Play Dots and Boxes")).to_be_visible()
    await ann.page.go_back()
    await expect(card).to_contain_text(f"Puzzle {PUZZLE}.")


async def test_a_lesson_is_answered_by_finger_and_by_keys(house: House, visitors: Visitors):
    ann = await visitors.tab(width=360, height=740, touch=True)
    await ann.page.goto(f"{house.url}/learn")
    await ann.button("Dots and Boxes").click()
    card, said = ann.log.locator(".staged"), ann.page.locator("#said")
    await expect(card).to_contain_text("step 1")
    await ann.page.touchscreen.tap(*await side(ann.page, "b2-c2"))
    await expect(said).to_contain_text("Press again to play it.")
    await ann.page.locator("#board-play").click()
    await expect(card).to_contain_text("b2-c2 is right.")
    await ann.page.locator("#board").focus()
    for key in ("ArrowRight", "Enter", "Enter"):
        before = await said.inner_text()
        await ann.page.keyboard.press(key)
        await expect(said).not_to_have_text(before)
    await expect(card).to_contain_text(re.compile("Not |is right|as good"))


async def test_the_daily_is_one_press_away_and_stays_after_a_reload(house: House, visitors: Visitors):
    ann = await visitors.tab(dark=True)
    await ann.enter(house.url, "Ann")
    await ann.page.get_by_role("navigation", name="Quick commands").get_by_role("button", name="Daily").click()
    card = ann.log.locator(".staged")
    await expect(card).to_contain_text("Daily puzzle")
    await expect(ann.page).to_have_url(re.compile(r"/daily/\d+$"))
    await ann.page.reload()
    await expect(card).to_contain_text("Daily puzzle")
    await expect(ann.messages).to_have_count(1)


async def test_a_daily_solved_in_its_own_place_is_posted_to_the_room_before(house: House, visitors: Visitors):
    ann = await visitors.tab()
    await ann.enter(house.url, "Ann", "club")
    await ann.page.get_by_role("navigation", name="Quick commands").get_by_role("button", name="Daily").click()
    daily = Dailies().of(day_number(time.time()))
    for move in daily.puzzle.solution[::2]:
        await ann.say(f"/daily {move}")
    await expect(ann.button("Share")).to_be_visible()
    await ann.button("Post to chat").click()
    await ann.sees(f"Ann: Tetradka {daily.day} ·")
    assert ann.page.url == f"{house.url}/c/club"
    await ann.sees("Posted.")


async def test_an_address_opens_its_exercise_and_follows_the_next_one(house: House, visitors: Visitors):
    ann = await visitors.tab(width=360, height=740, touch=True)
    card = ann.log.locator(".staged")
    for path, heading in (("/puzzle/6", "Puzzle 6."), ("/learn/dots/2", "step 2 of")):
        await ann.page.goto(house.url + path)
        await expect(card).to_contain_text(heading)
        await expect(card).not_to_contain_text("type")
        await expect(ann.page.locator("#said")).to_have_text("Your move: press where you want to play.")
        await expect(ann.page.locator("#text")).to_be_hidden()
    await ann.button("Next").click()
    await expect(card).to_contain_text("step 3 of")
    await expect(ann.page).to_have_url(f"{house.url}/learn/dots/3")
    await ann.page.goto(f"{house.url}/puzzle/99999")
    await ann.button("Another puzzle").click()
    await expect(card).to_contain_text(re.compile(r"Puzzle \d+\."))


@pytest.mark.long
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("width", [1280, 768, 360])
async def test_axe_finds_nothing_in_any_place(house: House, visitors: Visitors, width: int, dark: bool):
    ann = await visitors.tab(width=width, dark=dark)
    await ann.page.goto(house.url)
    await ann.page.get_by_role("button", name="Play now").click()
    await expect(ann.page.locator("#aim")).not_to_be_empty()
    assert await violations(ann.page) == []
    await ann.opens_menu()
    assert await violations(ann.page) == []
    await ann.page.keyboard.press("Escape")
    for text in ("/hint", "/resign", "/resign yes"):
        await ann.say(text)
    await expect(ann.button("Share")).to_be_visible()
    assert await violations(ann.page) == []
    for place in ("puzzle", "daily", "learn"):
        await ann.page.goto(f"{house.url}/{place}")
        await expect(ann.messages.last).to_be_visible()
        assert await violations(ann.page) == []
