"""Pictures by an unguessable id, for as long as some message holds them."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from weakref import WeakValueDictionary

from renderers.scene import Scene


@dataclass(frozen=True, eq=False)
class Picture:
    """A picture as PNG files on light and on dark paper, and in words; `width` and `height` in pixels."""

    id: str
    files: Mapping[str, bytes] = field(repr=False)
    alt: str
    width: int
    height: int


class Gallery:
    """Finds a picture by its id; whoever hung it keeps it alive."""

    def __init__(self) -> None:
        self._pictures: WeakValueDictionary[str, Picture] = WeakValueDictionary()

    def hang(self, light: bytes, dark: bytes, scene: Scene, alt: str) -> Picture:
        files = {"light": light, "dark": dark}
        picture = Picture(secrets.token_urlsafe(18), files, alt, scene.width, scene.height)
        self._pictures[picture.id] = picture
        return picture

    def find(self, picture_id: str) -> Picture | None:
        return self._pictures.get(picture_id)
