"""Pictures by an unguessable id, painted when somebody looks at them."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass

from bot.core.ports.platform import Paint
from renderers.scene import Scene

MOST_PAINTED = 256
"""How many picture files are kept for those who look next."""


@dataclass(frozen=True, eq=False)
class ServedPicture:
    """A picture before it is painted, and in words."""

    id: str
    scene: Scene
    alt: str


class Gallery:
    """Paints each picture once for all who look at it, in the theme that they want."""

    def __init__(self, paints: Mapping[str, Paint]) -> None:
        self._paints = paints
        self._painted: OrderedDict[tuple[str, str], asyncio.Task[bytes]] = OrderedDict()

    async def file(self, picture: ServedPicture, theme: str) -> bytes:
        """The picture as a PNG file."""
        key = (picture.id, theme)
        painting = self._painted.get(key) or asyncio.ensure_future(self._paint(picture, theme))
        self._painted[key] = painting
        self._painted.move_to_end(key)
        if len(self._painted) > MOST_PAINTED:
            self._painted.popitem(last=False)
        try:
            return await asyncio.shield(painting)
        except Exception:
            self._painted.pop(key, None)
            raise

    async def _paint(self, picture: ServedPicture, theme: str) -> bytes:
        return await self._paints[theme](picture.scene)
