"""The queue of all messages: at most so many a second, and what somebody waits for goes first."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from random import Random

import pytest
from hypothesis import given
from hypothesis.strategies import randoms

from bot.platforms.telegram.flood_control import Priority, SendQueue
from tests.bot.platforms.telegram.clocked import at_once

RATE = 10


async def standing(queue: SendQueue, priority: Priority, done: list[Priority]) -> asyncio.Task[None]:
    async def come() -> None:
        await queue.pass_through(priority)
        done.append(priority)

    task = asyncio.create_task(come())
    await asyncio.sleep(0)
    return task


def test_as_many_as_a_second_takes_pass_at_once():
    async def passed() -> int:
        queue, done = SendQueue(30), list[Priority]()
        tasks = [await standing(queue, Priority.BOARD, done) for _ in range(31)]
        await asyncio.sleep(0)
        tasks[-1].cancel()
        return len(done)

    assert at_once(passed()) == 30


def test_what_somebody_waits_for_goes_first():
    assert at_once(_order(Priority.BOARD, Priority.ANSWER)).index(Priority.ANSWER) < 104


def test_a_newest_board_does_not_wait_for_older_ones_to_be_tidied_up():
    assert at_once(_order(Priority.TIDYING, *[Priority.BOARD] * 4))[2:6] == [Priority.BOARD] * 4


async def test_who_gives_up_takes_no_place():
    queue, done = SendQueue(100), list[Priority]()
    tasks = [await standing(queue, Priority.BOARD, done) for _ in range(200)]
    for task in tasks[100:199]:
        task.cancel()
    await tasks[199]
    assert len(done) == 200 - sum(task.cancelled() for task in tasks)


@given(chances=randoms(use_true_random=False))
def test_nobody_is_forgotten_and_a_second_takes_no_more_than_its_rate(chances: Random):
    passed = at_once(_crowd(chances))
    for begin in passed:
        within = [time for time in passed if begin <= time < begin + 1]
        assert len(within) <= 2 * RATE


@pytest.mark.parametrize("priority", [Priority.ANSWER, Priority.BOARD])
def test_each_passes_in_its_slot_whatever_there_is_to_tidy_up(priority: Priority):
    late = at_once(_burst(priority))
    assert max(late) <= 0.01


async def _order(many: Priority, *few: Priority) -> list[Priority]:
    """In which order many of one priority pass, and a few that come right after them."""
    queue, done = SendQueue(100), list[Priority]()
    await asyncio.gather(*[await standing(queue, priority, done) for priority in [many] * 104 + [*few]])
    return done


async def _crowd(chances: Random) -> list[float]:
    """When each passed, of many who come at any time and some of whom give up; returns when none waits any more."""
    queue, passed, loop = SendQueue(RATE), list[float](), asyncio.get_running_loop()

    async def come() -> None:
        await asyncio.sleep(chances.uniform(0, 10))
        with suppress(TimeoutError):
            async with asyncio.timeout(chances.choice((0.0, 0.5, 5.0, None))):
                await queue.pass_through(chances.choice(list(Priority)))
                passed.append(loop.time())

    await asyncio.gather(*(come() for _ in range(chances.randint(1, 120))))
    return passed


async def _burst(priority: Priority) -> list[float]:
    """How late each passed of those who come twice as fast as they may, while there is always something to tidy up."""
    queue, late, loop = SendQueue(RATE), list[float](), asyncio.get_running_loop()
    tidying = [asyncio.create_task(queue.pass_through(Priority.TIDYING)) for _ in range(400)]

    async def come(number: int) -> None:
        await asyncio.sleep(number / (2 * RATE))
        await queue.pass_through(priority)
        late.append(loop.time() - max(number / (2 * RATE), (number - RATE + 3) / RATE))

    await asyncio.gather(*(come(number) for number in range(200)), *tidying)
    return late
