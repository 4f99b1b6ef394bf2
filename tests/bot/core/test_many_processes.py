"""Two routers on one store, as of two processes: each board is shown by one of them, each deadline told once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from bot.core.ports import Chat, Message, Unshown
from bot.store.connection import connect
from bot.store.redis import RedisStore
from tests.bot.scripted import ScriptedDoor, Stage


class Closed(ScriptedDoor):
    """A door to a chat that takes no messages for now."""

    async def show(self, chat: Chat, message: Message) -> str:
        raise Unshown("for now", retry_after=3600)


@pytest.fixture
async def stores(emptied: str) -> AsyncIterator[tuple[RedisStore, RedisStore]]:
    """Those of two processes that live."""
    two = RedisStore(connect(emptied)), RedisStore(connect(emptied))
    for store in two:
        await store.take(store.owner, 3600)
    yield two
    for store in two:
        await store.close()


async def sweep(*stages: Stage) -> None:
    await asyncio.gather(*(stage.router.sweep() for stage in stages))
    for stage in stages:
        await stage.router.idle()


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
    await stores[0].leave()
    await sweep(second, third)
    await sweep(second, third)
    assert len(second.door.shown + third.door.shown) == 1


async def test_a_process_without_the_door_leaves_boards_to_one_that_has_it(stores: tuple[RedisStore, RedisStore]):
    dead, second = Stage(stores[0], door=Closed()), Stage(stores[1], door=ScriptedDoor("elsewhere"))
    await dead.type("ann", "/challenge dots 3x3")
    await dead.router.close()
    await stores[0].leave()
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
