"""Timestamps of a clock that jumped do not delay games."""

from __future__ import annotations

from bot.core.ports.store import DEADLINES, Store
from tests.bot.scripted import Stage

DAYS = 3 * 24 * 3600.0


async def test_a_challenge_dated_in_the_future_expires_on_time_once_the_clock_is_right(store: Store):
    stage = Stage(store)
    stage.time += DAYS
    await stage.type("ann", "/challenge dots 3x3")
    stage.time -= DAYS
    board_count = len(stage.adapter.shown)
    for minutes, new_boards in ((0, 0), (9, 0), (2, 1), (1, 0)):
        stage.time += 60 * minutes
        await stage.router.sweep()
        await stage.router.wait_until_idle()
        assert len(stage.adapter.shown) == board_count + new_boards
        board_count += new_boards
    assert not await store.boards.far_deadlines(0)
    assert not await store.boards.due_games(DEADLINES, stage.time + 2 * DAYS)


async def test_a_challenge_dated_slightly_ahead_expires_at_its_own_time(store: Store):
    stage = Stage(store)
    stage.time += 300
    await stage.type("ann", "/challenge dots 3x3")
    stage.time -= 300
    board_count = len(stage.adapter.shown)
    for minutes, new_boards in ((0, 0), (11, 0), (3, 0), (2, 1)):
        stage.time += 60 * minutes
        await stage.router.sweep()
        await stage.router.wait_until_idle()
        assert len(stage.adapter.shown) == board_count + new_boards


async def test_a_board_with_an_outbox_entry_dated_in_the_future_is_shown(store: Store):
    stage = Stage(store)
    await stage.type("ann", "/challenge bot easy dots 3x3")
    board_count = len(stage.adapter.shown)
    code = stage.button("More").types.split()[1]
    await stage.type("ann", "/move a1-a2")
    board_count = len(stage.adapter.shown)
    await store.boards.add("stage:1", code, stage.time + DAYS)
    await stage.router.sweep(patience=5.0)
    await stage.router.wait_until_idle()
    assert not await store.boards.pending(stage.time + 2 * DAYS)
    assert len(stage.adapter.shown) == board_count
