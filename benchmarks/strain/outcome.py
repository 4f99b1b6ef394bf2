"""Comparison of the typed texts with the contents of the logs."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from benchmarks.strain.seen import count_stale
from benchmarks.strain.solver import Solver
from benchmarks.strain.table import Table
from bot.core.game.events import read_log_entry
from bot.store.connection import connect
from bot.store.leases import CLEANUPS
from bot.store.redis import RedisStore


@dataclass(frozen=True)
class Outcome:
    """The results at some tables once the trial has settled."""

    typed: int
    lost: int
    boards: int
    doubled: int
    stuck: int
    unanswered: int
    stale: int
    refusals: Counter[str]


async def causes_in(store_url: str) -> Counter[str]:
    """Return the number of log entries of each cause."""
    store = RedisStore(connect(store_url))
    codes = [code async for code in store.logs.all_games()]
    logs = await store.logs.load_all(dict.fromkeys(codes, 0))
    await store.close()
    return Counter(read_log_entry(text).cause for log in logs.values() if isinstance(log, list) for text in log)


async def is_settled(store_url: str) -> bool:
    """Return whether no board and no cleanup is pending in any chat."""
    store = RedisStore(connect(store_url))
    try:
        return not (await store.boards.pending(math.inf) or await store.slots.all_members(CLEANUPS))
    finally:
        await store.close()


def outcome(
    tables: Sequence[Table],
    went_on: Mapping[int, bool],
    causes: Counter[str],
    unanswered: int = 0,
    solvers: Sequence[Solver] = (),
) -> Outcome:
    """Return the results for all typed texts; `went_on` tells, by `id`, whether a player finished playing."""
    typed_groups = [group for table in tables for group in table.typed]
    refusals = [*(table.words for table in tables), *(solver.words for solver in solvers)]
    repeats = sum(max(0, causes[cause] - 1) for group in typed_groups for cause in group)
    return Outcome(
        typed=len(typed_groups) + sum(solver.typed for solver in solvers),
        lost=sum(not any(causes[cause] for cause in group) for group in typed_groups)
        + sum(solver.lost for solver in solvers)
        + sum(table.timed_out for table in tables),
        boards=sum(table.boards.total() for table in tables),
        doubled=repeats + sum(table.duplicate_count for table in tables),
        stuck=sum(not went_on[id(one)] for one in (*tables, *solvers)),
        unanswered=unanswered,
        stale=sum(count_stale(table.room.button_texts()) for table in tables),
        refusals=sum(refusals, Counter[str]()),
    )
