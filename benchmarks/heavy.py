"""Waiting time of an onlooker for a board while seven people import the worst file allowed."""

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
from bot.operating.process import switch_often
from bot.platform_adapters import Painter
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
    """Yield median waits for boards that were never drawn before, and the time until a file is read meanwhile."""
    switch_often()
    idle_wait, busy_wait, wait = asyncio.run(_measure())
    yield Figure("a board for a spectator on an idle bot", idle_wait, 100, "ms")
    yield Figure(f"the same while {_IMPORTERS} people import the worst file", busy_wait, 2 * idle_wait, "ms")
    yield Figure("time until the next file is read or refused meanwhile", wait, 5, "s")


def worst_file() -> str:
    """Return the hostile text of maximum length that the import reader is slowest at."""
    reader = next(reader for reader in READERS if reader.name == "an imported game")
    texts = (make(reader.most) for make in reader.texts())
    return max(texts, key=lambda text: seconds_of(reader, text))


async def _measure() -> tuple[float, float, float]:
    """Return the milliseconds of a board alone and during imports, and the seconds to read a file during imports."""
    with tempfile.TemporaryDirectory() as data, serve(Path(data)) as server:
        stage = Stage(RedisStore(connect(server.url)))
        first, second = await _games(stage)
        await _boards(stage, first[:5])
        idle_waits = await _boards(stage, first[5:])
        async with _importing(stage, worst_file()) as answers:
            await asyncio.sleep(_SETTLING_SECONDS)
            answers_before, start = len(answers), time.perf_counter()
            busy_waits = await _boards(stage, second[5:])
            while len(answers) == answers_before and time.perf_counter() - start < _PATIENCE_SECONDS:
                busy_waits += await _boards(stage, second[5:])
            wait = (time.perf_counter() - start) / max(1, len(answers) - answers_before)
            return statistics.median(idle_waits), statistics.median(busy_waits), wait


async def _games(stage: Stage) -> tuple[list[Chat], list[Chat]]:
    """Return two lists of chats with a game each, one list for each first move."""
    chats_by_move: tuple[list[Chat], list[Chat]] = ([], [])
    for chats, move in zip(chats_by_move, ("a1-b1", "a1-a2"), strict=True):
        for size in _SIZES:
            chats.append(Chat("stage", f"{size} {move}"))
            player = f"player{len(chats)}"
            await stage.type(player, f"/challenge bot easy dots {size} pie=0", chats[-1])
            await stage.type(player, f"/move {move}", chats[-1])
    return chats_by_move


async def _boards(stage: Stage, chats: Sequence[Chat]) -> list[float]:
    """Return the milliseconds until an onlooker has a newly painted picture of each chat's board."""
    paint, milliseconds = Painter().paint, []
    for chat in chats:
        start = time.perf_counter()
        [board] = await stage.router.handle(incoming("onlooker", "/board", chat))
        assert board.picture is not None
        await paint(board.picture.scene)
        milliseconds.append(1000 * (time.perf_counter() - start))
    return milliseconds


@asynccontextmanager
async def _importing(stage: Stage, file: str) -> AsyncIterator[list[str]]:
    """Let seven people import a file repeatedly; yield the growing list of answers."""
    texts: list[str] = []

    async def one(number: int) -> None:
        while True:
            answers = await stage.router.handle(incoming(f"importer{number}", "/import", attachment=file))
            texts.extend(answer.text for answer in answers)

    tasks = [asyncio.create_task(one(number)) for number in range(_IMPORTERS)]
    try:
        yield texts
    finally:
        for task in tasks:
            task.cancel()
        with suppress(asyncio.CancelledError):
            await asyncio.gather(*tasks, return_exceptions=True)
