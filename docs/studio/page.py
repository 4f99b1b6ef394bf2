"""The web page with two friends at a game; one has just opened a long chain, and the other asks for a hint."""

from __future__ import annotations

from playwright.async_api import Browser, expect

from docs.studio.photograph import with_palette
from docs.studio.story import Story
from tests.bot.platforms.web.living import living
from tests.bot.platforms.web.page.visitor import Spares, Visitor, Visitors
from tests.bot.scripted import Deep

MOVES = "a2-b2 a3-b3 c2-d2 b2-c2 b3-c3 b3-b4 c3-d3 a1-b1 b1-c1 d3-d4 c1-d1 a1-a2"
TAGS = {"en": "en-GB", "ru": "ru-RU", "uk": "uk-UA"}
CLOCK = "time => time.textContent = '16:40'"
ACCEPT = "/accept"


async def picture(story: Story, store: str, browser: Browser) -> bytes:
    """Return a screenshot of the window of the player who asked."""
    visitors = Visitors(Spares(browser))
    async with living(store, think=Deep) as house:
        ann, bob = [await visitors.tab(TAGS[story.language], height=860) for _ in range(2)]
        await ann.enter(house.url, story.ann)
        await bob.enter(house.url, story.bob)
        await _say(ann, f"/challenge @{story.bob} dots 3x3")
        await _say(bob, ACCEPT)
        for ply, move in enumerate(MOVES.split()):
            await _say((ann, bob)[ply % 2], move)
        await _say(ann, "/hint")
        await expect(ann.page.locator(".status.connected")).to_be_visible()
        await ann.page.evaluate("[...document.images].at(-1).decode()")
        await ann.page.evaluate("Promise.all(document.getAnimations().map(each => each.finished))")
        await ann.page.evaluate(f"document.querySelectorAll('time').forEach({CLOCK})")
        screenshot = await ann.page.screenshot(animations="disabled", caret="hide")
        await visitors.leave()
    return with_palette(screenshot)


async def _say(visitor: Visitor, text: str) -> None:
    """Type a text and wait for the bot's answer."""
    answers = visitor.log.locator(".bot")
    before = await answers.count()
    await visitor.say(text)
    await expect(answers).not_to_have_count(before)
