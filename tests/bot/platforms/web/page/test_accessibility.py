"""For everybody: names of controls, contrast, small screens, three languages, the keyboard alone."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from tests.bot.platforms.web.house import House
from tests.bot.platforms.web.page.audit import violations
from tests.bot.platforms.web.page.visitor import Visitor, Visitors

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def furnish(visitor: Visitor, house: House) -> None:
    """Brings one of everything onto the page."""
    await visitor.enter(house.url, "Ann")
    for text in ("hello", "/board", "/hint", "/record", "/challenge"):
        await visitor.say(text)
    await expect(visitor.button("Accept")).to_be_visible()


@pytest.mark.parametrize(
    ("dark", "width"),
    [pytest.param(False, 1280, id="light", marks=pytest.mark.long), pytest.param(True, 360, id="dark on a phone")],
)
async def test_axe_finds_nothing_on_the_entry_form_and_among_messages(
    house: House, visitors: Visitors, dark: bool, width: int
):
    ann = await visitors.tab(width=width, dark=dark)
    await ann.page.goto(house.url)
    assert await violations(ann.page) == []
    await furnish(ann, house)
    assert await violations(ann.page) == []


async def test_nothing_sticks_out_on_a_phone_which_shows_who_is_here_on_demand(house: House, visitors: Visitors):
    ann = await visitors.tab(width=360, height=640)
    await furnish(ann, house)
    await ann.say("a" * 300)
    assert await ann.page.evaluate("document.documentElement.scrollWidth") <= 360
    assert await ann.log.evaluate("log => log.scrollWidth - log.clientWidth") <= 0
    toggle = ann.page.get_by_role("button", name="1 here")
    await expect(toggle).to_have_attribute("aria-expanded", "false")
    await toggle.click()
    await expect(ann.page.get_by_role("complementary", name="Here now")).to_be_visible()
    await expect(toggle).to_have_attribute("aria-expanded", "true")


async def test_a_game_can_be_played_by_the_keyboard_alone_and_news_is_read_out_but_not_the_whole_history(
    house: House, visitors: Visitors
):
    ann = await visitors.tab()
    await ann.enter(house.url, "Ann")
    await ann.page.keyboard.type("/board")
    await ann.page.keyboard.press("Enter")
    await ann.sees("Your turn.")
    incoming_text = ann.page.locator("#heard")
    await expect(incoming_text).to_contain_text("Your turn.")
    await expect(incoming_text).to_have_attribute("aria-live", "polite")
    texts = []
    for _ in range(30):
        await ann.page.keyboard.press("Shift+Tab")
        texts.append(await ann.page.evaluate("document.activeElement.textContent"))
    assert {"Hint", "Moves", "Games", "Help"} <= set(texts)
    await ann.page.locator("body").press("/")
    await expect(ann.box).to_be_focused()
    skip = ann.page.get_by_role("link", name="Skip to the message box")
    await skip.focus()
    await expect(skip).to_be_in_viewport()
    await ann.page.keyboard.press("Enter")
    await expect(ann.box).to_be_focused()
    await ann.page.reload()
    await ann.sees("Your turn.")
    await expect(incoming_text).to_be_empty()


@pytest.mark.parametrize(
    ("tag", "language", "enter"),
    [
        pytest.param("en-US", "en", "Enter", marks=pytest.mark.long),
        pytest.param("ru-RU", "ru", "Войти", marks=pytest.mark.long),
        ("uk", "uk", "Увійти"),
    ],
)
async def test_the_page_speaks_the_browser_s_language(
    house: House, visitors: Visitors, tag: str, language: str, enter: str
):
    ann = await visitors.tab(tag)
    await ann.page.goto(house.url)
    await expect(ann.page.get_by_role("button", name=enter)).to_be_visible()
    await expect(ann.page.locator("html")).to_have_attribute("lang", language)


async def test_another_language_falls_back_to_english_and_every_word_exists_in_every_language(
    house: House, visitors: Visitors
):
    ann = await visitors.tab("de-DE")
    await ann.page.goto(house.url)
    await expect(ann.page.get_by_role("button", name="Enter")).to_be_visible()
    words = await ann.page.evaluate("import('/page/words.js').then(module => module.WORDS)")
    assert [set(words[language]) ^ set(words["en"]) for language in ("en", "ru", "uk")] == [set(), set(), set()]
    used = await ann.page.evaluate(
        "[...document.querySelectorAll('*')].flatMap(element => Object.values({...element.dataset}))"
    )
    assert set(used) <= set(words["en"])
