"""The queue of all messages: its rate adapts, answers and boards both have their share, and tidying has the rest."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random

import pytest
from hypothesis import given
from hypothesis.strategies import randoms

from bot.core.ports.adapters import MessageRate, TakenSlots
from bot.platforms.telegram.flood_control import Priority, SendQueue
from bot.store.connection import connect
from bot.store.redis import RedisStore
from tests.bot.platforms.telegram.clocked import at_once
from tests.bot.platforms.telegram.sending import longest_waits
from tests.samples import cases

RATE = 10
SHARED_RATE = 30
OFFERED = 60
LONGEST_WAIT = 3.0


def test_no_board_waits_long_at_sixty_messages_a_second_half_of_them_answers():
    waits = longest_waits(OFFERED, seconds=120, most=1000)
    assert (waits.board <= LONGEST_WAIT, waits.sent, waits.refused) == (True, 120 * OFFERED, 0)


@cases(80, 120)
def test_under_a_lower_limit_the_rate_stays_near_it_and_few_messages_are_refused(count):
    waits = longest_waits(OFFERED, seconds=count, most=40)
    assert waits.sent >= 0.7 * 40 * count
    assert waits.refused <= count / 5


async def standing(queue: SendQueue, priority: Priority, finished_items: list[Priority]) -> asyncio.Task[None]:
    async def come() -> None:
        await queue.pass_through(priority)
        finished_items.append(priority)

    task = asyncio.create_task(come())
    await asyncio.sleep(0)
    return task


def test_as_many_as_a_second_takes_pass_at_once():
    async def passed() -> int:
        queue, finished_items = SendQueue(30), list[Priority]()
        tasks = [await standing(queue, Priority.BOARD, finished_items) for _ in range(31)]
        await asyncio.sleep(0)
        tasks[-1].cancel()
        return len(finished_items)

    assert at_once(passed()) == 30


def test_an_answer_waits_for_few_of_many_boards():
    assert at_once(_order(Priority.BOARD, Priority.ANSWER)).index(Priority.ANSWER) < 104


def test_boards_have_their_share_however_many_answers_wait():
    passed = at_once(_order(Priority.ANSWER, *[Priority.BOARD] * 6))
    assert [index - 100 for index, priority in enumerate(passed) if priority is Priority.BOARD] == [0, 1, 2, 4, 5, 6]


def test_a_newest_board_does_not_wait_for_older_ones_to_be_tidied_up():
    assert at_once(_order(Priority.TIDYING, *[Priority.BOARD] * 4))[2:6] == [Priority.BOARD] * 4


async def test_a_cancelled_message_takes_no_place():
    queue, finished_items = SendQueue(100), list[Priority]()
    tasks = [await standing(queue, Priority.BOARD, finished_items) for _ in range(200)]
    for task in tasks[100:199]:
        task.cancel()
    await tasks[199]
    assert len(finished_items) == 200 - sum(task.cancelled() for task in tasks)


@given(chances=randoms(use_true_random=False))
def test_nobody_is_forgotten_and_a_second_takes_no_more_than_its_rate(chances: Random):
    passed, fastest = at_once(_crowd(chances))
    for begin in passed:
        within = [time for time in passed if begin <= time < begin + 1]
        assert len(within) <= 2 * fastest


@pytest.mark.parametrize("priority", [Priority.ANSWER, Priority.BOARD])
def test_each_passes_in_its_slot_whatever_there_is_to_tidy_up(priority: Priority):
    late = at_once(_burst(priority))
    assert max(late) <= 0.01


async def _order(many: Priority, *few: Priority) -> list[Priority]:
    """In which order many of one priority pass, and a few that come right after them."""
    queue, finished_items = SendQueue(100), list[Priority]()
    await asyncio.gather(*[await standing(queue, priority, finished_items) for priority in [many] * 104 + [*few]])
    return finished_items


async def _crowd(chances: Random) -> tuple[list[float], float]:
    """Return when each passed, of many who come at any time and some of whom give up, and the rate at the end."""
    queue, passed, loop = SendQueue(RATE), list[float](), asyncio.get_running_loop()

    async def come() -> None:
        await asyncio.sleep(chances.uniform(0, 10))
        with suppress(TimeoutError):
            async with asyncio.timeout(chances.choice((0.0, 0.5, 5.0, None))):
                await queue.pass_through(chances.choice(list(Priority)))
                passed.append(loop.time())

    await asyncio.gather(*(come() for _ in range(chances.randint(1, 120))))
    return passed, queue.per_second


async def _burst(priority: Priority) -> list[float]:
    """Return each message's delay at twice the allowed rate, while tidying is always queued."""
    queue, late, loop = SendQueue(RATE), list[float](), asyncio.get_running_loop()
    tidying = [asyncio.create_task(queue.pass_through(Priority.TIDYING)) for _ in range(400)]

    async def come(number: int) -> None:
        await asyncio.sleep(number / (2 * RATE))
        await queue.pass_through(priority)
        late.append(loop.time() - max(number / (2 * RATE), (number - RATE + 3) / RATE))

    await asyncio.gather(*(come(number) for number in range(200)), *tidying)
    return late


@dataclass
class Counted:
    """Slots of which is known how many were taken, and when there were none, by a clock."""

    slots: MessageRate
    now: list[float]
    is_fixed: bool = True
    taken: int = 0
    none_there: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def are_shared(self) -> bool:
        return self.slots.are_shared

    async def take(self, rate: float, wanted: int, left: float) -> TakenSlots:
        begun = self.now[0]
        there = await self.slots.take(rate, wanted, left)
        self.taken += there.taken
        if not there.taken and begun == self.now[0]:
            self.none_there.set()
        return there

    async def change_rate(self, before: str, after: str) -> str:
        return before if self.is_fixed else await self.slots.change_rate(before, after)


async def slots_taken_by_all(*sources: Counted) -> int:
    """Return the number of slots taken until none was left for anyone."""
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
    queues = [SendQueue(SHARED_RATE, source) for source in sources]
    boards = [
        asyncio.create_task(queue.pass_through(Priority.BOARD)) for queue in queues for _ in range(2 * SHARED_RATE + 10)
    ]
    assert await slots_taken_by_all(*sources) == SHARED_RATE
    now[0] += 1
    assert await slots_taken_by_all(*sources) == 2 * SHARED_RATE
    assert sum(task.done() for task in boards) == 2 * SHARED_RATE
    for board in boards:
        board.cancel()
    for store in stores:
        await store.close()


async def test_tidying_passes_only_with_capacity_to_spare(valkey: str):
    store = RedisStore(connect(valkey))
    store.leases.living = ("one", "two")
    now = [2e6]
    source = Counted(store.message_slots("telegram:8", lambda: now[0]), now)
    queue = SendQueue(SHARED_RATE, source)
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
    queue = SendQueue(SHARED_RATE, store.message_slots("telegram:9"))
    await asyncio.gather(*(queue.pass_through(Priority.BOARD) for _ in range(SHARED_RATE)))
    await store.close()


async def test_a_refusal_of_one_process_halves_the_rate_of_all(valkey: str):
    stores = [RedisStore(connect(valkey)) for _ in range(2)]
    for store in stores:
        store.leases.living = ("one", "two")
    one, two = (SendQueue(SHARED_RATE, store.message_slots("telegram:10")) for store in stores)
    await one.slow_down()
    await two.pass_through(Priority.BOARD)
    assert one.per_second == two.per_second == SHARED_RATE / 2
    for store in stores:
        await store.close()
