"""What is shown is chosen when the chat's slot has come, and a chat that is full is told when it said it would be."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

import pytest

from bot.core.game.people import Chat
from bot.core.ports.platform import DeliveryError
from bot.core.ports.store import OutboxEntry, Store
from tests.bot.scripted import CHAT, ScriptedPlatform, Stage, incoming


@dataclass
class Slow(ScriptedPlatform):
    """An adapter whose slots come when they are let go, or are refused."""

    let_go: asyncio.Event = field(default_factory=asyncio.Event)
    asked: asyncio.Event = field(default_factory=asyncio.Event)
    refusals: list[DeliveryError] = field(default_factory=list)

    async def slot(self, chat: Chat, is_spare: bool = False) -> bool:
        self.asked.set()
        if self.refusals:
            raise self.refusals.pop(0)
        return await self.let_go.wait()


@pytest.fixture
def adapter() -> Slow:
    return Slow()


async def begin_game(stage: Stage, adapter: Slow) -> None:
    """A game between Ann and Bob, from whose chat all slots are taken."""
    adapter.let_go.set()
    await stage.type("ann", "/challenge @bob dots 3x3")
    await stage.press("bob", "Accept")
    adapter.let_go.clear()
    adapter.asked.clear()


async def test_boards_waiting_for_a_slot_become_the_newest_board(store: Store, adapter: Slow):
    stage = Stage(store, adapter=adapter)
    await begin_game(stage, adapter)
    message_count = len(adapter.shown)
    for who, move in (("ann", "a1-a2"), ("bob", "b1-b2"), ("ann", "c1-c2")):
        await stage.router.handle(incoming(who, f"/move {move}"))
        await adapter.asked.wait()
    adapter.let_go.set()
    await stage.router.wait_until_idle()
    assert len(adapter.shown) == message_count + 1
    assert "c1-c2" in stage.board.text
    assert await store.boards.pending(float("inf")) == []


async def test_a_full_chat_sees_its_board_when_it_said_without_a_sweep(store: Store, adapter: Slow):
    stage = Stage(store, adapter=adapter)
    await begin_game(stage, adapter)
    adapter.let_go.set()
    adapter.refusals.append(DeliveryError("flood", retry_after=0.01))
    await stage.type("ann", "/move a1-a2")
    while "a1-a2" not in stage.board.text:
        await asyncio.sleep(0)


async def test_a_chat_that_is_full_for_long_is_left_alone_by_the_sweeper(store: Store, adapter: Slow):
    stage = Stage(store, adapter=adapter)
    await begin_game(stage, adapter)
    adapter.refusals.append(DeliveryError("flood", retry_after=3600))
    await stage.type("ann", "/move a1-a2")
    adapter.asked.clear()
    await stage.router.sweep()
    await stage.router.wait_until_idle()
    assert not adapter.asked.is_set()
    await stage.router.close()


async def test_an_outbox_entry_from_the_future_hides_no_board(store: Store):
    stage = Stage(store)
    await stage.type("ann", "/challenge @bob dots 3x3")
    await stage.press("bob", "Accept")
    code = stage.button("More").types.split()[1].partition("@")[0]
    await store.boards.add(CHAT.key, code, stage.time + 3 * 86400)
    stage.restart()
    await stage.router.sweep(patience=5)
    await stage.router.wait_until_idle()
    left: list[OutboxEntry] = await store.boards.pending(float("inf"))
    assert left == []
