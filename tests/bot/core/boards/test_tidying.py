"""Old boards go or become a line, whatever the platform answers and whichever process dies."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest

from bot.core.boards import tidying
from bot.core.game.people import Chat
from bot.core.ports.platform import DeliveryError, OlderBoard
from bot.core.ports.store import HEAD_START
from bot.store.redis import RedisStore
from tests.bot.round_trips import count_round_trips
from tests.bot.scripted import ScriptedPlatform, Stage

DAY = 24 * 3600.0
MOVES = (
    *(("ann", "a1-a2"), ("bob", "b1-b2"), ("ann", "c1-c2"), ("bob", "a1-b1"), ("ann", "a2-b2"), ("ann", "b1-c1")),
    *(("bob", "b2-c2"), ("bob", "a2-a3"), ("ann", "b2-b3"), ("bob", "c2-c3"), ("ann", "a3-b3"), ("ann", "b3-c3")),
)
"""A whole game on 2x2."""


@dataclass
class TidyPlatform(ScriptedPlatform):
    """An adapter to a platform that deletes three old boards at a time; it fails as often as `failures` says."""

    tidies: bool = True
    deletes: bool = True
    gathers: int = 3
    failures: list[Exception] = field(default_factory=list)
    asked: list[tuple[str, ...]] = field(default_factory=list)
    gone: set[str] = field(default_factory=set)
    forbidden: str = ""

    async def tidy(self, chat: Chat, older: Sequence[OlderBoard]) -> None:
        self.asked.append(tuple(each.message for each in older))
        if self.failures:
            raise self.failures.pop(0)
        if self.forbidden in self.asked[-1]:
            raise DeliveryError("that one is too old", None)
        self.gone.update(self.asked[-1])


@pytest.fixture
async def stage(store: RedisStore) -> Stage:
    """A game between Ann and Bob, the question about which has become a line."""
    stage = Stage(store, adapter=TidyPlatform())
    await stage.type("ann", "/challenge @bob dots 2x2 pie=0")
    await stage.press("bob", "Accept")
    await stage.router.wait_until_idle()
    assert adapter_of(stage).asked == [("1",)]
    adapter_of(stage).asked.clear()
    return stage


def adapter_of(stage: Stage) -> TidyPlatform:
    assert isinstance(stage.adapter, TidyPlatform)
    return stage.adapter


async def play(stage: Stage, first: int, end: int) -> list[str]:
    """Play some of the game's moves; the messages of the boards that stand before the last of them."""
    before = len(stage.adapter.shown)
    for who, move in MOVES[first:end]:
        await stage.type(who, f"/move {move}")
    return [message for message, _, _ in stage.adapter.shown[before - 1 : -1]]


async def sweep(stage: Stage, seconds: float = 0.0) -> None:
    """Look after what is due so many seconds later."""
    stage.time += seconds
    await stage.router.sweep()
    await stage.router.wait_until_idle()


async def owed_cleanups(stage: Stage) -> list[str]:
    """The messages that are to be cleaned up, however late."""
    return [cleanup.message for cleanup in await stage.store.cleanups.due_cleanups(stage.time + 30 * DAY)]


async def test_boards_that_come_fast_go_some_at_a_time(stage: Stage):
    older = await play(stage, 0, 4)
    assert adapter_of(stage).asked == [tuple(older[:3])]
    assert await owed_cleanups(stage) == older[3:]


async def test_the_last_board_takes_all_before_it_with_it(stage: Stage):
    older = await play(stage, 0, 1)
    await stage.type("bob", "/resign yes")
    assert adapter_of(stage).asked == [(*older, stage.adapter.shown[-2][0])]
    assert await owed_cleanups(stage) == []


async def test_an_old_board_of_a_slow_game_goes_after_a_while(stage: Stage, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(tidying, "_QUIET", 0.01)
    older = await play(stage, 0, 1)
    while not adapter_of(stage).gone >= set(older):
        await asyncio.sleep(0.001)
    await stage.router.wait_until_idle()
    assert await owed_cleanups(stage) == []


async def test_a_cleanup_costs_a_move_no_round_trip(stage: Stage, monkeypatch: pytest.MonkeyPatch):
    trips = count_round_trips(monkeypatch)
    await play(stage, 0, 1)
    assert len(trips) <= 5


async def test_a_postponed_cleanup_is_retried_when_the_platform_says_so(stage: Stage):
    adapter_of(stage).failures.append(DeliveryError("flood", 40))
    older = await play(stage, 0, 3)
    assert not adapter_of(stage).gone & set(older)
    await sweep(stage, 39)
    assert not adapter_of(stage).gone & set(older)
    await sweep(stage, 1)
    assert adapter_of(stage).gone >= set(older)
    assert await owed_cleanups(stage) == []


async def test_an_adapters_bug_does_not_keep_old_boards(stage: Stage):
    adapter_of(stage).failures.append(ValueError("a bug"))
    older = await play(stage, 0, 3)
    await sweep(stage, HEAD_START)
    assert adapter_of(stage).gone >= set(older)


async def test_one_message_that_is_refused_does_not_keep_the_others(stage: Stage):
    adapter_of(stage).forbidden = stage.adapter.shown[-1][0]
    older = await play(stage, 0, 3)
    assert adapter_of(stage).gone & set(older) == {*older[1:]}
    assert await owed_cleanups(stage) == []


async def test_cleanups_of_a_dead_process_are_taken_over(stage: Stage):
    older = await play(stage, 0, 2)
    stage.restart()
    await sweep(stage)
    assert adapter_of(stage).asked == []
    await sweep(stage, HEAD_START)
    assert adapter_of(stage).asked == [tuple(older)]
    assert await owed_cleanups(stage) == []


async def test_a_failing_cleanup_is_retried_every_two_minutes_and_dropped_after_two_days(stage: Stage):
    adapter_of(stage).failures += [DeliveryError("away", 5)] * 1000
    await play(stage, 0, 3)
    for seconds in [60] * 60 + [3600] * 60:
        await sweep(stage, seconds)
    assert await owed_cleanups(stage) == []
    assert len(adapter_of(stage).asked) < 100


async def test_the_line_that_called_to_an_offer_goes_with_its_answer(stage: Stage):
    await play(stage, 0, 1)
    await stage.type("ann", "/draw")
    line = stage.adapter.shown[-1][0]
    await stage.type("bob", "/draw no")
    await stage.type("ann", "/resign yes")
    assert line in adapter_of(stage).gone


async def test_a_closing_adapter_deletes_gathered_messages(stage: Stage):
    older = await play(stage, 0, 1)
    running = asyncio.create_task(stage.router.run())
    await stage.store.cleanups.due_cleanups(stage.time)
    running.cancel()
    await asyncio.wait([running])
    assert adapter_of(stage).asked == [tuple(older)]


async def test_no_cleanup_names_a_forgotten_person(stage: Stage, store: RedisStore):
    await stage.type("ann", "/settings old=fold time=none")
    adapter_of(stage).failures += [DeliveryError("away", DAY)] * 9
    await play(stage, 0, 3)
    assert any("Ann" in cleanup.line for cleanup in await store.cleanups.due_cleanups(stage.time + 30 * DAY))
    await stage.type("ann", "/forgetme yes")
    assert not any(cleanup.line for cleanup in await store.cleanups.due_cleanups(stage.time + 30 * DAY))
