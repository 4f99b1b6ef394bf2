"""Games on the page with the real core, store and pictures: against the bot, and between two tabs."""

from __future__ import annotations

import itertools
import re
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import expect

from bot.core.game.people import Chat
from bot.core.ports.platform import Message
from tests.bot.platforms.web.house import House
from tests.bot.platforms.web.living import living
from tests.bot.platforms.web.page.visitor import Visitor, Visitors

pytestmark = pytest.mark.asyncio(loop_scope="session")
LONG = pytest.mark.long

SIDES = [
    *(f"{column}{row}-{column}{row + 1}" for column, row in itertools.product("abc", (1, 2))),
    *(f"{left}{row}-{right}{row}" for (left, right), row in itertools.product((("a", "b"), ("b", "c")), (1, 2, 3))),
]


@pytest_asyncio.fixture(loop_scope="session")
async def house(empty_valkey: str, port: int) -> AsyncIterator[House]:
    async with living(empty_valkey, port) as house:
        yield house


async def answer_to(visitor: Visitor, text: str) -> str:
    """Types a text and waits for the bot's one answer; its words."""
    answers = visitor.log.locator(".bot")
    before = await answers.count()
    await visitor.say(text)
    await expect(answers).to_have_count(before + 1)
    return await answers.last.inner_text()


async def test_a_newcomer_plays_the_bot_to_the_end_with_a_picture_after_each_move(house: House, visitors: Visitors):
    ann = await visitors.tab()
    await ann.page.goto(house.url)
    await ann.page.keyboard.type("Ann")
    await ann.page.keyboard.press("Enter")
    assert "Dots and Boxes, 2x2" in await answer_to(ann, "/challenge bot dots 2x2 pie=0")
    assert "only you see this" in await answer_to(ann, "/hint")
    pictures = ann.log.locator(".bot:not(.private) img")
    for side in SIDES:
        await ann.say(side)
        answer, over = ann.log.locator(".bot").filter(has_text=side), ann.button("Rematch")
        await expect(answer.or_(over).last).to_be_visible()
        await expect(pictures).to_have_count(1)
        if await over.count():
            break
    widths = await pictures.evaluate_all(
        "images => Promise.all(images.map(async image => (await image.decode(), image.naturalWidth)))"
    )
    assert min(widths) >= 900
    assert "Tetradka" in (await pictures.last.get_attribute("alt") or "")
    await ann.sees("Hints used: Ann 1")


async def test_two_tabs_challenge_each_other_and_play(house: House, visitors: Visitors):
    ann, bob = await visitors.tab(), await visitors.tab()
    await ann.enter(house.url, "Ann")
    await bob.enter(house.url, "Bob")
    await ann.say("/challenge @bob dots 1x1")
    await expect(bob.log.get_by_text("for you")).to_be_visible()
    await bob.button("Accept").focus()
    await bob.page.keyboard.press("Enter")
    await ann.sees("Ann, your move.")
    await expect(ann.button("Accept")).to_have_count(0)
    for player, side in ((ann, "a1-a2"), (bob, "a1-b1"), (ann, "a2-b2")):
        await player.say(side)
        answer = f"{'Ann' if player is ann else 'Bob'}: {side}."
        await expect(bob.messages.filter(has_text=answer).locator(".picture").last).to_be_attached()
    assert "already" in await answer_to(bob, "a1-a2")
    await bob.button("b1-b2").last.click()
    await ann.sees("Bob wins")
    await ann.sees("already", count=0)


async def test_moves_can_be_pressed_and_a_stale_press_is_answered_privately(house: House, visitors: Visitors):
    ann = await visitors.tab()
    await ann.enter(house.url, "Ann")
    await ann.say("/challenge bot dots 1x1")
    await ann.sees("Ann, your move.")
    code = re.findall(r"· ([A-Z]{6})", await ann.messages.last.inner_text())[0]
    await ann.button("a1-a2").click()
    await expect(ann.button("a1-a2")).to_have_count(0)
    await expect(ann.log.locator(".bot:not(.private) img")).to_have_count(1)
    await ann.say(f"/move {code}@0 a1-b1")
    await expect(ann.log.locator(".bot.private")).to_have_count(1)
    await expect(ann.log.locator(".bot:not(.private) img")).to_have_count(1)


async def test_a_requested_board_replaces_the_last_one_below(house: House, visitors: Visitors):
    ann = await visitors.tab()
    await ann.enter(house.url, "Ann")
    await ann.say("/challenge bot dots 2x2")
    for request in (1, 2):
        await ann.sees("Ann, your move.")
        await ann.say("/board")
        await expect(ann.messages.filter(has_text="/board")).to_have_count(request)
        await expect(ann.messages.last).to_contain_text("Ann, your move.")
        await expect(ann.log.get_by_role("img")).to_have_count(1)


