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

_IMPORTERS = 7
_SIZES = [f"{columns}x{rows}" for columns, rows in product(range(4, 12), repeat=2)]
"""Boards of the onlooker, each drawn once in each of two positions: what was drawn once is kept."""
_SETTLING_SECONDS = 1.0
_PATIENCE_SECONDS = 60.0


def figures() -> Iterable[Figure]:
    """Medians of boards on boards that nobody has drawn before, and how soon files are read meanwhile."""
    switch_often()
    alone, beside, wait = asyncio.run(_measured())
    yield Figure("a board for an onlooker, nothing else under way", alone, 100, "ms")
    yield Figure(f"the same while {_IMPORTERS} people import the worst file", beside, 2 * alone, "ms")
    yield Figure("until the next file is read or refused meanwhile", wait, 5, "s")


def worst_file() -> str:
    """Return the hostile text of the greatest length that takes the reader of imports the longest."""
    reader = next(reader for reader in READERS if reader.name == "an imported game")
    texts = (make(reader.most) for make in reader.texts())
    return max(texts, key=lambda text: seconds_of(reader, text))


async def _measured() -> tuple[float, float, float]:
    """Return the milliseconds of a board alone and beside imports, and the seconds until a file is read meanwhile."""
    with tempfile.TemporaryDirectory() as data, serve(Path(data)) as server:
        stage = Stage(RedisStore(connect(server.url)))
        first, second = await _games(stage)
        await _boards(stage, first[:5])
        alone = await _boards(stage, first[5:])
        async with _importing(stage, worst_file()) as answers:
            await asyncio.sleep(_SETTLING_SECONDS)
            before, began = len(answers), time.perf_counter()
            beside = await _boards(stage, second[5:])
            while len(answers) == before and time.perf_counter() - began < _PATIENCE_SECONDS:
                beside += await _boards(stage, second[5:])
            wait = (time.perf_counter() - began) / max(1, len(answers) - before)
            return statistics.median(alone), statistics.median(beside), wait


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
    """Return the milliseconds until an onlooker has the picture of each chat's board, painted anew."""
    paint, spent = Painter().paint, []
    for chat in chats:
        begun = time.perf_counter()
        [board] = await stage.router.handle(incoming("onlooker", "/board", chat))
        assert board.picture is not None
        await paint(board.picture.scene)
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
