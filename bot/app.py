"""A run of the bot: open the store, the router and the platform adapters, and close them in reverse order."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Coroutine, Sequence
from contextlib import AsyncExitStack, suppress
from functools import partial
from random import SystemRandom
from typing import TYPE_CHECKING

from bot import logs, platform_adapters, watching
from bot.core.boards.context import Patience
from bot.core.handlers.services import Limits
from bot.core.language.speech import language_names
from bot.core.ports.adapters import AFTER_ADAPTERS, Deadline
from bot.core.ports.store import StoreAccessError, StoreUnavailableError
from bot.core.queues.caches import MEGABYTE, Memory
from bot.core.router import Router
from bot.core.upkeep.outage_monitor import OutageMonitor
from bot.features import features_unlisting
from bot.features.seeking.seeks import MOST_SEEKS
from bot.operating import process
from bot.operating.process import compile_searches, keep_budget, trim_heap, tune_gc
from bot.operating.storage import Retention, server_address, store_at
from bot.settings import ConfigError, Settings, misspelt_lines
from bot.store import embedded
from bot.store.durability import DurabilityCheck
from bot.store.embedded import Server
from bot.store.redis import RedisStore
from bot.thinking.threads import Threads
from bot.watching import PrometheusMetrics, Readiness

if TYPE_CHECKING:
    from bot.thinking.workers import Workers

_WATCH_SECONDS = 0.5
_log = logging.getLogger(__name__)


def run(settings: Settings) -> None:
    """Serve until SIGINT or SIGTERM; raise `ConfigError`."""
    logs.configure(settings.log_level, settings.log_json, settings.secrets)
    for line in misspelt_lines():
        _log.warning("%s", line)
    platform_adapters.check_web_access(settings)
    deadline = Deadline()
    with server_address(settings, deadline) as (url, server):
        process.run(_serve(settings, url, server, deadline), deadline)


async def _serve(settings: Settings, url: str, server: Server | None, deadline: Deadline) -> None:
    readiness, metrics = Readiness(), PrometheusMetrics()
    async with AsyncExitStack() as running:
        try:
            routes = watching.routes(readiness, metrics)
            await running.enter_async_context(watching.listening(settings.web_host, settings.health_port, routes))
        except OSError as error:
            raise ConfigError(f"HEALTH_PORT: {settings.health_port} cannot be used: {error.strerror}") from error
        if server:  # watched from the start, since its disk may be full already
            running.callback(asyncio.create_task(server.watch()).cancel)
        store = store_at(url, settings)
        await _enforce_checks(store, is_own=server is not None)
        running.push_async_callback(lambda: _limit(deadline, store.close(), spare=0.1))
        await _receive(settings, url, store, server, readiness, metrics, deadline)


async def _enforce_checks(store: RedisStore, is_own: bool) -> None:
    for check in await _wait_for_checks(store):
        if check.essential and not check.holds:
            raise ConfigError(f"REDIS_URL: {check.text}")
        if not is_own:
            _log.log(logging.INFO if check.holds else logging.WARNING, "the store: %s", check.text)


async def _wait_for_checks(store: RedisStore) -> tuple[DurabilityCheck, ...]:
    """Return the server's durability checks once it takes writes; until then the store logs the reason."""
    waits = False
    while True:
        try:
            return await store.check_ready()
        except StoreAccessError as refused:
            raise ConfigError(f"REDIS_URL: {refused}") from refused
        except StoreUnavailableError:
            if not waits:
                waits = True
                _log.warning("waiting for the store to accept writes; then the platforms start")
            await asyncio.sleep(_WATCH_SECONDS)