@pytest.mark.parametrize(
    ("width", "height"),
    [(360, 430), *(pytest.param(*size, marks=LONG) for size in ((1280, 800), (1366, 650), (640, 400), (360, 740)))],
)
async def test_the_whole_board_is_in_sight_when_it_is_new(house: House, visitors: Visitors, width: int, height: int):
    ann = await visitors.tab(width=width, height=height)
    await ann.enter(house.url, "Ann")
    await ann.say("/challenge bot dots 3x3")
    board = ann.page.locator("#drawing")
    await expect(board).to_be_in_viewport(ratio=1)
    await ann.say("a1-a2")
    await expect(ann.log.get_by_alt_text("a1-a2")).to_have_count(1)
    await expect(board).to_be_in_viewport(ratio=1)
    await expect(ann.page.locator("#turn")).to_be_in_viewport(ratio=1)
    if width > 1000:
        await expect(ann.log.locator(".staged").get_by_text("Ann: a1-a2.")).to_be_in_viewport(ratio=1)
        await expect(ann.button("Hint")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize(
    ("width", "height"), [(640, 400), *(pytest.param(*size, marks=LONG) for size in ((800, 600), (844, 390)))]
)
async def test_on_a_landscape_screen_the_board_is_beside_the_talk_and_fills_the_height(
    house: House, visitors: Visitors, width: int, height: int
):
    ann = await visitors.tab(width=width, height=height)
    await ann.enter(house.url, "Ann")
    await ann.say("/challenge bot dots 3x3")
    await ann.say("a1-a2")
    await expect(ann.log.get_by_alt_text("a1-a2")).to_have_count(1)
    board, talk = await ann.page.locator("#drawing").bounding_box(), await ann.log.bounding_box()
    assert board
    assert talk
    assert board["height"] > 0.55 * height
    assert board["x"] + board["width"] <= talk["x"]
    await expect(ann.box).to_be_in_viewport(ratio=1)


async def test_the_answer_to_a_press_scrolls_into_view(house: House, visitors: Visitors):
    ann = await visitors.tab(width=360, height=430)
    await ann.enter(house.url, "Ann")
    await ann.say("/challenge bot dots 3x3")
    await ann.sees("Ann, your move")
    for number in range(12):
        await house.web.show(Chat("web", "lobby", direct=True), Message(f"word {number}."))
    await ann.sees("word 11.")
    await ann.button("Hint").click()
    await expect(ann.log.locator(".private")).to_be_in_viewport()


async def test_a_game_is_set_up_by_buttons_alone(house: House, visitors: Visitors):
    ann = await visitors.tab()
    await ann.enter(house.url, "Ann")
    await ann.page.get_by_role("button", name="New game").click()
    await ann.button("Dots and Boxes").click()
    await expect(ann.button("Dots and Boxes")).to_have_count(0)
    await ann.button("5x5 …").click()
    await ann.button("3x3").click()
    await expect(ann.messages.filter(has_text="/challenge bot easy dots 3x3")).to_have_count(1)
    await ann.button("Start").click()
    await ann.sees("Ann, your move.")


async def test_a_game_goes_on_after_a_restart_from_the_buttons_still_on_the_page(empty_valkey: str, visitors: Visitors):
    ann = await visitors.tab()
    async with living(empty_valkey) as before:
        await ann.enter(before.url, "Ann")
        await ann.say("/challenge bot dots 2x2")
        await ann.sees("Ann, your move.")
        await expect(ann.log.get_by_role("img")).to_have_js_property("complete", True)
        await ann.page.wait_for_load_state("networkidle")
    async with living(empty_valkey, before.port):
        await expect(ann.page.get_by_role("status")).to_have_text("Connected")
        await ann.button("Hint").click()
        await ann.sees("only you see this")
        await ann.say("a1-a2")
        await expect(ann.log.get_by_role("list", name="Moves").get_by_role("button")).to_have_count(2)
        await expect(ann.log.get_by_role("img")).to_have_attribute("alt", re.compile(r"^Dots.* Ann: a1-a2\. Tetradka"))


async def test_a_board_that_changes_in_place_comes_into_sight_and_a_used_hint_goes(house: House, visitors: Visitors):
    ann = await visitors.tab(width=360, height=740)
    await ann.enter(house.url, "Ann")
    await ann.say("/challenge bot easy dots 3x3")
    for side in ("a1-a2", "a1-b1"):
        await ann.sees("Ann, your move")
        await ann.say(side)
    await ann.say("/games")
    await ann.say("/block")
    await ann.say("/hint")
    hint = ann.log.locator(".private").filter(has=ann.page.get_by_role("img"))
    await hint.get_by_role("button").first.click()
    await expect(hint).to_have_count(0)
    await expect(ann.button("Hint").last).to_be_in_viewport(ratio=1)
    await expect(ann.page.locator("#drawing")).to_be_in_viewport(ratio=1)


async def test_the_title_and_the_heading_say_whose_turn_it_is_also_of_a_player_who_moves_again(
    house: House, visitors: Visitors
):
    ann, bob = await visitors.tab(), await visitors.tab()
    await ann.enter(house.url, "Ann")
    await bob.enter(house.url, "Bob")
    await ann.say("/settings mentions no")
    await ann.say("/challenge @bob dots 2x2 pie=2")
    await bob.button("Accept").click()
    await expect(ann.page.locator("#turn")).to_have_text("Your turn")
    await ann.say("a1-a2")
    await expect(bob.page.locator("#replay")).to_be_visible()
    await expect(ann.page).to_have_title("Your turn · #lobby · Tetradka")
    await expect(bob.page).to_have_title("Ann’s turn · #lobby · Tetradka")
    await ann.say("c3-c2")
    await expect(ann.page).to_have_title("Bob’s turn · #lobby · Tetradka")


@pytest.mark.parametrize("language", [*(pytest.param(tag, marks=LONG) for tag in ("en-GB", "ru-RU")), "uk-UA"])
async def test_that_the_connection_is_lost_is_read_whole_on_a_phone(
    empty_valkey: str, visitors: Visitors, language: str
):
    ann = await visitors.tab(language, width=360, height=430)
    async with living(empty_valkey) as house:
        await ann.enter(house.url, "Ann")
    status = ann.page.locator("#status.lost")
    await expect(status).to_be_in_viewport(ratio=1)
    assert await status.evaluate(
        "line => line.scrollWidth <= line.clientWidth && line.scrollHeight <= line.clientHeight"
    )


async def test_on_a_clean_page_one_press_begins_a_game_or_a_lesson(house: House, visitors: Visitors):
    ann = await visitors.tab()
    await ann.enter(house.url, "Ann")
    for name in ("L-game", "Tupik", "Digits and Dots", "Curvilinear capture", "Learn"):
        await expect(ann.button(name)).to_be_visible()
    await ann.button("Play Dots and Boxes").click()
    await ann.sees("Ann, your move")
    await expect(ann.button("Play Dots and Boxes")).to_have_count(0)


async def test_a_menu_requested_twice_appears_once_with_the_board_in_view(house: House, visitors: Visitors):
    ann = await visitors.tab(width=1366, height=650)
    await ann.enter(house.url, "Ann")
    await ann.say("/challenge bot easy dots 3x3")
    await ann.sees("Ann, your move")
    menu, board = ann.log.locator(".private"), ann.page.locator("#drawing")
    for width, height in ((1366, 650), (360, 740)):
        await ann.page.set_viewport_size({"width": width, "height": height})
        await ann.say("/pick")
        await expect(menu).to_have_count(1)
        await expect(board).to_be_in_viewport(ratio=1)
    await expect(menu.get_by_text("Which side")).to_be_in_viewport(ratio=1)
    await expect(menu.get_by_role("button").first).to_be_in_viewport(ratio=1)


DIALOG = """() => { navigator.canShare = () => true;
  window.shared = new Promise((resolve) => { navigator.share = async ({ text, files }) => {
    resolve([text, files.map(({ name, type }) => [name, type])]);
  }; }); }"""


async def test_a_result_is_shared_with_its_picture_in_the_device_s_dialog(house: House, visitors: Visitors):
    ann = await visitors.tab(width=360, height=740)
    await ann.enter(house.url, "Ann")
    for text in ("/challenge bot easy dots 2x2 pie=0", "a1-a2", "/resign", "/resign yes"):
        await ann.say(text)
    card = ann.log.locator(".staged")
    await expect(card).to_contain_text("wins: Ann resigned")
    await ann.page.evaluate(DIALOG)
    await card.get_by_role("button", name="Share").click()
    text, files = await ann.page.evaluate("shared")
    line, url = text.split("\n")
    assert line.startswith("Dots and Boxes, 2x2 · ")
    assert url == house.url
    assert files == [["tetradka.png", "image/png"]]
    for name in ("Rematch", "Review", "Share"):
        await expect(card.get_by_role("button", name=name)).to_be_in_viewport(ratio=1)
