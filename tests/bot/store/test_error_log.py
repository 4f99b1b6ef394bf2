"""A server that fails: people read why, and the log says it once."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest

from bot.core.ports.store import StoreUnavailableError
from bot.store import embedded
from bot.store.connection import connect
from bot.store.embedded import Server, serve
from bot.store.redis import RedisStore
from tests.bot.processes import server_at
from tests.bot.scripted import Stage

Run = Callable[..., Awaitable[object]]


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Server]:
    """A server that a test may spoil."""
    with serve(tmp_path) as server:
        yield server


async def _play_on(server: Server, *commands: tuple[str, ...]) -> tuple[str, ...]:
    """What Ann is told when she moves, and moves again, after these commands to the server."""
    store, redis = RedisStore(connect(server.url)), connect(server.url)
    stage = Stage(store)
    await stage.type("ann", "/challenge @bob dots 2x2")
    await stage.press("bob", "Accept")
    run: Run = redis.execute_command
    for command in commands:
        await run(*command)
    await redis.aclose()
    answer = [message.text for _ in range(3) for message in await stage.type("ann", "/move a1-a2")]
    with pytest.raises(StoreUnavailableError):  # the sweeper goes on later
        await stage.router.sweep()
    await store.close()
    return tuple(answer)


def _is_logged_once(caplog: pytest.LogCaptureFixture, word: str) -> bool:
    """Whether the operator was told exactly once, without a traceback."""
    lines = [record for record in caplog.records if record.levelname in ("WARNING", "ERROR")]
    return len(lines) == 1 and word in lines[0].getMessage() and not lines[0].exc_info


async def test_a_replica_is_reported_as_read_only(server: Server, caplog: pytest.LogCaptureFixture):
    answer = await _play_on(server, ("REPLICAOF", "127.0.0.1", "1"))
    assert len(answer) == 3
    assert all("read-only right now" in text for text in answer)
    assert _is_logged_once(caplog, "replica")


async def test_full_memory_is_reported(server: Server, caplog: pytest.LogCaptureFixture):
    answer = await _play_on(server, ("CONFIG", "SET", "maxmemory", "1"))
    assert len(answer) == 3
    assert all("store is full" in text for text in answer)
    assert _is_logged_once(caplog, "maxmemory")


async def test_an_unwritable_disk_is_reported(server: Server, tmp_path: Path, caplog: pytest.LogCaptureFixture):
    (tmp_path / "dump.rdb").mkdir()
    redis = connect(server.url)
    await redis.config_set("save", "3600 1")
    await redis.bgsave()
    while (await redis.info("persistence"))["rdb_bgsave_in_progress"]:
        await asyncio.sleep(0.01)
    answer = await _challenged_twice(server)
    await redis.config_set("save", "")  # with it a server that cannot save does not end either
    await redis.aclose()
    assert all("store is full" in text for text in answer)
    assert _is_logged_once(caplog, "disk")


async def test_a_full_disk_is_reported_and_play_goes_on_once_there_is_space(
    server: Server, monkeypatch: pytest.MonkeyPatch
):
    store = RedisStore(connect(server.url), own_reason=embedded.FULL_DISK)
    stage = Stage(store)
    await stage.type("ann", "/challenge bot easy dots 3x3")
    monkeypatch.setattr(embedded, "free_space", lambda data: 0)
    server.check_disk()
    (answer,) = await stage.type("ann", "a1-a2")
    assert "store is full" in answer.text
    monkeypatch.undo()
    server.check_disk()
    await stage.type("ann", "a1-a2")
    assert "Ann: a1-a2" in " ".join(message.text for _, _, message in stage.adapter.shown)
    await store.close()


async def _challenged_twice(server: Server) -> list[str]:
    store = RedisStore(connect(server.url))
    stage = Stage(store)
    answer = [message.text for _ in range(2) for message in await stage.type("ann", "/challenge @bob dots 2x2")]
    await store.close()
    return answer


async def test_a_killed_server_is_logged_once_for_many_commands(server: Server, caplog: pytest.LogCaptureFixture):
    store = RedisStore(connect(server.url))
    stage = Stage(store)
    await stage.type("ann", "/challenge @bob dots 2x2")
    os.kill(await server_at(server.url), signal.SIGKILL)
    server.keeper.wait()
    request = [stage.type("ann", "/games") for _ in range(5)]
    assert all("Nothing is lost" in answer.text for (answer,) in await asyncio.gather(*request))
    await store.close()
    assert _is_logged_once(caplog, "store")


async def test_a_replica_that_becomes_the_primary_takes_the_next_move(server: Server):
    store, redis = RedisStore(connect(server.url)), connect(server.url)
    stage, run = Stage(store), redis.execute_command
    await run("REPLICAOF", "127.0.0.1", "1")
    (answer,) = await stage.type("ann", "/challenge @bob dots 2x2")
    assert "read-only right now" in answer.text
    await run("REPLICAOF", "NO", "ONE")
    assert await stage.type("ann", "/challenge @bob dots 2x2") == ()
    await redis.aclose()
    await store.close()
