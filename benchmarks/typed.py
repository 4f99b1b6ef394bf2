"""Typed texts that get the move or the help, from a corpus for each language."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Iterable
from pathlib import Path

from benchmarks.figure import Figure
from bot.core.language.speech import LANGUAGES
from bot.store.connection import connect
from bot.store.embedded import serve
from bot.store.redis import RedisStore
from tests.bot.typed import Answered, answers


def figures() -> Iterable[Figure]:
    """Yield the share of texts that get an answer that helps, and the number of wrong moves played."""
    results = asyncio.run(_type_all())
    helped_count = sum(each.is_helped for each in results)
    name = f"typed texts that get the move or the help, of {len(results)}"
    yield Figure(name, 100 * helped_count / len(results), 95, "%", at_least=True)
    yield Figure("typed moves that were played wrongly", sum(each.is_wrong_move for each in results), 0, "moves")


async def _type_all() -> list[Answered]:
    with tempfile.TemporaryDirectory() as data, serve(Path(data)) as server:
        store = RedisStore(connect(server.url))
        return [each for language in LANGUAGES for each in await answers(store, language)]
