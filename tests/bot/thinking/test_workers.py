"""Hints of worker processes: the same as in a thread whichever process dies, and guesses without a worker."""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from asyncio.subprocess import Process
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from redis.asyncio import Redis
from redis.exceptions import ResponseError

from bot.core.handlers.beginnings import start_of
from bot.core.ports.thinking import Problem
from bot.core.queues.fair_turns import Urgency
from bot.thinking import queues
from bot.thinking.queues import BrokerAddressError
from bot.thinking.threads import Threads
from bot.thinking.workers import Workers
from engines import GAMES
from engines.game import AnyHint, Level, Reason
from engines.kernels.loading import warm
from engines.refusals import Unreadable
from tests.bot.processes import PATIENCE

DOTS, TUPIK = GAMES["dots"], GAMES["tupik"]
START = DOTS.start({}, 0)
GUESS = Reason("guess")
REAL = ("-m", "bot", "worker")
AMPLE_SECONDS = 3600.0
"""Time that no search here uses up, so that its result does not depend on time, nor on kernels that are loading."""


@pytest.fixture
async def workers(empty_valkey: str) -> AsyncIterator[Workers]:
    result = Workers(empty_valkey, 5, Random(0), PATIENCE)
    yield result
    await result.aclose()


@pytest.fixture
async def redis(empty_valkey: str) -> AsyncIterator[Redis]:
    async with Redis.from_url(empty_valkey) as client:
        yield client


@asynccontextmanager
async def working(url: str, folder: Path, *program: str) -> AsyncIterator[Process]:
    """A worker that has come to its queue."""
    here = {"REDIS_URL": url, "PYTHONPATH": str(Path(__file__).parents[3]), "MAX_SEARCHES": "2"}
    environment = os.environ | here
    process = await asyncio.create_subprocess_exec(sys.executable, *program, env=environment, cwd=folder)
    try:
        async with Redis.from_url(url) as client:
            await until(lambda: _has_come(client, process))
        yield process
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


