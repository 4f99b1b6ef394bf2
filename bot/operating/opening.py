"""The store as configured: an external server or one of our own, and a store on it that takes writes."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, asynccontextmanager, contextmanager, nullcontext

from bot.core.ports.adapters import Deadline
from bot.settings import ConfigError, Settings
from bot.store import embedded
from bot.store.connection import connect
from bot.store.embedded import Server
from bot.store.redis import RedisStore


@contextmanager
def server_address(settings: Settings, deadline: Deadline | None = None) -> Iterator[tuple[str, Server | None]]:
    """Yield the server's address, and the server if it is our own, which runs meanwhile; raise `ConfigError`."""
    if settings.redis_url:
        yield settings.redis_url.get_secret_value(), None
        return
    with ExitStack() as running:
        try:
            server = running.enter_context(embedded.serve(settings.data_dir, deadline or Deadline()))
        except embedded.ServerUnavailableError as error:
            raise ConfigError(str(error)) from error
        yield server.url, server


def store_at(url: str, settings: Settings) -> RedisStore:
    """Return the store at an address; raise `ConfigError` if the address is invalid."""
    try:
        own_reason = "" if settings.redis_url else embedded.FULL_DISK
        return RedisStore(connect(url), settings.outbox_slots, own_reason)
    except ValueError as error:
        raise ConfigError(f"REDIS_URL: {error}") from error


@asynccontextmanager
async def open_store(settings: Settings) -> AsyncIterator[RedisStore]:
    """Yield a store that takes writes, whether or not the bot runs; raise `ConfigError` or `StoreUnavailableError`."""
    running = None if settings.redis_url else embedded.running_at(settings.data_dir)
    with nullcontext((running, None)) if running else server_address(settings) as (url, _):
        store = store_at(url, settings)
        try:
            await store.check_ready()
            yield store
        finally:
            await store.close()
