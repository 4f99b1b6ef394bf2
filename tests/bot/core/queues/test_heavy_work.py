"""Heavy work goes round the people who wait, and never takes the threads that draw boards."""

from __future__ import annotations

import asyncio
import gc
import threading
from collections.abc import Callable, Iterator
from functools import partial

import pytest

from bot.core.game.people import Person
from bot.core.queues.fair_turns import MOST_AT_ONCE, HeavyWork
from engines.refusals import Illegal

ANN, BOB, KIM = (Person("test", name, name) for name in ("Ann", "Bob", "Kim"))


@pytest.fixture
def heavy() -> Iterator[HeavyWork]:
    heavy = HeavyWork()
    yield heavy
    heavy.close()


class Held:
    """A first piece of work that goes on until it is told to end, so that what comes meanwhile has to wait."""

    def __init__(self) -> None:
        self.begun, self.may_end = threading.Event(), threading.Event()

    def __call__(self) -> None:
        self.begun.set()
        self.may_end.wait(60)


async def hold_thread(heavy: HeavyWork, person: Person) -> tuple[Held, asyncio.Task[None]]:
    holder = Held()
    task = asyncio.create_task(heavy.run(person.key, holder))
    await asyncio.to_thread(holder.begun.wait, 60)
    return holder, task


async def queue_work(heavy: HeavyWork, *work: tuple[Person, Callable[[], object]]) -> list[asyncio.Task[object]]:
    """Work that is asked for in this order, all of it waiting."""
    tasks = [asyncio.create_task(heavy.run(person.key, each)) for person, each in work]
    for _ in range(3):
        await asyncio.sleep(0)
    return tasks


async def test_heavy_users_wait_for_light_users(heavy: HeavyWork):
    holder, first = await hold_thread(heavy, ANN)
    finished_items: list[str] = []
    work = [(ANN, partial(finished_items.append, f"Ann {number}")) for number in range(3)]
    tasks = await queue_work(
        heavy, *work, (BOB, partial(finished_items.append, "Bob")), (KIM, partial(finished_items.append, "Kim"))
    )
    holder.may_end.set()
    await asyncio.gather(first, *tasks)
    assert finished_items == ["Ann 0", "Bob", "Kim", "Ann 1", "Ann 2"]


async def test_blocked_work_leaves_the_threads_of_boards_free(heavy: HeavyWork):
    holder, first = await hold_thread(heavy, ANN)
    tasks = await queue_work(heavy, *((person, lambda: None) for person in (ANN, BOB, KIM) for _ in range(20)))
    assert await asyncio.to_thread(lambda: "drawn") == "drawn"
    holder.may_end.set()
    await asyncio.gather(first, *tasks)


async def test_one_person_has_a_limit_of_concurrent_work(heavy: HeavyWork):
    with heavy.admission(ANN), heavy.admission(ANN), heavy.admission(ANN), heavy.admission(ANN):
        with heavy.admission(ANN):
            assert not heavy.has_room(ANN)
            with pytest.raises(Illegal) as error, heavy.admission(ANN):
                pass
            assert (error.value.code, error.value.fields) == ("too-much-at-once", {"most": MOST_AT_ONCE})
            with heavy.admission(BOB):
                assert heavy.has_room(BOB)
        assert heavy.has_room(ANN)


async def test_a_turn_is_kept_until_cancelled_work_has_ended(heavy: HeavyWork):
    holder, first = await hold_thread(heavy, ANN)
    finished_items: list[str] = []
    (after,) = await queue_work(heavy, (BOB, partial(finished_items.append, "Bob")))
    first.cancel()
    await asyncio.sleep(0)
    assert finished_items == []
    holder.may_end.set()
    await asyncio.wait([first, after])
    assert (first.cancelled(), finished_items) == (True, ["Bob"])


async def test_an_exception_of_work_reaches_the_caller(heavy: HeavyWork):
    def refused() -> None:
        raise Illegal("no")

    with pytest.raises(Illegal, match="no"):
        await heavy.run(ANN.key, refused)
    assert await heavy.run(ANN.key, lambda: 1) == 1


async def test_an_exception_of_cancelled_work_is_not_reported_as_lost(
    heavy: HeavyWork, caplog: pytest.LogCaptureFixture
):
    begun, may_end = threading.Event(), threading.Event()

    def failing() -> None:
        begun.set()
        may_end.wait(60)
        raise Illegal("too-long")

    task = asyncio.create_task(heavy.run(ANN.key, failing))
    await asyncio.to_thread(begun.wait, 60)
    task.cancel()
    await asyncio.sleep(0)
    may_end.set()
    with pytest.raises(asyncio.CancelledError):
        await task
    del task
    gc.collect()
    assert caplog.messages == []
