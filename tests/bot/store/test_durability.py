"""Durability checks of a server, each with the setting to fix."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.core.ports.store import StoreUnavailableError
from bot.store.connection import connect
from bot.store.durability import durability_checks
from bot.store.embedded import Server, serve
from bot.store.redis import RedisStore


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Server]:
    with serve(tmp_path) as server:
        yield server


async def _failed_checks(server: Server, **settings: str) -> list[str]:
    """The promises that a server with these settings does not make."""
    store, redis = RedisStore(connect(server.url)), connect(server.url)
    for name, value in settings.items():
        await redis.config_set(name.replace("_", "-"), value)
    result = await store.check_ready()
    await redis.aclose()
    await store.close()
    return [promise.text for promise in result if not promise.holds]


async def test_our_own_server_passes_all_checks(server: Server):
    assert await _failed_checks(server) == []


async def test_a_server_with_snapshots_only_gets_advice(server: Server):
    (answer,) = await _failed_checks(server, appendonly="no")
    assert "appendonly yes" in answer


async def test_a_server_that_evicts_keys_gets_advice(server: Server):
    (answer,) = await _failed_checks(server, maxmemory="100mb", maxmemory_policy="allkeys-lru")
    assert "allkeys-lru" in answer
    assert "noeviction" in answer


async def test_a_replica_is_not_ready(server: Server):
    store, redis = RedisStore(connect(server.url)), connect(server.url)
    await redis.replicaof("127.0.0.1", 1)
    with pytest.raises(StoreUnavailableError, match="replica"):
        await store.check_ready()
    await redis.replicaof("NO", "ONE")
    assert await store.check_ready()
    await redis.aclose()
    await store.close()


FRESH = {"redis_mode": "standalone", "redis_version": "7.4.1", "aof_enabled": 1}


@pytest.mark.parametrize(
    ("answer", "cluster", "phrase"),
    [
        (FRESH | {"redis_version": "5.0.7"}, False, "Redis 5.0.7 is older than 6.2"),
        (FRESH | {"redis_mode": "sentinel"}, False, "redis+sentinel://"),
        (FRESH | {"redis_mode": "cluster"}, False, "redis+cluster://"),
        (FRESH, True, "redis://HOST:PORT"),
    ],
    ids=["old", "sentinel", "cluster", "no cluster"],
)
def test_a_server_of_another_kind_cannot_be_used(answer: dict[str, object], cluster: bool, phrase: str):
    (broken,) = [promise for promise in durability_checks([answer], cluster) if not promise.holds]
    assert broken.essential
    assert phrase in broken.text
