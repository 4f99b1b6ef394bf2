"""Serialisation of scenes as compressed text, for another process or a later time."""

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
"""An edit of a list: the place, how many elements to delete there, and the elements to insert."""
_LEVEL = 6
_LONGEST = 1 << 20
_FIELDS = {kind: tuple(field.name for field in fields(kind)) for kind in get_args(Item)}
_READERS: dict[str, tuple[TypeAdapter[Item], tuple[str, ...]]] = {
    kind.__name__: (TypeAdapter(kind), names) for kind, names in _FIELDS.items()
}


def write(scene: Scene) -> str:
    """Return the scene as compressed ASCII text, without its alt phrases, which are stored separately."""
    if scene.earlier:
        items, boards = number_elements([frame.items for frame in (*scene.earlier, scene)])
        parts: list[object] = [[*map(_field_values, items)], changes(boards)]
    else:
        parts = [[*map(_field_values, scene.items)]]
    paper = [*map(_field_values, scene.paper)]
    text = json.dumps([scene.width, scene.height, paper, *parts], separators=(",", ":"), ensure_ascii=False)
    return b64encode(zlib.compress(text.encode(), _LEVEL)).decode()


def read(text: str) -> Scene:
    """Return the scene in a text from `write`; raise `ValueError` for anything else."""
    try:
        payload = zlib.decompressobj().decompress(b64decode(text, validate=True), _LONGEST)
        width, height, paper, item_values, *films = json.loads(payload)
        items, below = tuple(map(_read_item, item_values)), tuple(map(_read_item, paper))
        boards = [[items[number] for number in board] for board in _boards(films[0])] if films else [items]
        *earlier, last = (Scene(int(width), int(height), below, tuple(board)) for board in boards)
        return replace(last, earlier=tuple(earlier))
    except (zlib.error, TypeError, KeyError, IndexError) as error:
        raise ValueError("not a scene") from error


_WIDTH_AND_HEIGHT = re.compile(rb"\[(\d+),(\d+),")


def read_size(text: str) -> tuple[int, int]:
    """Return the width and height of a written scene without reading all of it; raise `ValueError` if invalid."""
    try:
        begins = zlib.decompressobj().decompress(b64decode(text, validate=True), 64)
    except (zlib.error, ValueError) as error:
        raise ValueError("not a scene") from error
    if match := _WIDTH_AND_HEIGHT.match(begins):
        return int(match[1]), int(match[2])
    raise ValueError("not a scene")


def number_elements(boards: Sequence[Sequence[T]]) -> tuple[list[T], list[list[int]]]:
    """Return the distinct elements of `boards`, and each board as a list of their indices."""
    numbers = {each: number for number, each in enumerate(dict.fromkeys(each for board in boards for each in board))}
    return [*numbers], [[numbers[each] for each in board] for board in boards]


def changes(boards: Sequence[list[int]]) -> list[list[Splice]]:
    """Return the splices from each board to the next, starting from an empty one, last place first."""
    splices = []
    for before, board in pairwise([[], *boards]):
        opcodes = SequenceMatcher(a=before, b=board, autojunk=False).get_opcodes()
        splices.append([(i, j - i, board[k:m]) for kind, i, j, k, m in reversed(opcodes) if kind != "equal"])
    return splices


def _boards(changes: Iterable[list[Splice]]) -> Iterator[list[int]]:
    board: list[int] = []
    for splices in changes:
        board = [*board]
        for place, delete_count, insertion in splices:
            board[place : place + delete_count] = insertion
        yield board


def _field_values(item: Item) -> list[object]:
    """Return the field values of an item; `plain` is omitted where it is the default, for older readers."""
    values = [getattr(item, name) for name in _FIELDS[type(item)]]
    return [type(item).__name__, *(values[:-1] if isinstance(item, Label) and not item.plain else values)]


def _read_item(values: Iterable[Json]) -> Item:
    kind, *field_values = values
    adapter, names = _READERS[str(kind)]
    if len(field_values) > len(names):
        raise TypeError(kind)
    return adapter.validate_python(dict(zip(names, field_values, strict=False)))
