"""The configured store, on an external or bundled server, and the deletion of old games in it."""

import asyncio
import logging
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import ExitStack, asynccontextmanager, contextmanager, nullcontext, suppress
from dataclasses import dataclass, replace

from bot.core.game.events import read_log_entry
from bot.core.game.instants import Instant, Now
from bot.core.handlers.services import FeatureLogs
from bot.core.ports.adapters import Deadline
from bot.core.ports.store import CorruptDataError, Ends, StoreUnavailableError
from bot.core.upkeep.reindexing import batches, opening_listing
from bot.features import FEATURE_LOGS
from bot.settings import ConfigError, Settings
from bot.store import embedded
from bot.store.connection import connect
from bot.store.embedded import Server
from bot.store.redis import RedisStore


@contextmanager
def server_address(settings: Settings, deadline: Deadline | None = None) -> Iterator[tuple[str, Server | None]]:
    """Yield the server's address, and the server itself if it is bundled, which runs meanwhile; raise `ConfigError`."""
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


_DAY: Instant = 24 * 3600
_ROUND_SECONDS = 3600.0
_AT_ONCE = 100  # games
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Retention:
    """The deletion of games and tournaments whose last event is more than `days` old, with all their data."""

    store: RedisStore
    now: Now
    days: float | None

    async def run(self) -> None:
        """Delete old games once an hour until cancelled; do nothing if `days` is None."""
        while self.days is not None:
            with suppress(StoreUnavailableError):
                if count := await self.forget():
                    _log.info("deleted %d games that were older than %g days", count, self.days)
            await asyncio.sleep(_ROUND_SECONDS)

    async def forget(self) -> int:
        """Delete old games once; return their number."""
        if self.days is None:
            return 0
        count, before = 0, self.now() - self.days * _DAY
        async for codes in batches(self.store.logs.all_games(), _AT_ONCE):
            count += await self._forget(await self.store.logs.ends(codes), before)
        for logs in FEATURE_LOGS:
            async for name in self.store.logs.all_logs(logs.kind):
                await self._forget_log(logs, name, before)
        await self.store.retention.expire(self.days * _DAY, self.now())
        return count

    async def _forget(self, logs: Mapping[str, Ends | CorruptDataError], before: Instant) -> int:
        count = 0
        for ends in logs.values():
            if isinstance(ends, Ends) and _is_old(ends, before) and (listing := opening_listing(ends)):
                chats = tuple((await self.store.settings.current_keys(listing.chats)).values())
                closed_listing = replace(listing, chats=chats, open=False, deadline=None)
                count += await self.store.logs.forget(closed_listing, ends.version)
        return count

    async def _forget_log(self, logs: FeatureLogs, name: str, before: Instant) -> None:
        with suppress(ValueError, CorruptDataError):
            entries = await self.store.logs.load(name, 0)
            feature_log = logs.read(entries)
            if feature_log and feature_log.last < before:
                await self.store.retention.forget_log(logs.kind, feature_log.code, len(entries), logs.schedule)


def _is_old(ends: Ends, before: Instant) -> bool:
    """Return whether the last event is before an instant; a corrupt log counts as recent."""
    with suppress(ValueError):
        times = [event.at for event in read_log_entry(ends.last).events]
        return bool(times) and max(times) < before
    return False
