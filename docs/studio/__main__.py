"""`make pictures`: every picture of the READMEs and docs, and the film; arguments choose some (`film telegram`)."""

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
from tests.bot.platforms.web.page.chromium import started

Making = Callable[[Story, str, Browser], Awaitable[bytes]]


async def main(chosen: Sequence[str]) -> None:
    """Makes what is chosen, or all."""
    warm("dots")
    if not chosen or "boards" in chosen:
        keep("games.png", boards.picture())
    if not chosen or "rules" in chosen:
        for game in GAMES:
            keep(f"rules-{game}.png", boards.rules(game))
    if not chosen or "ideas" in chosen:
        keep("ideas.png", ideas.picture())
    async with started() as browser:
        for kind, (make, ending) in TOLD.items():
            if not chosen or kind in chosen:
                for story in STORIES:
                    keep(f"{kind}-{story.language}{ending}", await _made(make, story, browser))


async def _made(make: Making, story: Story, browser: Browser) -> bytes:
    """One picture, over an empty store of its own."""
    with TemporaryDirectory() as folder, embedded.serve(Path(folder)) as server:
        return await make(story, server.url, browser)


async def _film(story: Story, store: str, browser: Browser) -> bytes:
    return await film.of(story, store)


async def _telegram(story: Story, store: str, browser: Browser) -> bytes:
    return await photograph(await telegram.chat(story, store), browser)


async def _discord(story: Story, store: str, browser: Browser) -> bytes:
    return await photograph(await discord.chat(story, store), browser)


TOLD: Mapping[str, tuple[Making, str]] = {
    "film": (_film, ".gif"),
    "telegram": (_telegram, ".png"),
    "discord": (_discord, ".png"),
    "page": (page.picture, ".png"),
}

if __name__ == "__main__":
    asyncio.run(main(sys.argv[1:]))
