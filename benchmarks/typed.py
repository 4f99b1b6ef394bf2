"""Typed texts that get the move or the help, of a corpus for each language."""

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
    """The share that is helped, and how often a wrong move is played."""
    answered = asyncio.run(_answered())
    helped = sum(each.is_helped for each in answered)
    name = f"typed texts that get the move or the help, of {len(answered)}"
    yield Figure(name, 100 * helped / len(answered), 95, "%", at_least=True)
    yield Figure("wrong moves played", sum(each.is_wrong_move for each in answered), 0, "moves")


async def _answered() -> list[Answered]:
    with tempfile.TemporaryDirectory() as data, serve(Path(data)) as server:
        store = RedisStore(connect(server.url))
        return [each for language in LANGUAGES for each in await answers(store, language)]