async def until(true: Callable[[], Awaitable[bool]]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not await true():
            await asyncio.sleep(0.01)


async def _has_come(client: Redis, process: Process) -> bool:
    assert process.returncode is None
    if not await client.exists(queues.HINTS):
        return False
    try:
        names = [consumer["name"] for consumer in await client.xinfo_consumers(queues.HINTS, queues.GROUP)]
    except ResponseError:  # the stream is there, and its group not yet
        return False
    return any(name.decode().endswith(f":{process.pid}") for name in names)


async def _under_way(client: Redis, stream: str = queues.HINTS) -> bool:
    """Whether something is taken that is neither a beat nor answered."""
    tasks = await client.xpending_range(stream, queues.GROUP, "-", "+", 10)
    entries: list[Any] = [await client.xrange(stream, each["message_id"], each["message_id"]) for each in tasks]
    return any(fields[b"data"] for result in entries for _, fields in result)


def without_time(hint: AnyHint) -> AnyHint:
    return replace(hint, seconds=0)


async def ask_for_hint(
    workers: Workers, level: Level = Level.STRONG, urgency: Urgency = Urgency.NOW, seconds: float = 2.0
) -> AnyHint:
    return await workers.hint(Problem(DOTS, START, seconds, "a", urgency=urgency), level)


def _review(workers: Workers) -> asyncio.Task[AnyHint]:
    return asyncio.create_task(ask_for_hint(workers, Level.CLASSIC, Urgency.LATER, 60.0))


async def test_a_worker_finds_explains_and_makes_the_same_as_a_thread(
    empty_valkey: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
):
    threads = Threads(1, Random(7))
    workers = Workers(empty_valkey, 1, Random(7))
    async with working(empty_valkey, tmp_path, *REAL):
        for game in GAMES.values():
            start = game.start({}, 3)
            first = next(iter(start.moves()))
            problem = Problem(game, start.play(first), AMPLE_SECONDS, "a", (str(first),))
            for level in (Level.EASY, Level.CLASSIC):
                here = await threads.hint(problem, level)
                there = await workers.hint(problem, level)
                assert without_time(there) == without_time(here)
            assert await workers.consider(problem) == await threads.consider(problem)
        await _check_an_explanation(workers, threads)
        await _check_a_map(workers)
    assert not caplog.records
    threads.close()
    await workers.aclose()


async def _check_an_explanation(workers: Workers, threads: Threads) -> None:
    position = DOTS.start({"size": "2x2", "pie": "0"}, 0)
    messages = ("a1-a2", "b1-b2", "c1-c2")
    for message in messages:
        position = position.play(position.read(message))
    problem, move = Problem(DOTS, position, AMPLE_SECONDS, "test:1", messages), position.read("a1-b1")
    warm("dots")
    explanation = await threads.explain(problem, move)
    assert explanation.is_proved
    assert explanation.value < explanation.best_value
    assert len(explanation.reply) > 1
    async with asyncio.timeout(PATIENCE):
        while await workers.explain(problem, move) != explanation:
            pass  # by the small solver, until the worker has loaded its search


async def _check_a_map(workers: Workers) -> None:
    assert await start_of(workers, TUPIK, {"cities": "8"}, 5, "a") == TUPIK.start({"cities": "8"}, 5)
    with pytest.raises(Unreadable):
        await start_of(workers, TUPIK, {"cities": "99"}, 5, "a")


async def test_without_a_worker_a_map_is_made_here(workers: Workers):
    assert await start_of(workers, TUPIK, {"cities": "8"}, 5, "a") == TUPIK.start({"cities": "8"}, 5)


async def test_a_cancelled_hint_ends_the_search_and_a_hint_goes_before_reviews_that_were_asked_for_earlier(
    workers: Workers, redis: Redis, empty_valkey: str, tmp_path: Path
):
    async def is_idle() -> bool:
        return not await _under_way(redis)

    async with working(empty_valkey, tmp_path, "-m", "tests.bot.thinking.held_worker", empty_valkey):
        cancelled_hint = asyncio.create_task(ask_for_hint(workers))
        await until(lambda: _under_way(redis))
        cancelled_hint.cancel()
        with pytest.raises(asyncio.CancelledError):
            await cancelled_hint
        await until(is_idle)
        thought_about = _review(workers)
        await until(lambda: _under_way(redis, queues.REVIEWS))
        waiting = [_review(workers) for _ in range(3)]
        hint = asyncio.create_task(ask_for_hint(workers, Level.EASY, seconds=60.0))
        await until(lambda: _under_way(redis, queues.HINTS))
        thought_about.cancel()
        assert (await asyncio.wait_for(hint, PATIENCE)).move in START.moves()
        assert not any(review.done() for review in waiting)
        for review in waiting:
            review.cancel()
        await asyncio.wait([thought_about, *waiting])


async def test_tasks_of_a_killed_worker_are_taken_over_on_a_quiet_queue(
    workers: Workers, redis: Redis, empty_valkey: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
):
    async with working(empty_valkey, tmp_path, "-m", "tests.bot.thinking.held_worker", empty_valkey) as idle_worker:
        hint = asyncio.create_task(ask_for_hint(workers, Level.CLASSIC))
        await until(lambda: _under_way(redis))
        async with working(empty_valkey, tmp_path, *REAL):
            idle_worker.kill()
            result = await hint
    assert result.move in START.moves()
    assert not caplog.records


async def test_the_log_says_when_workers_answer_again_and_a_worker_finishes_its_tasks_on_shutdown(
    workers: Workers, redis: Redis, empty_valkey: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
):
    caplog.set_level(logging.INFO, "bot")
    await ask_for_hint(workers)
    async with working(empty_valkey, tmp_path, *REAL) as worker:
        await ask_for_hint(workers, Level.CLASSIC)
        assert caplog.messages[-1] == "workers answer again"
        caplog.clear()
        hint = asyncio.create_task(ask_for_hint(workers))
        await until(lambda: _under_way(redis))
        worker.terminate()
        assert await asyncio.wait_for(worker.wait(), PATIENCE) == 0
        assert (await hint).move in START.moves()
    assert not caplog.records


async def test_without_a_worker_the_bot_guesses_and_the_log_says_so_once(
    workers: Workers, caplog: pytest.LogCaptureFixture
):
    for _ in range(2):
        result = await ask_for_hint(workers)
        assert result.move in START.moves()
        assert result.reasons[-1] == GUESS
    assert [record.levelno for record in caplog.records] == [logging.WARNING]
    assert "tetradka worker" in caplog.text


async def test_without_a_server_the_bot_guesses_too(tmp_path: Path):
    workers = Workers(f"unix://{tmp_path}/nothing.sock", 1, Random(0))
    assert (await ask_for_hint(workers)).reasons[-1] == GUESS
    assert (await ask_for_hint(workers, Level.EASY, seconds=60.0)).reasons[-1:] != (GUESS,)
    await workers.aclose()


async def test_the_stream_stays_bounded(redis: Redis, empty_valkey: str):
    queue = queues.queue(empty_valkey, Urgency.NOW)
    for _ in range(queues.LONGEST + 50):
        await queue.beat()
    assert await redis.xlen(queues.HINTS) == queues.LONGEST
    await queue.shutdown()


async def test_idle_workers_without_tasks_are_forgotten(redis: Redis, empty_valkey: str):
    queue = queues.queue(empty_valkey, Urgency.NOW)
    await queue.startup()
    await queue.beat()
    for name in ("idle", "busy"):
        await redis.xgroup_createconsumer(queues.HINTS, queues.GROUP, name)
    await redis.xreadgroup(queues.GROUP, "busy", {queues.HINTS: ">"})
    await queue.forget_idle_workers()
    assert len(await redis.xinfo_consumers(queues.HINTS, queues.GROUP)) == 2
    await queue.forget_idle_workers(idle_ms=0)
    assert [worker["name"] for worker in await redis.xinfo_consumers(queues.HINTS, queues.GROUP)] == [b"busy"]
    await queue.shutdown()


@pytest.mark.parametrize("scheme", ["redis+sentinel", "redis+cluster"])
def test_a_server_that_workers_cannot_share_is_rejected(scheme: str):
    with pytest.raises(BrokerAddressError, match="redis://"):
        queues.queue(f"{scheme}://somewhere", Urgency.NOW)
