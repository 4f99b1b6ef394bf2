"""The page speaks the language that its reader has chosen from the bot, at once and from then on."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from bot.core.language.speech import Speech, speech
from bot.platforms.web.assets import PREFIX
from tests.bot.platforms.web.living import living
from tests.bot.platforms.web.page.visitor import Visitor, Visitors

pytestmark = pytest.mark.asyncio(loop_scope="session")

SAID = """() => [...document.querySelectorAll("#room *:not(dialog *)")].flatMap(one => [
  (one.dataset.word || one.matches(".answer, .mark, #people-toggle")) && one.textContent,
  one.dataset.label && one.ariaLabel,
  one.dataset.title && one.title,
  one.dataset.placeholder && one.placeholder,
]).filter(word => word)"""


async def expect_language(visitor: Visitor, language: str) -> None:
    """Everything that the page itself says is of this language."""
    words = speech(language)
    await expect(visitor.page.locator("html")).to_have_attribute("lang", language)
    await expect(visitor.page.get_by_role("button", name=words.say(f"{PREFIX}challenge"), exact=True)).to_be_visible()
    await expect(visitor.page.get_by_role("status")).to_have_text(words.say(f"{PREFIX}connected"))
    assert [word for word in await visitor.page.evaluate(SAID) if word not in _sayings(words)] == []


def _sayings(words: Speech) -> set[str]:
    here = {words.say(f"{PREFIX}count", n=n) for n in (1, 2)}
    return here | {words.say(code) for code in words.counted if code.startswith(PREFIX)}


async def test_the_whole_page_changes_its_language_in_this_tab_and_after_a_reload(
    empty_valkey: str, visitors: Visitors
):
    ann, bob = await visitors.tab("en-GB"), await visitors.tab("uk")
    async with living(empty_valkey) as house:
        await ann.enter(house.url, "Ann", "kitchen")
        await bob.enter(house.url, "Bob", "elsewhere")
        await ann.say("/challenge bot dots 3x3")
        await expect(ann.log.get_by_alt_text("Dots and Boxes")).to_be_visible()
        await expect_language(ann, "en")
        await ann.say("/language ru")
        await expect_language(ann, "ru")
        await expect(ann.log.get_by_alt_text("Точки и квадраты")).to_be_visible()
        await expect(ann.page.locator("#quick button").last).to_be_in_viewport(ratio=1)
        await ann.say("/help")
        await expect(ann.log.locator(".private .mark").last).to_have_text("видите только вы")
        await ann.page.reload()
        await expect_language(ann, "ru")
        await expect_language(bob, "uk")
        await ann.say("/language en")
        await expect_language(ann, "en")
        await ann.page.reload()
        await expect_language(ann, "en")


async def test_the_chat_s_language_reaches_people_without_their_own(empty_valkey: str, visitors: Visitors):
    ann, eva = await visitors.tab("de-DE"), await visitors.tab("ru")
    async with living(empty_valkey) as house:
        await ann.enter(house.url, "Ann")
        await eva.enter(house.url, "Eva")
        await eva.say("/language uk chat")
        await expect_language(ann, "uk")
        await expect_language(eva, "ru")


async def test_the_language_goes_along_to_another_device(empty_valkey: str, visitors: Visitors):
    ann, phone = await visitors.tab(), await visitors.tab()
    async with living(empty_valkey) as house:
        await ann.enter(house.url, "Ann")
        await ann.say("/language ru")
        await expect_language(ann, "ru")
        await ann.opens_menu()
        await ann.page.locator("#elsewhere-open").click()
        await phone.page.goto(await ann.page.locator("#elsewhere-link").input_value())
        await expect_language(phone, "ru")
