"""`make pictures`: makes the pictures and the film of the READMEs and docs; arguments select kinds (`film page`)."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.async_api import Browser

from bot.store import embedded
from docs.studio import boards, discord, film, ideas, page, telegram
from docs.studio.keeping import keep
from docs.studio.photograph import photograph
from docs.studio.story import STORIES, Story
from engines import GAMES
from engines.kernels.loading import warm
from tests.bot.platforms.web.page.chromium import start_browser

Making = Callable[[Story, str, Browser], Awaitable[bytes]]


async def main(kinds: Sequence[str]) -> None:
    """Make the selected kinds of pictures, or all."""
    warm("dots")
    if not kinds or "boards" in kinds:
        keep("games.png", boards.picture())
    if not kinds or "rules" in kinds:
        for game in GAMES:
            keep(f"rules-{game}.png", boards.rules(game))
    if not kinds or "ideas" in kinds:
        keep("ideas.png", ideas.picture())
    async with start_browser() as browser:
        for kind, (make, ending) in STORY_PICTURES.items():
            if not kinds or kind in kinds:
                for story in STORIES:
                    keep(f"{kind}-{story.language}{ending}", await _make_picture(make, story, browser))


async def _make_picture(make: Making, story: Story, browser: Browser) -> bytes:
    """Make one picture on a new, empty store."""
    with TemporaryDirectory() as folder, embedded.serve(Path(folder)) as server:
        return await make(story, server.url, browser)


async def _film(story: Story, store: str, browser: Browser) -> bytes:
    return await film.of(story, store)


async def _telegram(story: Story, store: str, browser: Browser) -> bytes:
    return await photograph(await telegram.chat(story, store), browser)


async def _discord(story: Story, store: str, browser: Browser) -> bytes:
    return await photograph(await discord.chat(story, store), browser)


STORY_PICTURES: Mapping[str, tuple[Making, str]] = {
    "film": (_film, ".gif"),
    "telegram": (_telegram, ".png"),
    "discord": (_discord, ".png"),
    "page": (page.picture, ".png"),
}

if __name__ == "__main__":
    asyncio.run(main(sys.argv[1:]))
