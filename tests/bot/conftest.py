"""A real Valkey server for the tests of the bot, emptied between them."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from redis import Redis

from bot.core.ports.store import Store
from bot.store import embedded
from bot.store.connection import connect
from bot.store.redis import RedisStore

_MEMORY = Path("/dev/shm")
_ROOM = 1 << 30


@pytest.fixture(scope="session")
def valkey() -> Iterator[str]:
    """The address of a server that ends with the session, and writes to memory, not to a disk, where there is room."""
    in_memory = _MEMORY.is_dir() and shutil.disk_usage(_MEMORY).free > _ROOM
    with (
        TemporaryDirectory(prefix="tetradka-", dir=_MEMORY if in_memory else None) as folder,
        embedded.serve(Path(folder)) as server,
    ):
        yield server.url


@pytest.fixture
def empty_valkey(valkey: str) -> str:
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
