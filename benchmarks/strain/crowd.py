"""Many tables at once: all sit down, and then they move at an even pace, whoever still waits for a board."""

from __future__ import annotations

import asyncio
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass

from benchmarks.strain.outcome import causes_in, outcome
from benchmarks.strain.slots import Seen, behind
from benchmarks.strain.table import Table

PATIENCE = 60.0
"""Seconds after which a board that has not come is not waited for any more, nor its table played at."""
_AT_ONCE = 20
_LOOK, _LOOKS, _IDLE = 2.0, 15, 0.15
Spent = Callable[[], float]


@dataclass(frozen=True)
class Pace:
    """What was seen of moves at an even pace: each board with when its move was typed; processor seconds a move."""

    boards: list[Seen]
    spent: float

    @property
    def half(self) -> float:
        """Within how many seconds half of the boards were seen."""
        return statistics.median(seen - typed for typed, seen in self.boards)

    @property
    def nearly_all(self) -> float:
        """Within how many seconds 99 of 100 were seen."""
        return statistics.quantiles((seen - typed for typed, seen in self.boards), n=100)[98]

    @property
    def latest(self) -> float:
        """How many seconds after its slot the last of all was seen."""
        return max(behind(self.boards))


class Crowd:
    """Tables; one whose people have waited in vain is played at no more."""

    def __init__(self, tables: list[Table]) -> None:
        self.tables = tables
        self._given_up: set[int] = set()

    async def sit_down(self) -> None:
        """Begins a game at every table."""
        turns = asyncio.Semaphore(_AT_ONCE)

        async def sit_down(table: Table) -> None:
            async with turns:
                self._note(table, await table.sit_down(time.monotonic() + PATIENCE))

        await asyncio.gather(*map(sit_down, self.tables))

    async def settle(self, processor: Spent) -> None:
        """Waits until the bot has loaded what a first game needs, and is nearly idle."""
        for _ in range(_LOOKS):
            spent = processor()
            await asyncio.sleep(_LOOK)
            if processor() - spent < _IDLE * _LOOK:
                return

    async def at_pace(self, rate: float, seconds: float, processor: Spent) -> Pace:
        """So many moves a second; raises `statistics.StatisticsError` if hardly any board has come."""
        before, spent = [len(table.seen) for table in self.tables], processor()
        one_by_one = [asyncio.Lock() for _ in self.tables]
        moving: list[asyncio.Task[None]] = []

        async def move(number: int) -> None:
            table = self.tables[number]
            async with one_by_one[number]:
                if id(table) not in self._given_up:
                    self._note(table, await table.move(time.monotonic() + PATIENCE))

        begun = time.perf_counter()
        for number in range(int(rate * seconds)):
            await asyncio.sleep(begun + number / rate - time.perf_counter())
            moving.append(asyncio.create_task(move(number % len(self.tables))))
        await asyncio.gather(*moving)
        boards = [seen for table, old in zip(self.tables, before, strict=True) for seen in table.seen[old:]]
        return Pace(boards, (processor() - spent) / max(1, len(boards)))

    async def missing(self, store_url: str) -> int:
        """What was lost, doubled or stuck, in texts, boards and tables."""
        went_on = {id(table): id(table) not in self._given_up for table in self.tables}
        found = outcome(self.tables, went_on, await causes_in(store_url))
        return found.lost + found.doubled + found.stuck

    def _note(self, table: Table, went_on: bool) -> None:
        if not went_on:
            self._given_up.add(id(table))
