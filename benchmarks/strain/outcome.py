"""What people typed, against what the logs say came of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from benchmarks.strain.table import Table
from bot.core.game import entries
from bot.store.connection import connect
from bot.store.redis import RedisStore


@dataclass(frozen=True)
class Outcome:
    """What was found at some tables when all was calm again."""

    typed: int
    lost: int
    boards: int
    doubled: int
    stuck: int
    told: Counter[str]


async def causes_in(store_url: str) -> Counter[str]:
    """How many entries of all logs each cause has led to."""
    store = RedisStore(connect(store_url))
    codes = [code async for code in store.logs.all_games()]
    found = await store.logs.load_all(dict.fromkeys(codes, 0))
    await store.close()
    return Counter(entries.read(text).cause for log in found.values() if isinstance(log, list) for text in log)


def outcome(tables: Sequence[Table], went_on: Mapping[int, bool], causes: Counter[str]) -> Outcome:
    """What came of all that was typed; `went_on` says by its `id` whether a table has come to the end of its play."""
    typed = [group for table in tables for group in table.typed]
    once_more = sum(max(0, causes[cause] - 1) for group in typed for cause in group)
    return Outcome(
        typed=len(typed),
        lost=sum(not any(causes[cause] for cause in group) for group in typed),
        boards=sum(table.boards.total() for table in tables),
        doubled=once_more + sum(table.doubled for table in tables),
        stuck=sum(not went_on[id(table)] for table in tables),
        told=sum((table.words for table in tables), Counter[str]()),
    )
