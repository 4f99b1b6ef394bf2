"""The way of one `/move` in a running game between two people, from its text until its board is shown."""

from __future__ import annotations

import asyncio
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FrameType

import pytest

from benchmarks.house.source import PRODUCT, ROOT
from bot.store.connection import connect
from bot.store.embedded import serve
from bot.store.redis import RedisStore
from engines.dots.rules import Position
from tests.bot.calls import noted
from tests.bot.round_trips import counted
from tests.bot.scripted import Stage


@dataclass(frozen=True)
class Way:
    """The functions that were entered, each as its file and its name in it; how often the store was asked and waited
    for; how often the typed move was read, and played."""

    entered: frozenset[tuple[str, str]]
    trips: int
    read: int
    played: int

    def functions(self, *rooms: str) -> int:
        """How many of the functions stand in these folders; those inside functions, lambdas and comprehensions too."""
        return sum(_is_in(file, rooms) for file, _ in self.entered)

    def files(self, *rooms: str) -> int:
        """How many of the files stand in these folders."""
        return sum(_is_in(file, rooms) for file in {file for file, _ in self.entered})


def way_of_a_move() -> Way:
    """That of a move of Dots and Boxes, on a store of its own and a door that writes down what it is to show."""
    with tempfile.TemporaryDirectory() as data, serve(Path(data)) as server, pytest.MonkeyPatch.context() as patch:
        return asyncio.run(_way(server.url, patch))


async def _way(url: str, patch: pytest.MonkeyPatch) -> Way:
    store = RedisStore(connect(url))
    stage = Stage(store)
    await stage.type("ann", "/challenge @bob dots 3x3")
    await stage.press("bob", "Accept")
    trips, done = counted(patch), noted(patch, Position, "read", "play")
    with entering() as entered:
        assert await stage.type("ann", "/move a1-a2") == ()
    await store.close()
    ours = frozenset((_path(code), code.co_qualname) for code in entered if _path(code))
    return Way(ours, len(trips), done.count("read"), done.count("play"))


@contextmanager
def entering() -> Iterator[set[CodeType]]:
    """All code that this thread enters meanwhile."""
    entered: set[CodeType] = set()

    def note(frame: FrameType, event: str, _argument: object) -> None:
        if event == "call":
            entered.add(frame.f_code)

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        yield entered
    finally:
        sys.setprofile(before)


def _path(code: CodeType) -> str:
    """Where it stands, from the root; "" if that is nowhere in the product."""
    file = Path(code.co_filename)
    path = file.relative_to(ROOT).as_posix() if file.is_relative_to(ROOT) else ""
    return path if _is_in(path, PRODUCT) else ""


def _is_in(path: str, rooms: tuple[str, ...]) -> bool:
    return path.startswith(tuple(f"{room}/" for room in rooms))
