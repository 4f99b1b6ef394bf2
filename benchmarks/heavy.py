"""The wait of an onlooker for a board while seven people import the worst file allowed."""

from __future__ import annotations

import asyncio
import statistics
import tempfile
import time
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager, suppress
from itertools import product
from pathlib import Path

from benchmarks.figure import Figure
from benchmarks.readers import seconds_of
from bot.core.game.people import Chat
from bot.operating.startup_tuning import switch_often
from bot.painting import Painter
from bot.store.connection import connect
from bot.store.embedded import serve
from bot.store.redis import RedisStore
from tests.bot.scripted import Stage, incoming
from tests.hostile import READERS

_PAINT = Painter().paint
_IMPORTERS = 7
_SIZES = [f"{columns}x{rows}" for columns, rows in product(range(4, 12), repeat=2)]
"""Boards of the onlooker, each drawn once in each of two positions: what was drawn once is kept."""
_SETTLING_SECONDS = 1.0


def figures() -> Iterable[Figure]:
    """Medians of boards on boards that nobody has drawn before, and how many files were read meanwhile."""
    switch_often()
    alone, beside, files = asyncio.run(_measured())
    yield Figure("a board for an onlooker, nothing else under way", alone, 100, "ms")
    yield Figure(f"the same while {_IMPORTERS} people import the worst file", beside, 2 * alone, "ms")
    yield Figure("files read or refused meanwhile", files, 1, "files", at_least=True)


def worst_file() -> str:
    """Return the hostile text of the greatest length that takes the reader of imports the longest."""
    reader = next(reader for reader in READERS if reader.name == "an imported game")
    texts = (make(reader.most) for make in reader.texts())
    return max(texts, key=lambda text: seconds_of(reader, text))


async def _measured() -> tuple[float, float, int]:
    with tempfile.TemporaryDirectory() as data, serve(Path(data)) as server:
        stage = Stage(RedisStore(connect(server.url)))
        first, second = await _games(stage)
        await _boards(stage, first[:5])
        alone = await _boards(stage, first[5:])
        async with _importing(stage, worst_file()) as told:
            await asyncio.sleep(_SETTLING_SECONDS)
            begun = len(told)
            beside = await _boards(stage, second[5:])
            return statistics.median(alone), statistics.median(beside), len(told) - begun


async def _games(stage: Stage) -> tuple[list[Chat], list[Chat]]:
    """Return chats with a game each, in two positions."""
    found: tuple[list[Chat], list[Chat]] = ([], [])
    for chats, move in zip(found, ("a1-b1", "a1-a2"), strict=True):
        for size in _SIZES:
            chats.append(Chat("stage", f"{size} {move}"))
            player = f"player{len(chats)}"
            await stage.type(player, f"/challenge bot easy dots {size} pie=0", chats[-1])
            await stage.type(player, f"/move {move}", chats[-1])
    return found


async def _boards(stage: Stage, chats: Sequence[Chat]) -> list[float]:
    """Return the milliseconds until an onlooker has the picture of each chat's board."""
    spent = []
    for chat in chats:
        begun = time.perf_counter()
        [board] = await stage.router.handle(incoming("onlooker", "/board", chat))
        assert board.picture is not None
        await _PAINT(board.picture.scene)
        spent.append(1000 * (time.perf_counter() - begun))
    return spent


@asynccontextmanager
async def _importing(stage: Stage, file: str) -> AsyncIterator[list[str]]:
    """Seven people import a file over and over; yields a list that grows with what they are told."""
    told: list[str] = []

    async def one(number: int) -> None:
        while True:
            answers = await stage.router.handle(incoming(f"importer{number}", "/import", attachment=file))
            told.extend(answer.text for answer in answers)

    tasks = [asyncio.create_task(one(number)) for number in range(_IMPORTERS)]
    try:
        yield told
    finally:
        for task in tasks:
            task.cancel()
        with suppress(asyncio.CancelledError):
            await asyncio.gather(*tasks, return_exceptions=True)
