"""A real Valkey server for the tests of the bot, emptied between them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator

import pytest
from redis import Redis

from bot.core.ports.store import Store
from bot.store import embedded
from bot.store.connection import connect
from bot.store.redis import RedisStore


@pytest.fixture(scope="session")
def valkey(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server that ends with the session."""
    with embedded.serve(tmp_path_factory.mktemp("valkey")) as server:
        yield server.url


@pytest.fixture
def emptied(valkey: str) -> str:
    """The address of a server with nothing in it."""
    with Redis.from_url(valkey) as redis:
        redis.flushall()
    return valkey


@pytest.fixture
async def store(valkey: str) -> AsyncIterator[Store]:
    """An empty store."""
    redis = connect(valkey)
    await redis.flushall()
    store = RedisStore(redis)
    await store.check_ready()
    yield store
    await store.close()
