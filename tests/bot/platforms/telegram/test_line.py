"""The line of all messages: at most so many a second, and what somebody waits for goes first."""

from __future__ import annotations

import asyncio

from bot.platforms.telegram.line import Line, Rank


async def standing(line: Line, rank: Rank, done: list[Rank]) -> asyncio.Task[None]:
    async def come() -> None:
        await line.come(rank)
        done.append(rank)

    task = asyncio.create_task(come())
    await asyncio.sleep(0)
    return task


async def test_as_many_as_a_second_takes_pass_at_once():
    line, done = Line(30), list[Rank]()
    for _ in range(31):
        await standing(line, Rank.BOARD, done)
    await asyncio.sleep(0)
    assert len(done) == 30


async def test_what_somebody_waits_for_goes_first():
    line, done = Line(100), list[Rank]()
    tasks = [await standing(line, Rank.BOARD, done) for _ in range(104)]
    tasks.append(await standing(line, Rank.ANSWER, done))
    await asyncio.gather(*tasks)
    assert done.index(Rank.ANSWER) < 104


async def test_a_newest_board_does_not_wait_for_older_ones_to_be_tidied_up():
    line, done = Line(100), list[Rank]()
    tasks = [await standing(line, Rank.TIDYING, done) for _ in range(104)]
    tasks += [await standing(line, Rank.BOARD, done) for _ in range(4)]
    await asyncio.gather(*tasks)
    assert done[100:104] == [Rank.BOARD] * 4


async def test_who_gives_up_takes_no_place():
    line, done = Line(100), list[Rank]()
    tasks = [await standing(line, Rank.BOARD, done) for _ in range(200)]
    for task in tasks[100:199]:
        task.cancel()
    await tasks[199]
    assert len(done) == 200 - sum(task.cancelled() for task in tasks)
