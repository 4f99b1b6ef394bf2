"""Careless texts that lead to the move, an offer or the help, from the lists of each language."""

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
from tests.bot.typed import LISTS, Answered, answers

LEAST_HELPED = 97


def figures() -> Iterable[Figure]:
    """Yield the share of careless texts with a good answer in each language, and the number of wrong moves played."""
    by_language = asyncio.run(_type_all())
    for language, results in by_language.items():
        share = 100 * sum(each.is_helped for each in results) / len(results)
        yield Figure(
            f"careless texts answered well, of {len(results)} ({language})", share, LEAST_HELPED, "%", at_least=True
        )
    wrong = sum(each.is_wrong_move for results in by_language.values() for each in results)
    yield Figure("careless texts that played a wrong move", wrong, 0, "moves")


async def _type_all() -> dict[str, list[Answered]]:
    with tempfile.TemporaryDirectory() as data, serve(Path(data)) as server:
        store = RedisStore(connect(server.url))
        return {
            language: [each for name in LISTS for each in await answers(store, language, name)]
            for language in LANGUAGES
        }
