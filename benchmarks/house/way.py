"""Path of one `/move` through the code in a game between two people, from its text to its board."""

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
from tests.bot.calls import record_calls
from tests.bot.round_trips import count_round_trips
from tests.bot.scripted import Stage


@dataclass(frozen=True)
class Way:
    """The functions entered, as pairs of file and name, with some counts.

    `trips` are round trips to the store; `read` and `played` count how often the move's text was parsed and played.
    """

    entered_functions: frozenset[tuple[str, str]]
    trips: int
    times_read: int
    times_played: int

    def functions(self, *folders: str) -> int:
        """Return the number of entered functions in these folders, nested ones and lambdas included."""
        return sum(_is_in(file, folders) for file, _ in self.entered_functions)

    def files(self, *folders: str) -> int:
        """Return the number of entered files in these folders."""
        return sum(_is_in(file, folders) for file in {file for file, _ in self.entered_functions})


def way_of_a_move() -> Way:
    """Trace a move of Dots and Boxes on a new store and a recording platform."""
    with tempfile.TemporaryDirectory() as data, serve(Path(data)) as server, pytest.MonkeyPatch.context() as patch:
        return asyncio.run(_way(server.url, patch))


async def _way(url: str, patch: pytest.MonkeyPatch) -> Way:
    store = RedisStore(connect(url))
    stage = Stage(store)
    await stage.type("ann", "/challenge @bob dots 3x3")
    await stage.press("bob", "Accept")
    trips, calls = count_round_trips(patch), record_calls(patch, Position, "read", "play")
    with entering() as entered_code:
        assert await stage.type("ann", "/move a1-a2") == ()
    await store.close()
    ours = frozenset((_path(code), code.co_qualname) for code in entered_code if _path(code))
    return Way(ours, len(trips), calls.count("read"), calls.count("play"))


@contextmanager
def entering() -> Iterator[set[CodeType]]:
    """Yield a set that collects all code objects this thread enters."""
    entered_code: set[CodeType] = set()

    def note(frame: FrameType, event: str, _argument: object) -> None:
        if event == "call":
            entered_code.add(frame.f_code)

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        yield entered_code
    finally:
        sys.setprofile(before)


def _path(code: CodeType) -> str:
    """Return the code's path from the root; "" outside the product."""
    file = Path(code.co_filename)
    path = file.relative_to(ROOT).as_posix() if file.is_relative_to(ROOT) else ""
    return path if _is_in(path, PRODUCT) else ""


def _is_in(path: str, folders: tuple[str, ...]) -> bool:
    return path.startswith(tuple(f"{room}/" for room in folders))
