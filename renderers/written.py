"""Scenes serialised as compressed text, for another process or another day, and read back."""

from __future__ import annotations

import json
import zlib
from base64 import b64decode, b64encode
from collections.abc import Iterable
from dataclasses import fields
from typing import TypeAlias, get_args

from pydantic import TypeAdapter

from renderers.scene import Item, Scene

Json: TypeAlias = "str | float | bool | list[Json] | None"
_LEVEL = 6
_LONGEST = 1 << 20
_FIELDS = {kind: tuple(field.name for field in fields(kind)) for kind in get_args(Item)}
_READERS: dict[str, tuple[TypeAdapter[Item], tuple[str, ...]]] = {
    kind.__name__: (TypeAdapter(kind), names) for kind, names in _FIELDS.items()
}


def write(scene: Scene) -> str:
    """The scene as ASCII text, packed; without its alt phrases, which the reader has in words."""
    items = [[_written(item) for item in part] for part in (scene.paper, scene.items)]
    text = json.dumps([scene.width, scene.height, *items], separators=(",", ":"), ensure_ascii=False)
    return b64encode(zlib.compress(text.encode(), _LEVEL)).decode()


def read(text: str) -> Scene:
    """The scene that `write` wrote; raises `ValueError` for anything else."""
    try:
        plain = zlib.decompressobj().decompress(b64decode(text, validate=True), _LONGEST)
        width, height, paper, items = json.loads(plain)
        return Scene(int(width), int(height), tuple(map(_read, paper)), tuple(map(_read, items)))
    except (zlib.error, TypeError, KeyError) as strange:
        raise ValueError("not a scene") from strange


def _written(item: Item) -> list[object]:
    return [type(item).__name__, *(getattr(item, name) for name in _FIELDS[type(item)])]


def _read(values: Iterable[Json]) -> Item:
    kind, *of = values
    adapter, names = _READERS[str(kind)]
    return adapter.validate_python(dict(zip(names, of, strict=True)))
