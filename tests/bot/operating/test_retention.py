"""Old games are forgotten with all their lists, if that was said."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator

import pytest

from bot.core.game.people import Chat
from bot.features.tournaments.log import KIND, TOURNAMENTS
from bot.operating.storage import Retention
from bot.store.connection import Client, connect
from bot.store.redis import RedisStore
from tests.bot.processes import PATIENCE
from tests.bot.scripted import CHAT, Stage, person

DAY = 24 * 3600


@pytest.fixture
async def redis(valkey: str, store: RedisStore) -> AsyncIterator[Client]:
    """The server of the store."""
    client = connect(valkey)
    yield client
    await client.aclose()


async def _play_two_games(stage: Stage) -> tuple[str, str]:
    """The codes of a running game and a finished one."""
    for _ in range(2):
        await stage.type("ann", "/challenge @bob dots 2x2 pie=0")
        await stage.press("bob", "Accept")
    running, finished = (await stage.store.settings.facts_for(CHAT.key, "")).games
    await stage.type("ann", f"/resign {finished} yes")
    return running, finished


async def test_old_games_are_deleted_with_their_list_entries(store: RedisStore):
    stage = Stage(store)
    old = await _play_two_games(stage)
    stage.time += 31 * DAY
    new = await _play_on(stage)
    assert await Retention(store, lambda: stage.time, 30).forget() == 2
    assert {game async for game in store.logs.all_games()} == {new}
    assert (await store.settings.facts_for(CHAT.key, "")).games == (new,)
    assert await store.people.games_of(person("ann").key) == [new]
    assert (await store.boards.place(CHAT.key, old[0])).shown is None
    assert await Retention(store, lambda: stage.time, 30).forget() == 0


async def _play_on(stage: Stage) -> str:
    before = (await stage.store.settings.facts_for(CHAT.key, "")).games
    await stage.type("ann", "/challenge @bob dots 2x2")
    (new,) = set((await stage.store.settings.facts_for(CHAT.key, "")).games) - set(before)
    return new


async def test_a_finished_tournament_is_deleted_and_a_coming_one_stays(store: RedisStore):
    stage = Stage(store)
    await stage.type("ann", "/tournament dots 2x2")
    assert [name async for name in store.logs.all_logs(KIND)]
    await Retention(store, lambda: stage.time + 29 * DAY, 30).forget()
    assert [name async for name in store.logs.all_logs(KIND)]
    await Retention(store, lambda: stage.time + 400 * DAY, 30).forget()
    assert [name async for name in store.logs.all_logs(KIND)] == []
    assert not await store.boards.due_games(TOURNAMENTS, stage.time + 999 * DAY)


async def test_nothing_is_deleted_by_default(store: RedisStore):
    stage = Stage(store)
    await _play_two_games(stage)
    await Retention(store, lambda: stage.time + 999 * DAY, None).run()
    assert len([game async for game in store.logs.all_games()]) == 2


@pytest.mark.parametrize("games", [20, pytest.param(200, marks=pytest.mark.long)])
async def test_games_are_deleted_with_their_messages_and_channels(store: RedisStore, redis: Client, games: int):
    stage = Stage(store)
    stage.time = time.time()
    await _play_in_channel(stage, store, 0)
    before = await _bytes(redis)
    for number in range(games):
        await _play_in_channel(stage, store, number)
    full = await _bytes(redis) - before
    assert full > games * 1000
    retention = Retention(store, time.time, 0.5 / DAY)
    async with asyncio.timeout(PATIENCE):
        while await _bytes(redis) > 0.05 * full or await _of_games(redis):
            await retention.forget()
            await asyncio.sleep(0.1)


async def _of_games(redis: Client) -> list[bytes]:
    """The keys that belong to games and rooms."""
    kinds = (b"game", b"message", b"web:log", b"played", b"boards", b"review", b"result")
    return [key async for key in redis.scan_iter(match="tetradka:*") if any(kind in key for kind in kinds)]


async def _play_in_channel(stage: Stage, store: RedisStore, number: int) -> None:
    """A game that is resigned, in one of some chats, and a board of it in a room of the page."""
    chat = Chat("stage", f"room {number % 10}")
    ann, bob = f"ann{number % 20}", f"bob{number % 20}"
    await stage.type(ann, f"/challenge @{bob} dots 2x1 pie=0", chat)
    await stage.press(bob, "Accept", chat)
    await stage.type(ann, "/resign yes", chat)
    await store.archive.write(f"room{number % 10}", str(number), "a board " * 100, "", stage.time)


async def _bytes(redis: Client) -> int:
    """The memory of all keys of ours."""
    keys = [key async for key in redis.scan_iter(match="tetradka:*")]
    pipeline = redis.pipeline(transaction=False)
    for key in keys:
        pipeline.memory_usage(key)
    return sum(used or 0 for used in await pipeline.execute())


async def test_an_active_game_keeps_its_messages(store: RedisStore, redis: Client):
    stage = Stage(store)
    stage.time = time.time()
    running, finished = await _play_two_games(stage)
    await Retention(store, time.time, 30).forget()
    assert {game async for game in store.logs.all_games()} == {running, finished}
    assert await store.findings.finished_games(CHAT.key) == [finished]
    lasting = [await redis.ttl(key) async for key in redis.scan_iter(match="tetradka:message:*")]
    assert lasting
    assert max(lasting) <= 30 * DAY
