"""Curves without the picture: attempts that a scripted screen-reader user needs for a legal line, per language."""

from __future__ import annotations

import asyncio
import statistics
import tempfile
from collections.abc import Iterable
from pathlib import Path

from benchmarks.figure import Figure
from bot.core.language.speech import LANGUAGES
from bot.store.connection import connect
from bot.store.embedded import serve
from bot.store.redis import RedisStore
from tests.bot.blind.lines import Drawn, whole_game

_GAMES = 4


def figures() -> Iterable[Figure]:
    """Yield the number of attempts in four games per language, on a sheet of 10x8 with twelve points."""
    games = asyncio.run(_play_games())
    tries = [each for game in games for each in game.tries]
    yield Figure(
        f"attempts to find a legal line from text alone, median of {len(tries)}", statistics.median(tries), 2, "tries"
    )
    yield Figure("maximum of attempts for one line", max(tries), 2, "tries")
    yield Figure("turns with a legal line that the text does not name", sum(game.unnamed for game in games), 0, "turns")


async def _play_games() -> list[Drawn]:
    with tempfile.TemporaryDirectory() as data, serve(Path(data)) as server:
        store = RedisStore(connect(server.url))
        return [await whole_game(store, language, seed) for language in LANGUAGES for seed in range(_GAMES)]
