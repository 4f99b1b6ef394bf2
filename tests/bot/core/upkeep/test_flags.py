"""Flags of clocks that tick: they fall by themselves, once, whatever processes there are, and after moves in time."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator

import pytest

from bot.core.game.people import Chat
from bot.core.game.session import Session
from bot.core.game.session import Stage as At
from bot.core.ports.store import CLOCKS, CorruptDataError, Store
from bot.core.repository import Games
from bot.store.connection import connect
from bot.store.redis import RedisStore
from tests.bot.processes import PATIENCE, all_live
from tests.bot.scripted import Stage, incoming

GROUP = Chat("stage", "9")


@pytest.fixture
async def two(empty_valkey: str) -> AsyncIterator[tuple[Stage, Stage]]:
    """Two living processes."""
    stores = [RedisStore(connect(empty_valkey)) for _ in range(2)]
    await all_live(*stores)
    stages = Stage(stores[0]), Stage(stores[1])
    yield stages
    for stage in stages:
        await stage.router.close()
    for store in stores:
        await store.close()


@pytest.fixture
async def stage(store: RedisStore) -> AsyncIterator[Stage]:
    """The only process."""
    stage = Stage(store)
    yield stage
    await stage.router.close()


async def begin(stage: Stage, *moves: str, pace: str = "10s+0s") -> str:
    """Begin a game between Ann and Bob and play moves in turn; return its code."""
    await stage.type("ann", f"/challenge @bob dots 3x3 pie=0 time={pace}", GROUP)
    await stage.press("bob", "Accept", GROUP)
    for number, move in enumerate(moves):
        await stage.type(("ann", "bob")[number % 2], f"/move {move}", GROUP)
    [code] = [game async for game in stage.store.logs.open_games()]
    return code


async def game_of(store: Store, code: str) -> Session:
    session = await Games(store).load(code)
    assert session is not None
    return session


async def later(seconds: float, *stages: Stage) -> None:
    for stage in stages:
        stage.time += seconds
    await asyncio.gather(*(stage.router.sweep() for stage in stages))
    for stage in stages:
        await stage.router.wait_until_idle()


async def test_a_flag_falls_once_in_two_processes(two: tuple[Stage, Stage]):
    first, second = two
    second.time = first.time
    code = await begin(first, "a1-b1", "a1-a2")
    await later(10.4, first, second)
    assert (await game_of(first.store, code)).stage is At.RUNNING
    await later(0.2, first, second)
    session = await game_of(first.store, code)
    assert str(session.status.outcome) == "second time"
    boards = [message for stage in two for _, _, message in stage.adapter.shown if "ran out of time" in message.text]
    assert len(boards) == 1
    assert await first.store.boards.due_games(CLOCKS, first.time + 86400) == {}


async def test_a_game_whose_first_move_does_not_come_is_off(stage: Stage):
    code = await begin(stage, "a1-b1")
    await later(61, stage)
    assert (await game_of(stage.store, code)).status.off == "idle"
    assert "Bob didn’t make a first move in time" in stage.board.text


async def test_the_timer_of_the_process_that_played_ends_the_game(stage: Stage):
    code = await begin(stage, "a1-b1", "a1-a2")
    stage.time += 10.4
    await stage.type("bob", "/draw", GROUP)  # sets the timer by the time that is left now
    stage.time += 1
    async with asyncio.timeout(PATIENCE):
        while (await game_of(stage.store, code)).stage is At.RUNNING:
            await asyncio.sleep(0.01)
    assert str((await game_of(stage.store, code)).status.outcome) == "second time"


async def test_a_move_that_arrived_in_time_is_handled_before_the_flag(stage: Stage):
    code = await begin(stage, "a1-b1", "a1-a2")
    ticket = stage.router.ticket(GROUP, incoming("ann", "", GROUP).person)
    stage.time += 10
    move = asyncio.create_task(stage.router.handle(incoming("ann", "/move c1-d1", GROUP)))
    await asyncio.sleep(0)
    stage.time += 1
    sweep = asyncio.create_task(stage.router.sweep())
    ticket.leave()
    await asyncio.gather(move, sweep)
    session = await game_of(stage.store, code)
    assert (session.stage, [turn.text for turn in session.turns]) == (At.RUNNING, ["a1-b1", "a1-a2", "c1-d1"])


async def test_a_late_move_ends_the_game_instead(stage: Stage):
    code = await begin(stage, "a1-b1", "a1-a2")
    stage.time += 11
    await stage.type("ann", "/move c1-d1", GROUP)
    session = await game_of(stage.store, code)
    assert (str(session.status.outcome), len(session.turns)) == ("second time", 2)


async def test_no_reminder_comes_and_nobody_can_be_away(stage: Stage):
    await begin(stage, "a1-b1", "a1-a2", pace="60m+0s")
    count = len(stage.adapter.shown)
    await later(3500, stage)
    assert len(stage.adapter.shown) == count
    [answer] = await stage.type("ann", "/away 2d", GROUP)
    assert "clock is paused" not in answer.text


async def test_the_bot_plays_on_a_clock_and_keeps_to_it(stage: Stage):
    await stage.type("ann", "/challenge bot easy dots 3x3 pie=0 time=10s+0s")
    await stage.type("ann", "a1-b1")
    assert "Clocks: " in stage.board.text
    [code] = [game async for game in stage.store.logs.open_games()]
    assert len((await game_of(stage.store, code)).turns) >= 2


@pytest.mark.parametrize(("pace", "schema"), [("3m+2s", 5), ("1h", 4)])
async def test_only_games_on_a_running_clock_are_closed_to_older_versions(stage: Stage, pace: str, schema: int):
    code = await begin(stage, "a1-b1", "a1-a2", pace=pace)
    log = (await stage.store.logs.load_all({code: 0}))[code]
    assert not isinstance(log, CorruptDataError)
    entries = [json.loads(entry) for entry in log]
    assert entries[0]["schema"] == schema
    has_lag = any("lag" in event for entry in entries for event in entry["events"])
    assert has_lag is (schema == 5)
