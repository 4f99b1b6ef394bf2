"""The store as the settings say: its server, which may be one of our own, and a store on it that takes writes."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, asynccontextmanager, contextmanager, nullcontext

from bot.core.ports.deadline import Deadline
from bot.settings import ConfigError, Settings
from bot.store import embedded
from bot.store.connection import connect
from bot.store.embedded import Server
from bot.store.redis import RedisStore


@contextmanager
def served(settings: Settings, deadline: Deadline | None = None) -> Iterator[tuple[str, Server | None]]:
    """The address of the server, and the server if it is one of our own, which runs meanwhile; raises `ConfigError`."""
    if settings.redis_url:
        yield settings.redis_url.get_secret_value(), None
        return
    with ExitStack() as running:
        try:
            server = running.enter_context(embedded.serve(settings.data_dir, deadline or Deadline()))
        except embedded.ServerUnavailableError as wrong:
            raise ConfigError(str(wrong)) from wrong
        yield server.url, server


def store_at(url: str, settings: Settings) -> RedisStore:
    """The store of a server; raises `ConfigError` for an address that is none."""
    try:
        own = "" if settings.redis_url else embedded.FULL_DISK
        return RedisStore(connect(url), settings.outbox_slots, own)
    except ValueError as failed:
        raise ConfigError(f"REDIS_URL: {failed}") from failed


@asynccontextmanager
async def opened(settings: Settings) -> AsyncIterator[RedisStore]:
    """A store that takes writes, beside the bot or in its absence; raises `ConfigError` or `StoreUnavailableError`."""
    running = None if settings.redis_url else embedded.running_at(settings.data_dir)
    with nullcontext((running, None)) if running else served(settings) as (url, _):
        store = store_at(url, settings)
        try:
            await store.check_ready()
            yield store
        finally:
            await store.close()
