"""The store as the settings say, for a command beside the bot or in its absence."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

from bot.settings import Settings, Wrong
from bot.store import embedded
from bot.store.connection import connect
from bot.store.redis import RedisStore


@asynccontextmanager
async def opened(settings: Settings) -> AsyncIterator[RedisStore]:
    """A store that takes writes; raises `Wrong`, `Unreachable` or `embedded.Unavailable`."""
    async with AsyncExitStack() as running:
        if settings.redis_url:
            url = settings.redis_url.get_secret_value()
        else:
            data = settings.data_dir
            url = embedded.running_at(data) or running.enter_context(embedded.serve(data)).url
        try:
            own = "" if settings.redis_url else embedded.FULL_DISK
            store = RedisStore(connect(url), slots=settings.outbox_slots, own=own)
        except ValueError as failed:
            raise Wrong(f"REDIS_URL: {failed}") from failed
        running.push_async_callback(store.close)
        await store.ready()
        yield store
