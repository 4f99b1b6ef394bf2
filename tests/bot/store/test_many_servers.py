"""The same games on a cluster, and on whichever server a sentinel names."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest

from bot.core.ports.store import Listing, Shown
from bot.store import keys
from bot.store.connection import Wire, connect
from bot.store.embedded import serve
from bot.store.redis import RedisStore
from tests.bot.scripted import CHAT, Stage, person
from tests.bot.store.servers import Node, cluster, taken_over, until, watched_service


async def _begin_game(stage: Stage) -> str:
    """The code of a new game between Ann and Bob."""
    await stage.type("ann", "/challenge @bob dots 2x2")
    await stage.press("bob", "Accept")
    match = re.search(r"2x2 · (\w{6})", stage.board.text)
    assert match
    return match[1]


async def test_games_live_on_a_cluster(tmp_path: Path):
    async with cluster(tmp_path) as url:
        store = RedisStore(connect(url))
        assert all(promise.holds for promise in await store.check_ready())
        stage = Stage(store)
        codes = [await _begin_game(stage) for _ in range(12)]
        assert await stage.type("ann", f"/move {codes[0]} a1-a2") == ()
        assert "a1-a2" in stage.board.text
        assert await store.boards.pending(stage.time) == []
        assert {code async for code in store.logs.open_games()} == set(codes)
        await store.logs.list_games(
            [Listing(code, (CHAT.key,), (person("ann").key,), open=False) for code in codes[1:]]
        )
        assert [code async for code in store.logs.open_games()] == codes[:1]
        mark = await store.boards.add(CHAT.key, codes[0], 1)
        await store.boards.resolve(mark, Shown(CHAT.key, "7", codes[0], 4), Listing(codes[0], (CHAT.key,), ()))
        assert (await store.settings.facts_for(CHAT.key, "", "7")).replied_to == codes[0]
        assert await store.boards.pending(9) == []
        await store.close()


async def test_games_go_on_after_a_failover(tmp_path: Path):
    async with watched_service(tmp_path) as (url, primary):
        store = RedisStore(connect(url))
        assert await store.check_ready()
        stage = Stage(store)
        code = await _begin_game(stage)
        await primary.wait_for_replica()
        primary.kill()
        await until(lambda: _moves(stage, f"/move {code} a1-a2"))
        assert "a1-a2" in stage.board.text
        await store.close()


async def test_a_write_that_only_the_old_primary_has_is_not_confirmed(tmp_path: Path):
    async with watched_service(tmp_path, notices_after=10_000) as (url, _):
        store, other_store = RedisStore(connect(url)), RedisStore(connect(url))
        assert all(promise.holds for promise in await store.check_ready())
        stage = Stage(store)
        code = await _begin_game(stage)
        await taken_over(url)
        (answer,) = await stage.type("ann", f"/move {code} a1-a2")
        assert "another machine" in answer.text
        await until(lambda: _moves(stage, f"/move {code} a1-a2"))
        assert "a1-a2" in "".join(await other_store.logs.load(code, 0))
        await other_store.close()
        await store.close()


async def test_nothing_is_read_from_the_old_primary_once_a_write_reached_the_new_one(tmp_path: Path):
    async with watched_service(tmp_path, notices_after=10_000) as (url, old_primary):
        wire = Wire(connect(url))
        await wire.durability_checks()
        busy = asyncio.create_task(wire.one(("BLPOP", "queue", 0)))
        await until(lambda: _has_blocked_client(old_primary))
        await taken_over(url)
        await old_primary.redis.set("phantom", "1")
        await until(lambda: _lacks(url, "phantom"))
        await old_primary.redis.client_kill_filter(_id=await wire.one(("CLIENT", "ID")))
        await wire.write_durably((), ("SET", "written", "1"))
        await old_primary.redis.rpush("queue", "job")
        await busy
        assert await wire.one(("GET", "phantom")) is None
        await wire.close()


async def test_a_game_goes_on_if_the_new_primary_lacks_its_end(tmp_path: Path):
    with serve(tmp_path) as server:
        store, redis = RedisStore(connect(server.url)), connect(server.url)
        stage = Stage(store)
        code = await _begin_game(stage)
        before = await redis.dump(keys.log(code))
        assert before
        assert await stage.type("ann", f"/move {code} a1-a2") == ()
        await redis.restore(keys.log(code), 0, before, replace=True)
        await stage.type("bob", f"/move {code} b1-b2")
        await until(lambda: _moves(stage, f"/move {code} a1-a2"))
        assert "a1-a2" in "".join(await store.logs.load(code, 0))
        await redis.aclose()
        await store.close()


async def _has_blocked_client(server: Node) -> bool:
    """Return whether a client waits for something to be pushed to a list."""
    return int((await server.redis.info("clients"))["blocked_clients"]) > 0


async def _lacks(url: str, key: str) -> bool:
    """Return whether the server that a new connection is led to lacks a key."""
    client = connect(url)
    result = await client.execute_command("EXISTS", key)
    await client.aclose()
    return not result


async def _moves(stage: Stage, text: str) -> bool:
    return await stage.type("ann", text) == ()


@pytest.mark.parametrize(
    ("url", "phrase"),
    [
        ("redis+sentinel://127.0.0.1:26379", "/SERVICE"),
        ("redis+sentinel:///games", "host"),
        ("redis+cluster://", "host"),
        ("redis+else://127.0.0.1", "redis"),
    ],
)
def test_an_incomplete_address_is_rejected(url: str, phrase: str):
    with pytest.raises(ValueError, match=phrase):
        connect(url)
