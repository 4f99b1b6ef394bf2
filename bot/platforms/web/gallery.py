"""Pictures by an unguessable id, for as long as some message holds them."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from weakref import WeakValueDictionary

from renderers.scene import Scene


@dataclass(frozen=True, eq=False)
class Picture:
    """A painted picture and what it says in words; `width` and `height` in pixels."""

    id: str
    png: bytes = field(repr=False)
    alt: str
    width: int
    height: int


class Gallery:
    """Finds a picture by its id; whoever hung it keeps it alive."""

    def __init__(self) -> None:
        self._pictures: WeakValueDictionary[str, Picture] = WeakValueDictionary()

    def hang(self, png: bytes, scene: Scene, alt: str) -> Picture:
        picture = Picture(secrets.token_urlsafe(18), png, alt, scene.width, scene.height)
        self._pictures[picture.id] = picture
        return picture

    def find(self, picture_id: str) -> Picture | None:
        return self._pictures.get(picture_id)
