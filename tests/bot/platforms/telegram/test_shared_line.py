"""Lines of several processes on one real server: together they let no more messages pass than Telegram takes."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

from bot.core.ports.message_rate import MessageRate
from bot.platforms.telegram.flood_control import Priority, SendQueue
from bot.store.connection import connect
from bot.store.redis import RedisStore

RATE = 30


@dataclass
class Counted:
    """Slots of which is known how many were taken, and when there were none, by a clock."""

    slots: MessageRate
    now: list[float]
    taken: int = 0
    none_there: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def are_shared(self) -> bool:
        return self.slots.are_shared

    async def take(self, rate: float, wanted: int, left: float) -> tuple[int, float]:
        begun = self.now[0]
        taken, wait = await self.slots.take(rate, wanted, left)
        self.taken += taken
        if not taken and begun == self.now[0]:
            self.none_there.set()
        return taken, wait


async def all_taken(*sources: Counted) -> int:
    """How many were taken by the time when there were none for anybody."""
    for source in sources:
        source.none_there.clear()
    for source in sources:
        await source.none_there.wait()
    return sum(source.taken for source in sources)


async def test_two_processes_send_no_more_together_than_one_may(valkey: str):
    now = [1e6]
    stores = [RedisStore(connect(valkey)) for _ in range(2)]
    for store in stores:
        store.leases.living = ("one", "two")
    sources = [Counted(store.message_slots("telegram:7", lambda: now[0]), now) for store in stores]
    queues = [SendQueue(RATE, source) for source in sources]
    boards = [asyncio.create_task(queue.pass_through(Priority.BOARD)) for queue in queues for _ in range(2 * RATE + 10)]
    assert await all_taken(*sources) == RATE
    now[0] += 1
    assert await all_taken(*sources) == 2 * RATE
    assert sum(task.done() for task in boards) == 2 * RATE
    for board in boards:
        board.cancel()
    for store in stores:
        await store.close()


async def test_what_nobody_would_miss_passes_only_where_there_is_plenty(valkey: str):
    store = RedisStore(connect(valkey))
    store.leases.living = ("one", "two")
    now = [2e6]
    source = Counted(store.message_slots("telegram:8", lambda: now[0]), now)
    queue = SendQueue(RATE, source)
    await queue.pass_through(Priority.TIDYING)
    await queue.pass_through(Priority.BOARD)
    tidying = asyncio.create_task(queue.pass_through(Priority.TIDYING))
    await source.none_there.wait()
    await queue.pass_through(Priority.ANSWER)
    assert not tidying.done()
    now[0] += 1
    await tidying
    await store.close()


async def test_a_server_that_does_not_answer_holds_up_no_message():
    store = RedisStore(connect("redis://127.0.0.1:1"))
    store.leases.living = ("one", "two")
    queue = SendQueue(RATE, store.message_slots("telegram:9"))
    await asyncio.gather(*(queue.pass_through(Priority.BOARD) for _ in range(RATE)))
    await store.close()
