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
from bot.features.puzzles.dailies import DAILY
from bot.features.puzzles.exercises import Dailies
from bot.store.connection import connect
from bot.store.redis import RedisStore
from tests.bot.scripted import CHAT, ScriptedPlatform, Stage, incoming

HOURS = 3600


class Closed(ScriptedPlatform):
    """A door to a chat that takes no messages for now."""

    async def show(self, chat: Chat, message: Message) -> str:
        raise DeliveryError("for now", retry_after=3600)


@pytest.fixture
async def stores(emptied: str) -> AsyncIterator[tuple[RedisStore, RedisStore]]:
    """Those of two processes that live."""
    two = RedisStore(connect(emptied)), RedisStore(connect(emptied))
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
    first, second = Stage(stores[0], door=Closed()), Stage(stores[1])
    await first.type("ann", "/challenge dots 3x3")
    await sweep(first, second)
    assert second.door.shown == []
    await first.router.close()


async def test_the_boards_of_a_process_that_is_gone_are_shown_once(stores: tuple[RedisStore, RedisStore], emptied: str):
    dead, second = Stage(stores[0], door=Closed()), Stage(stores[1])
    third = Stage(RedisStore(connect(emptied)))
    await dead.type("ann", "/challenge dots 3x3")
    await dead.router.close()
    await stores[0].leases.leave()
    await sweep(second, third)
    await sweep(second, third)
    assert len(second.door.shown + third.door.shown) == 1


async def test_a_process_without_the_door_leaves_boards_to_one_that_has_it(stores: tuple[RedisStore, RedisStore]):
    dead, second = Stage(stores[0], door=Closed()), Stage(stores[1], door=ScriptedPlatform("elsewhere"))
    await dead.type("ann", "/challenge dots 3x3")
    await dead.router.close()
    await stores[0].leases.leave()
    await sweep(second)
    third = Stage(stores[1])
    await sweep(third)
    assert len(third.door.shown) == 1


async def test_an_expired_challenge_is_told_once(stores: tuple[RedisStore, RedisStore]):
    first, second = (Stage(store) for store in stores)
    await first.type("ann", "/challenge dots 3x3")
    first.door.shown.clear()
    first.time = second.time = first.time + 601
    await sweep(first, second)
    await sweep(first, second)
    assert len(first.door.shown + second.door.shown) == 1


@dataclass
class Held(ScriptedPlatform):
    """A door of one process to a chat that others show boards in too: its slots, or its messages, come late."""

    waits_in_line: bool = True
    let_go: asyncio.Event = field(default_factory=asyncio.Event)
    held: asyncio.Event = field(default_factory=asyncio.Event)

    async def slot(self, chat: Chat) -> bool:
        if self.waits_in_line:
            await self._come()
        return self.waits_in_line

    async def show(self, chat: Chat, message: Message) -> str:
        if not self.waits_in_line:
            await self._come()
        return await super().show(chat, message)

    async def edit(self, chat: Chat, shown: str, message: Message) -> bool:
        if not self.waits_in_line:
            await self._come()
        return await super().edit(chat, shown, message)

    async def _come(self) -> None:
        self.held.set()
        await self.let_go.wait()


@pytest.mark.parametrize("waits_in_line", [True, False], ids=["in line", "on its way"])
@pytest.mark.parametrize("before", [0, 3], ids=["posted anew", "changed in place"])
async def test_no_board_stands_below_a_newer_one_of_another_process(
    stores: tuple[RedisStore, RedisStore], before: int, waits_in_line: bool
):
    moves = [("ann", "a1-a2"), ("bob", "b1-b2"), ("ann", "a1-b1"), ("bob", "a2-b2"), ("bob", "c1-c2")]
    late, quick = Stage(stores[0], door=Held(waits_in_line=waits_in_line)), Stage(stores[1])
    assert isinstance(late.door, Held)
    late.door.shown = quick.door.shown
    await quick.type("ann", "/challenge @bob dots 2x1 pie=0")
    await quick.press("bob", "Accept")
    for who, move in moves[:before]:
        await quick.type(who, f"/move {move}")
    first, second = moves[before : before + 2]
    await late.router.handle(incoming(first[0], f"/move {first[1]}"))
    await late.door.held.wait()
    await quick.type(second[0], f"/move {second[1]}")
    assert second[1] in quick.board.text
    count = len(quick.door.shown)
    late.door.let_go.set()
    await late.router.wait_until_idle()
    standing = {message_id: message for message_id, _, message in quick.door.shown}
    boards = [message for message in standing.values() if message.buttons]
    assert second[1] in boards[-1].text
    assert sum(second[1] in message.text for message in boards) == 1
    assert len(quick.door.shown) == count or not waits_in_line
    assert await stores[0].boards.pending(float("inf")) == []


async def test_a_chat_is_told_of_the_daily_once(stores: tuple[RedisStore, RedisStore]):
    first = Stage(stores[0])
    second = Stage(stores[1], door=first.door)
    await first.type("ann", "/settings daily=18:00")
    for _ in range(3):
        first.time = second.time = first.time + 12 * HOURS
        await sweep(first, second)
        await sweep(second, first)
    assert len(first.door.shown) == 2


@pytest.mark.parametrize(("dies", "shown"), [("explain", 1), ("show", 0)])
async def test_the_daily_of_a_killed_process_is_told_by_another_at_most_once(
    stores: tuple[RedisStore, RedisStore], emptied: str, monkeypatch: pytest.MonkeyPatch, dies: str, shown: int
):
    """Before the message was sent another tells it; in the middle of that nobody knows whether it was."""
    dead = Stage(stores[0])
    await dead.type("ann", "/settings daily=18:00")
    dead.time += 12 * HOURS
    reached = asyncio.Event()

    async def hangs(*_: object) -> None:
        reached.set()
        await asyncio.Event().wait()

    monkeypatch.setattr(dead.thinking if dies == "explain" else dead.door, dies, hangs)
    dying = asyncio.create_task(dead.router.sweep())
    await asyncio.wait_for(reached.wait(), 30)
    dying.cancel()
    await stores[0].leases.leave()
    living = Stage(RedisStore(connect(emptied)))
    living.time = dead.time
    await sweep(living)
    assert living.door.shown == []
    await stores[0].leases.release(f"daily:{CHAT.key}")  # as when a minute is over
    await sweep(living)
    await sweep(living)
    assert len(living.door.shown) == shown
    living.time += 24 * HOURS
    await sweep(living)
    assert len(living.door.shown) == shown + 1


async def test_two_who_post_the_daily_at_once_are_both_named(stores: tuple[RedisStore, RedisStore]):
    club, day = Chat("stage", "club"), 54
    stages = {"ann": Stage(stores[0]), "bob": Stage(stores[1])}
    for who, stage in stages.items():
        for step in ("", *Dailies().of(day).puzzle.solution[::2]):
            await stage.type(who, f"/daily {step}", club)
    await asyncio.gather(*(stage.type(who, f"/daily {day} post", club) for who, stage in stages.items()))
    kept = await stores[0].settings.choices(choices_of(DAILY, club.key))
    assert json.loads(kept["days"]) == {f"{day}": {"stage:ann": "Ann", "stage:bob": "Bob"}}
