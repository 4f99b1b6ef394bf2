"""Painting outside the event loop: boards in one thread, films in another with fair turns."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from bot.core.queues.caches import Memory, SizedDict
from bot.core.queues.fair_turns import HeavyWork
from renderers.scene import Scene
from renderers.themes import DARK, LIGHT, Theme

_BYTES_PER_ITEM = 1000
"""The approximate memory of a scene per drawn item."""


class Painter:
    """A painter with a cache, limited by `memory`, for pictures that many people request."""

    def __init__(self, memory: Memory | None = None) -> None:
        self._cache: SizedDict[tuple[Scene, Theme], tuple[Scene, bytes]] = (memory or Memory()).cache(
            "paintings", _bytes_of
        )
        self._films = HeavyWork()
        self._boards = ThreadPoolExecutor(1, "boards")  # several threads that fight for Python's lock take longer

    async def paint(self, scene: Scene, share: str = "") -> bytes:
        """Return a scene as a PNG file, or a film as a GIF; waiting films take turns by `share`."""
        return await self._paint(scene, LIGHT, share)

    async def paint_dark(self, scene: Scene, share: str = "") -> bytes:
        """Return a scene on dark paper, like `paint`."""
        return await self._paint(scene, DARK, share)

    async def _paint(self, scene: Scene, theme: Theme, share: str) -> bytes:
        if entry := self._cache.get((scene, theme)):
            return entry[1]
        if scene.earlier:
            image = await self._films.run(share, partial(_film, scene, theme))
        else:
            image = await asyncio.get_running_loop().run_in_executor(self._boards, _board, scene, theme)
        self._cache.put((scene, theme), (scene, image))
        return image


def _board(scene: Scene, theme: Theme) -> bytes:
    from renderers.pillow import png  # its library takes memory, and there may be no game yet

    return png(scene, theme)


def _film(scene: Scene, theme: Theme) -> bytes:
    from renderers.film import gif

    return gif((*scene.earlier, scene), theme)


def _bytes_of(entry: tuple[Scene, bytes]) -> int:
    scene, image = entry
    return len(image) + _BYTES_PER_ITEM * sum(len(each.items) for each in (scene, *scene.earlier))
