"""Two routers on one store, as of two processes: each board is shown by one of them, each deadline told once."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass, field

import pytest

from bot.core.game.people import Chat
from bot.core.ports.platform import DeliveryError, Message
from bot.core.ports.store import choices_of
from bot.features.puzzles.exercises import DAILY, Dailies
from bot.store.connection import connect
from bot.store.redis import RedisStore
from tests.bot.scripted import CHAT, ScriptedPlatform, Stage, incoming

HOURS = 3600


class Closed(ScriptedPlatform):
    """An adapter to a chat that takes no messages for now."""

    async def show(self, chat: Chat, message: Message) -> str:
        raise DeliveryError("for now", retry_after=3600)


@pytest.fixture
async def stores(empty_valkey: str) -> AsyncIterator[tuple[RedisStore, RedisStore]]:
    """Those of two processes that live."""
    two = RedisStore(connect(empty_valkey)), RedisStore(connect(empty_valkey))
    for store in two:
        await store.leases.take(store.leases.owner, 3600)
    yield two
    for store in two:
        await store.close()


async def sweep(*stages: Stage) -> None:
    await asyncio.gather(*(stage.router.sweep() for stage in stages))
    for stage in stages:
        await stage.router.wait_until_idle()


async def test_a_board_is_left_to_the_process_that_has_it_under_way(stores: tuple[RedisStore, RedisStore]):
    first, second = Stage(stores[0], adapter=Closed()), Stage(stores[1])
    await first.type("ann", "/challenge dots 3x3")
    await sweep(first, second)
    assert second.adapter.shown == []
    await first.router.close()


async def test_the_boards_of_a_process_that_is_gone_are_shown_once(
    stores: tuple[RedisStore, RedisStore], empty_valkey: str
):
    dead, second = Stage(stores[0], adapter=Closed()), Stage(stores[1])
    third = Stage(RedisStore(connect(empty_valkey)))
    await dead.type("ann", "/challenge dots 3x3")
    await dead.router.close()
    await stores[0].leases.leave()
    await sweep(second, third)
    await sweep(second, third)
    assert len(second.adapter.shown + third.adapter.shown) == 1


async def test_a_process_without_the_adapter_leaves_boards_to_one_that_has_it(stores: tuple[RedisStore, RedisStore]):
    dead, second = Stage(stores[0], adapter=Closed()), Stage(stores[1], adapter=ScriptedPlatform("elsewhere"))
    await dead.type("ann", "/challenge dots 3x3")
    await dead.router.close()
    await stores[0].leases.leave()
    await sweep(second)
    third = Stage(stores[1])
    await sweep(third)
    assert len(third.adapter.shown) == 1


async def test_an_expired_challenge_is_announced_once(stores: tuple[RedisStore, RedisStore]):
    first, second = (Stage(store) for store in stores)
    await first.type("ann", "/challenge dots 3x3")
    first.adapter.shown.clear()
    first.time = second.time = first.time + 601
    await sweep(first, second)
    await sweep(first, second)
    assert len(first.adapter.shown + second.adapter.shown) == 1


@dataclass
class Held(ScriptedPlatform):
    """An adapter of one process to a chat that others show boards in too: its slots, or its messages, come late."""

    waits_in_line: bool = True
    let_go: asyncio.Event = field(default_factory=asyncio.Event)
    held: asyncio.Event = field(default_factory=asyncio.Event)

    async def slot(self, chat: Chat, is_spare: bool = False) -> bool:
        if self.waits_in_line:
            await self._come()
        return self.waits_in_line

    async def show(self, chat: Chat, message: Message) -> str:
        if not self.waits_in_line:
            await self._come()
        return await super().show(chat, message)

    async def edit(self, chat: Chat, post: str, message: Message) -> bool:
        if not self.waits_in_line:
            await self._come()
        return await super().edit(chat, post, message)

    async def _come(self) -> None:
        self.held.set()
        await self.let_go.wait()


@pytest.mark.parametrize("waits_in_line", [True, False], ids=["in line", "on its way"])
@pytest.mark.parametrize("before", [0, 3], ids=["posted again", "changed in place"])
async def test_no_board_stands_below_a_newer_one_of_another_process(
    stores: tuple[RedisStore, RedisStore], before: int, waits_in_line: bool
):
    moves = [("ann", "a1-a2"), ("bob", "b1-b2"), ("ann", "a1-b1"), ("bob", "a2-b2"), ("bob", "c1-c2")]
    late, quick = Stage(stores[0], adapter=Held(waits_in_line=waits_in_line)), Stage(stores[1])
    assert isinstance(late.adapter, Held)
    late.adapter.shown = quick.adapter.shown
    await quick.type("ann", "/challenge @bob dots 2x1 pie=0")
    await quick.press("bob", "Accept")
    for who, move in moves[:before]:
        await quick.type(who, f"/move {move}")
    first, second = moves[before : before + 2]
    await late.router.handle(incoming(first[0], f"/move {first[1]}"))
    await late.adapter.held.wait()
    await quick.type(second[0], f"/move {second[1]}")
    assert second[1] in quick.board.text
    count = len(quick.adapter.shown)
    late.adapter.let_go.set()
    await late.router.wait_until_idle()
    standing = {message_id: message for message_id, _, message in quick.adapter.shown}
    boards = [message for message in standing.values() if message.buttons]
    assert second[1] in boards[-1].text
    assert sum(second[1] in message.text for message in boards) == 1
    assert len(quick.adapter.shown) == count or not waits_in_line
    assert await stores[0].boards.pending(float("inf")) == []


@pytest.mark.parametrize("lives", [True, False])
async def test_only_the_board_of_a_process_that_died_is_called_uncertain(
    stores: tuple[RedisStore, RedisStore], lives: bool
):
    sender, reader = Stage(stores[0], adapter=Held(waits_in_line=False)), Stage(stores[1])
    assert isinstance(sender.adapter, Held)
    sender.adapter.shown = reader.adapter.shown
    sender.adapter.repeats = reader.adapter.repeats = True
    await reader.type("ann", "/challenge @bob dots 3x3 pie=0")
    await reader.press("bob", "Accept")
    await sender.router.handle(incoming("ann", "/move a1-a2"))
    await sender.adapter.held.wait()
    if not lives:
        await stores[0].leases.leave()
    await reader.type("bob", "/board")
    sender.adapter.let_go.set()
    await sender.router.wait_until_idle()
    texts = [message.text for _, _, message in reader.adapter.shown]
    assert any(text.startswith("I was interrupted") for text in texts) is not lives
    assert sum("a1-a2" in text for text in texts) == 1
    await reader.router.close()


async def test_the_daily_is_announced_to_a_chat_once(stores: tuple[RedisStore, RedisStore]):
    first = Stage(stores[0])
    second = Stage(stores[1], adapter=first.adapter)
    await first.type("ann", "/settings daily=18:00")
    for _ in range(3):
        first.time = second.time = first.time + 12 * HOURS
        await sweep(first, second)
        await sweep(second, first)
    assert len(first.adapter.shown) == 2


@pytest.mark.parametrize(("dies", "post"), [("explain", 1), ("show", 0)])
async def test_the_daily_of_a_killed_process_is_announced_by_another_at_most_once(
    stores: tuple[RedisStore, RedisStore], empty_valkey: str, monkeypatch: pytest.MonkeyPatch, dies: str, post: int
):
    """Before the message was sent another tells it; in the middle of that nobody knows whether it was."""
    dead = Stage(stores[0])
    await dead.type("ann", "/settings daily=18:00")
    dead.time += 12 * HOURS
    reached_event = asyncio.Event()

    async def hangs(*_: object) -> None:
        reached_event.set()
        await asyncio.Event().wait()

    monkeypatch.setattr(dead.thinking if dies == "explain" else dead.adapter, dies, hangs)
    dying = asyncio.create_task(dead.router.sweep())
    await asyncio.wait_for(reached_event.wait(), 30)
    dying.cancel()
    await stores[0].leases.leave()
    living = Stage(RedisStore(connect(empty_valkey)))
    living.time = dead.time
    await sweep(living)
    assert living.adapter.shown == []
    await stores[0].leases.release(f"daily:{CHAT.key}")  # as when a minute is over
    await sweep(living)
    await sweep(living)
    assert len(living.adapter.shown) == post
    living.time += 24 * HOURS
    await sweep(living)
    assert len(living.adapter.shown) == post + 1


async def test_two_who_post_the_daily_at_once_are_both_named(stores: tuple[RedisStore, RedisStore]):
    club, day = Chat("stage", "club"), 54
    stages = {"ann": Stage(stores[0]), "bob": Stage(stores[1])}
    for who, stage in stages.items():
        for step in ("", *Dailies().of(day).puzzle.solution[::2]):
            await stage.type(who, f"/daily {step}", club)
    await asyncio.gather(*(stage.type(who, f"/daily {day} post", club) for who, stage in stages.items()))
    kept = await stores[0].settings.choices(choices_of(DAILY, club.key))
    assert json.loads(kept["days"]) == {f"{day}": {"stage:ann": "Ann", "stage:bob": "Bob"}}
