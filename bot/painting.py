"""Pictures and films painted beside the event loop: boards in many threads, films one by one with turns by person."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from functools import partial

from bot.core.queues.heavy_work import HeavyWork
from bot.core.queues.memory import Memory
from bot.core.queues.sized_dict import SizedDict
from renderers.scene import Scene
from renderers.themes import DARK, LIGHT, Theme

_BYTES_PER_ITEM = 1000
"""The memory of a scene for each thing drawn on it, about."""


class Painter:
    """Paints scenes, and keeps what many ask for, as the pictures of the rules, while `memory` has room for it."""

    def __init__(self, memory: Memory | None = None) -> None:
        self._painted: SizedDict[tuple[Scene, Theme], tuple[Scene, bytes]] = (memory or Memory()).cache(
            "paintings", _bytes_of
        )
        self._films = HeavyWork()

    async def paint(self, scene: Scene, share: str = "") -> bytes:
        """Return a scene as a PNG file, or a film as a GIF; with films waiting, each `share` gets its turn."""
        return await self._paint(scene, LIGHT, share)

    async def paint_dark(self, scene: Scene, share: str = "") -> bytes:
        """Return the same on dark paper."""
        return await self._paint(scene, DARK, share)

    async def _paint(self, scene: Scene, theme: Theme, share: str) -> bytes:
        if kept := self._painted.get((scene, theme)):
            return kept[1]
        painted = await self._new(scene, theme, share)
        self._painted.put((scene, theme), (scene, painted))
        return painted

    async def _new(self, scene: Scene, theme: Theme, share: str) -> bytes:
        if scene.earlier:
            return await self._films.run(share, partial(_film, scene, theme))
        return await asyncio.get_running_loop().run_in_executor(None, _board, scene, theme)


def _board(scene: Scene, theme: Theme) -> bytes:
    from renderers.pillow import png  # its library takes memory, and there may be no game yet

    return png(scene, theme)


def _film(scene: Scene, theme: Theme) -> bytes:
    from renderers.film import gif

    return gif((*scene.earlier, scene), theme)


def _bytes_of(kept: tuple[Scene, bytes]) -> int:
    scene, painted = kept
    return len(painted) + _BYTES_PER_ITEM * sum(len(each.items) for each in _frames(scene))


def _frames(scene: Scene) -> Iterator[Scene]:
    yield scene
    yield from scene.earlier
