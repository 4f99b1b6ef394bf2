"""Scenes serialised as compressed text, for another process or another day, and read back."""

from __future__ import annotations

import json
import re
import zlib
from base64 import b64decode, b64encode
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import fields, replace
from difflib import SequenceMatcher
from itertools import pairwise
from typing import TypeAlias, TypeVar, get_args

from pydantic import TypeAdapter

from renderers.scene import Item, Label, Scene

Json: TypeAlias = "str | float | bool | list[Json] | None"
T = TypeVar("T", bound=Hashable)
Splice = tuple[int, int, list[int]]
"""Where in a list how many are left out, and what comes there instead."""
_LEVEL = 6
_LONGEST = 1 << 20
_FIELDS = {kind: tuple(field.name for field in fields(kind)) for kind in get_args(Item)}
_READERS: dict[str, tuple[TypeAdapter[Item], tuple[str, ...]]] = {
    kind.__name__: (TypeAdapter(kind), names) for kind, names in _FIELDS.items()
}


def write(scene: Scene) -> str:
    """The scene as ASCII text, packed; without its alt phrases, which the reader has in words."""
    if scene.earlier:
        items, boards = numbered([frame.items for frame in (*scene.earlier, scene)])
        parts: list[object] = [[*map(_written, items)], changes(boards)]
    else:
        parts = [[*map(_written, scene.items)]]
    paper = [*map(_written, scene.paper)]
    text = json.dumps([scene.width, scene.height, paper, *parts], separators=(",", ":"), ensure_ascii=False)
    return b64encode(zlib.compress(text.encode(), _LEVEL)).decode()


def read(text: str) -> Scene:
    """The scene that `write` wrote; raises `ValueError` for anything else."""
    try:
        plain = zlib.decompressobj().decompress(b64decode(text, validate=True), _LONGEST)
        width, height, paper, drawn, *films = json.loads(plain)
        items, below = tuple(map(_read, drawn)), tuple(map(_read, paper))
        boards = [[items[number] for number in board] for board in _boards(films[0])] if films else [items]
        *earlier, last = (Scene(int(width), int(height), below, tuple(board)) for board in boards)
        return replace(last, earlier=tuple(earlier))
    except (zlib.error, TypeError, KeyError, IndexError) as strange:
        raise ValueError("not a scene") from strange


_WIDTH_AND_HEIGHT = re.compile(rb"\[(\d+),(\d+),")


def read_size(text: str) -> tuple[int, int]:
    """Return the width and height of a written scene without reading all of it; raise `ValueError` for no scene."""
    try:
        begins = zlib.decompressobj().decompress(b64decode(text, validate=True), 64)
    except (zlib.error, ValueError) as strange:
        raise ValueError("not a scene") from strange
    if found := _WIDTH_AND_HEIGHT.match(begins):
        return int(found[1]), int(found[2])
    raise ValueError("not a scene")


def numbered(boards: Sequence[Sequence[T]]) -> tuple[list[T], list[list[int]]]:
    """What boards are made of, each thing once, and each board as their numbers."""
    numbers = {each: number for number, each in enumerate(dict.fromkeys(each for board in boards for each in board))}
    return [*numbers], [[numbers[each] for each in board] for board in boards]


def changes(boards: Sequence[list[int]]) -> list[list[Splice]]:
    """What leads from each board to the next, the first of them from an empty one; the last place in front."""
    found = []
    for before, board in pairwise([[], *boards]):
        matched = SequenceMatcher(a=before, b=board, autojunk=False).get_opcodes()
        found.append([(i, j - i, board[k:m]) for kind, i, j, k, m in reversed(matched) if kind != "equal"])
    return found


def _boards(changed: Iterable[list[Splice]]) -> Iterator[list[int]]:
    board: list[int] = []
    for splices in changed:
        board = [*board]
        for place, gone, come in splices:
            board[place : place + gone] = come
        yield board


def _written(item: Item) -> list[object]:
    """An older version reads a label without what is `plain`, which most do not have."""
    values = [getattr(item, name) for name in _FIELDS[type(item)]]
    return [type(item).__name__, *(values[:-1] if isinstance(item, Label) and not item.plain else values)]


def _read(values: Iterable[Json]) -> Item:
    kind, *of = values
    adapter, names = _READERS[str(kind)]
    if len(of) > len(names):
        raise TypeError(kind)
    return adapter.validate_python(dict(zip(names, of, strict=False)))
