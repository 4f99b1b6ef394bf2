"""Many tables that start together, then move at an even pace without waiting for one another."""

from __future__ import annotations

import asyncio
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass

from benchmarks.strain.outcome import causes_in, outcome
from benchmarks.strain.slots import BoardTimes, slot_delays
from benchmarks.strain.table import Table

PATIENCE = 60.0
"""Seconds after which a missing board is given up and its table stops playing."""
_AT_ONCE = 20
_LOOK, _LOOKS, _IDLE = 2.0, 15, 0.15
Spent = Callable[[], float]


@dataclass(frozen=True)
class Pace:
    """The results of moves at an even pace: when each was typed and its board seen, and the CPU seconds per move."""

    boards: list[BoardTimes]
    cpu_seconds_per_move: float

    @property
    def median_delay(self) -> float:
        """Return the median seconds from a move to its board."""
        return statistics.median(board_time - move_time for move_time, board_time in self.boards)

    @property
    def delay_99(self) -> float:
        """Return the 99th percentile of the seconds from a move to its board."""
        return statistics.quantiles((board_time - move_time for move_time, board_time in self.boards), n=100)[98]

    @property
    def latest(self) -> float:
        """Return the greatest delay of a board after its slot, in seconds."""
        return max(slot_delays(self.boards))


class Crowd:
    """Tables that play at the same time; a table whose board does not arrive stops playing."""

    def __init__(self, tables: list[Table]) -> None:
        self.tables = tables
        self._abandoned_tables: set[int] = set()

    async def sit_down(self) -> None:
        """Start a game at every table."""
        turns = asyncio.Semaphore(_AT_ONCE)

        async def sit_down(table: Table) -> None:
            async with turns:
                self._note(table, await table.sit_down(time.monotonic() + PATIENCE))

        await asyncio.gather(*map(sit_down, self.tables))

    async def settle(self, processor: Spent) -> None:
        """Wait until the bot has loaded everything for a first game and is nearly idle."""
        for _ in range(_LOOKS):
            seconds = processor()
            await asyncio.sleep(_LOOK)
            if processor() - seconds < _IDLE * _LOOK:
                return

    async def at_pace(self, rate: float, seconds: float, processor: Spent) -> Pace:
        """Play `rate` moves a second; raise `statistics.StatisticsError` if hardly any boards arrive."""
        before, cpu_seconds = [len(table.board_times) for table in self.tables], processor()
        one_by_one = [asyncio.Lock() for _ in self.tables]
        moving: list[asyncio.Task[None]] = []

        async def move(number: int) -> None:
            table = self.tables[number]
            async with one_by_one[number]:
                if id(table) not in self._abandoned_tables:
                    self._note(table, await table.move(time.monotonic() + PATIENCE))

        start = time.perf_counter()
        for number in range(int(rate * seconds)):
            await asyncio.sleep(start + number / rate - time.perf_counter())
            moving.append(asyncio.create_task(move(number % len(self.tables))))
        await asyncio.gather(*moving)
        boards = [
            times for table, count in zip(self.tables, before, strict=True) for times in table.board_times[count:]
        ]
        return Pace(boards, (processor() - cpu_seconds) / max(1, len(boards)))

    async def missing(self, store_url: str) -> int:
        """Return the number of texts, boards and tables that were lost, duplicated or stuck."""
        went_on = {id(table): id(table) not in self._abandoned_tables for table in self.tables}
        result = outcome(self.tables, went_on, await causes_in(store_url))
        return result.lost + result.doubled + result.stuck

    def _note(self, table: Table, went_on: bool) -> None:
        if not went_on:
            self._abandoned_tables.add(id(table))