async def _receive(
    settings: Settings,
    url: str,
    store: RedisStore,
    server: Server | None,
    readiness: Readiness,
    metrics: PrometheusMetrics,
    deadline: Deadline,
) -> None:
    language_names()  # loads all catalogues: half a second, while no player waits yet
    routes = watching.routes(readiness, metrics)
    memory = Memory(settings.memory_mb * MEGABYTE)
    adapters = platform_adapters.adapters(
        settings, store.archive, _announce, store.leases, store.message_slots, routes, deadline, memory, store.temporary
    )
    platforms = tuple(adapters)
    thinking = _thinking(settings, url)
    statistics = store.statistics(metrics, time.time)
    by_name = {platform.name: platform for platform in platforms}
    hearing = OutageMonitor(store.heartbeats, by_name, time.time)
    router = Router(
        store,
        thinking,
        by_name,
        features=features_unlisting(settings.hidden_commands),
        now=time.time,
        random=SystemRandom(),
        patience=Patience(settings.challenge_minutes, settings.link_hours),
        limits=Limits(
            settings.most_challenges,
            settings.most_games,
            settings.most_games_in_chat,
            {MOST_SEEKS: settings.most_seeks},
        ),
        buckets=store.buckets,
        metrics=statistics,
        operators=settings.operators,
        outages=hearing,
        memory=memory,
    )
    names = [*by_name]
    readiness.store_opened(partial(_check_lines, store, server), names)
    metrics.watch(thinking.semaphores, memory, readiness.platforms, store.error_counts, store.size)
    retention = Retention(store, time.time, settings.keep_days)
    work = [
        hearing.run(),
        router.run(),
        statistics.run(),
        retention.run(),
        watching.watch(record_stall=metrics.record_stall),
        trim_heap(),
        keep_budget(memory),
    ]
    if settings.think == "threads":
        work.append(compile_searches())
    running_adapters = platform_adapters.keep_running(platforms, router, settings, readiness.platforms)
    tune_gc()
    try:
        await _run_all(deadline, store.leases.keep_alive(names), *work, running_adapters)
    finally:
        await _limit(deadline, router.close(), spare=0.7)
        with suppress(StoreUnavailableError):
            await _limit(deadline, statistics.write(), spare=0.5)
        await _limit(deadline, store.leave(), spare=0.3)
        await _limit(deadline, thinking.aclose(), spare=0.2)


def _thinking(settings: Settings, url: str) -> Threads | Workers:
    if settings.think == "threads":
        return Threads(settings.max_searches, SystemRandom(), compiles=True)
    from bot.thinking.queues import BrokerAddressError
    from bot.thinking.workers import Workers  # its libraries take memory that most installations can save

    try:
        return Workers(url, settings.max_searches, SystemRandom())
    except BrokerAddressError as unfit:
        raise ConfigError(f"THINK: {unfit}") from None


async def _check_lines(store: RedisStore, server: Server | None) -> Sequence[str]:
    disk = (embedded.check_disk_space(server.data),) if server else ()
    return [check.text for check in (*await store.check_ready(), *disk)]


async def _run_all(deadline: Deadline, *parts: Coroutine[None, None, None]) -> None:
    """Run all parts until one of them fails; raise its error.

    Once cancelled, it abandons parts that do not end in time.
    """
    running = asyncio.create_task(_run_together(*parts))
    try:
        await asyncio.wait([running])
    finally:
        running.cancel()
        await asyncio.wait([running], timeout=deadline.remaining(spare=AFTER_ADAPTERS) if deadline.is_set else None)
    running.result()


async def _run_together(*parts: Coroutine[None, None, None]) -> None:
    try:
        async with asyncio.TaskGroup() as together:
            for part in parts:
                together.create_task(part)
    except ExceptionGroup as group:
        raise group.exceptions[0] from None


def _announce(address: str) -> None:
    print(f"Tetradka is open at {address}", flush=True)  # noqa: T201


async def _limit(deadline: Deadline, ending: Coroutine[None, None, None], spare: float) -> None:
    """Await a coroutine until `spare` seconds before the deadline, then abandon it."""
    with suppress(TimeoutError):
        async with asyncio.timeout(deadline.remaining(spare=spare) if deadline.is_set else None):
            await ending
