"""Monitoring of a process: metrics for Prometheus, health (`/healthz`, `/readyz`), and stalls of the event loop."""

import asyncio
import logging
import sys
import time
import traceback
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from importlib.metadata import version
from selectors import DefaultSelector
from threading import Event, Thread, get_ident
from types import FrameType

from aiohttp import web
from prometheus_client import CollectorRegistry, Counter, Histogram, Info, ProcessCollector, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from bot.core.ports.metrics import Metrics, StoreSize, TextOutcome
from bot.core.ports.store import StoreUnavailableError
from bot.core.queues.caches import Memory
from bot.core.queues.fair_turns import FairSemaphore

_SIZE_PATIENCE = 2.0
"""Seconds that the store has to report its size."""
_ANSWERS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)
_BOARDS = (0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60, 300)
_STALLS = (0.02, 0.05, 0.1, 0.25, 0.5, 1, 5)


class PrometheusMetrics(Metrics, Collector):
    """The Prometheus metrics of one process."""

    def __init__(self) -> None:
        of = self._registry = CollectorRegistry()
        self._texts = Counter("tetradka_texts", "Texts that came in", ["door", "outcome"], registry=of)
        text = "From a text to its answer"
        self._answers = Histogram("tetradka_answer_seconds", text, ["door"], buckets=_ANSWERS, registry=of)
        text = "From a move to its board"
        self._boards = Histogram("tetradka_board_seconds", text, ["door"], buckets=_BOARDS, registry=of)
        self._put_off = Counter("tetradka_boards_put_off", "Boards that had to wait", ["door"], registry=of)
        self._begun = Counter("tetradka_games_begun", "Games that were accepted", ["game"], registry=of)
        self._ended = Counter("tetradka_games_ended", "Games that are over", ["game"], registry=of)
        text = "How long the event loop was held up"
        self._stalls = Histogram("tetradka_stall_seconds", text, buckets=_STALLS, registry=of)
        ProcessCollector(registry=of)
        Info("tetradka_build", "The version that runs", registry=of).info({"version": version("tetradka")})
        of.register(self)
        self._state: Callable[[], Iterable[Metric]] | None = None
        self._size: Callable[[], Awaitable[StoreSize]] | None = None
        self._measured_size: StoreSize | None = None

    def record_text(self, platform: str, came: TextOutcome, seconds: float) -> None:
        """Count a text by its outcome, and observe the time to its answer."""
        self._texts.labels(platform, came).inc()
        self._answers.labels(platform).observe(seconds)

    def record_board(self, platform: str, seconds: float) -> None:
        """Observe the time from a move to its board."""
        self._boards.labels(platform).observe(seconds)

    def record_delay(self, platform: str) -> None:
        """Count a board that could not be shown for now."""
        self._put_off.labels(platform).inc()

    def record_start(self, game: str) -> None:
        """Count a started game."""
        self._begun.labels(game).inc()

    def record_end(self, game: str) -> None:
        """Count a finished game."""
        self._ended.labels(game).inc()

    def record_stall(self, seconds: float) -> None:
        """Observe a stall of the event loop; any thread may call this."""
        self._stalls.observe(seconds)

    def watch(
        self,
        searches: Sequence[FairSemaphore],
        memory: Memory,
        platforms: Mapping[str, str],
        troubles: Mapping[str, int],
        size: Callable[[], Awaitable[StoreSize]],
    ) -> None:
        """Add the searches, the caches, the faults of platforms, the store's failures by code, and its size."""
        self._state, self._size = partial(_families, searches, memory, platforms, troubles), size

    def collect(self) -> Iterator[Metric]:
        """Yield the metrics that are computed at each scrape."""
        if self._state:
            yield from self._state()
        if self._measured_size:
            yield from _store_families(self._measured_size)

    async def report(self) -> bytes:
        """Return all metrics in Prometheus' text format, without the store's size if it does not answer in time."""
        with suppress(StoreUnavailableError, TimeoutError):
            if self._size:
                async with asyncio.timeout(_SIZE_PATIENCE):
                    self._measured_size = await self._size()
        try:
            return generate_latest(self._registry)
        finally:
            self._measured_size = None


def _families(
    searches: Sequence[FairSemaphore], memory: Memory, platforms: Mapping[str, str], troubles: Mapping[str, int]
) -> Iterator[Metric]:
    running, queued = sum(each.running_count for each in searches), sum(each.waiting_count for each in searches)
    yield GaugeMetricFamily("tetradka_searches_running", "Searches that run", running)
    yield GaugeMetricFamily("tetradka_searches_queued", "Searches that wait for a thread", queued)
    doors = GaugeMetricFamily("tetradka_door_open", "1 for a door that is open, 0 for one that is not", labels=["door"])
    yield _with_values(doors, {platform: not fault for platform, fault in platforms.items()})
    failures = CounterMetricFamily("tetradka_store_troubles", "Questions the store did not answer", labels=["kind"])
    yield _with_values(failures, troubles)
    yield GaugeMetricFamily("tetradka_memory_budget_bytes", "What the process may take", memory.budget)
    sizes = GaugeMetricFamily("tetradka_cache_bytes", "What a cache holds, about", labels=["cache"])
    yield _with_values(sizes, {name: cache.bytes for name, cache in memory.caches.items()})
    entries = GaugeMetricFamily("tetradka_cache_entries", "How many things a cache holds", labels=["cache"])
    yield _with_values(entries, {name: len(cache) for name, cache in memory.caches.items()})


def _with_values(family: GaugeMetricFamily | CounterMetricFamily, values: Mapping[str, float]) -> Metric:
    """Return the family with a value for each label."""
    for label, value in values.items():
        family.add_metric([label], value)
    return family


def _store_families(size: StoreSize) -> Iterator[Metric]:
    for name, about, value in (
        ("tetradka_store_bytes", "Memory that the store uses", size.memory),
        ("tetradka_store_keys", "Keys of the store", size.keys),
        ("tetradka_boards_owed", "Boards that chats have yet to be shown", size.owed_boards),
        ("tetradka_cleanups_owed", "Messages that are yet to be deleted or changed", size.owed_cleanups),
    ):
        yield GaugeMetricFamily(name, about, value)


PATIENCE = 2.0
"""Seconds that the store has to take a write."""
_GOODBYE = 0.1
Ask = Callable[[], Awaitable[Sequence[str]]]


class Readiness:
    """The state of the store and of each platform adapter, for `/readyz`.

    `platforms` maps each adapter to its fault, "" while it runs; it is empty until the store has opened.
    """

    def __init__(self) -> None:
        self._ask: Ask | None = None
        self.platforms: dict[str, str] = {}

    def store_opened(self, ask: Ask, platforms: Sequence[str]) -> None:
        """Note that the store accepts writes, checked by `ask` from now on, and that these adapters start."""
        self._ask = ask
        self.platforms |= dict.fromkeys(platforms, "")

    async def report(self) -> tuple[bool, str]:
        """Return whether the store accepts writes and an adapter runs, with a line for each of them."""
        if self._ask is None:
            return False, "the store: it does not take writes yet\n"
        writes, store = False, ["it does not answer"]
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                try:
                    writes, store = True, [*await self._ask()]
                except StoreUnavailableError as error:
                    store = [str(error)]
        doors = [f"the door to {name}: {fault or 'open'}" for name, fault in self.platforms.items()]
        is_ready = writes and not all(self.platforms.values())
        return is_ready, "".join(f"{line}\n" for line in (*(f"the store: {each}" for each in store), *doors))


def routes(readiness: Readiness, metrics: PrometheusMetrics) -> Sequence[web.RouteDef]:
    """Return the HTTP routes for a monitor of this process."""

    async def alive(_: web.Request) -> web.Response:
        return web.Response(text="ok")  # as long as the event loop answers

    async def ready(_: web.Request) -> web.Response:
        is_ready, why = await readiness.report()
        return web.Response(text=why, status=200 if is_ready else 503)

    async def figures(_: web.Request) -> web.Response:
        headers = {"Content-Type": "text/plain; version=0.0.4; charset=utf-8"}
        return web.Response(body=await metrics.report(), headers=headers)

    return web.get("/healthz", alive), web.get("/readyz", ready), web.get("/metrics", figures)


@asynccontextmanager
async def listening(host: str, port: int | None, pages: Sequence[web.RouteDef]) -> AsyncIterator[None]:
    """Serve the routes, and `/health`, on a port if there is one; raise `OSError` if it is taken."""
    if port is None:
        yield
        return
    app = web.Application()
    app.add_routes([*pages, web.get("/health", pages[0].handler)])
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=_GOODBYE)
    await runner.setup()
    try:
        await web.TCPSite(runner, host, port).start()
        yield
    finally:
        await runner.cleanup()


LIMIT = 0.02
_PAUSE = 0.1
_MOST_TOLD = 200
_IDLE = {DefaultSelector.select.__code__, asyncio.Runner.run.__code__}  # uvloop has no frame of its own
_log = logging.getLogger(__name__)
Frames = Callable[[], Mapping[int, FrameType]]


async def watch(frames: Frames = sys._current_frames, record_stall: Callable[[float], None] | None = None) -> None:
    """Check every 100 ms that the loop answers within `LIMIT` seconds, until cancelled.

    `record_stall` is called with the seconds of each stall, in another thread.
    """
    is_over = Event()
    watcher = _Watcher(asyncio.get_running_loop(), get_ident(), is_over, frames, record_stall or (lambda _: None))
    Thread(target=watcher.run, name="stalls", daemon=True).start()
    try:
        await asyncio.Event().wait()
    finally:
        is_over.set()


@dataclass(frozen=True)
class _Watcher:
    """A watcher of the event loop that runs in another thread."""

    loop: asyncio.AbstractEventLoop
    thread: int
    is_over: Event
    frames: Frames
    record_stall: Callable[[float], None]
    logged_places: set[str] = field(default_factory=set)

    def run(self) -> None:
        while not self.is_over.wait(_PAUSE):
            try:
                self._look()
            except RuntimeError:  # the loop is closed
                return

    def _look(self) -> None:
        start, beat = time.monotonic(), Event()
        self.loop.call_soon_threadsafe(beat.set)
        if beat.wait(LIMIT):
            return
        frame = self.frames().get(self.thread)
        place = _place(frame)
        while not beat.wait(1) and not self.is_over.is_set():
            pass
        if place:
            self.record_stall(time.monotonic() - start)
        if place and place not in self.logged_places and len(self.logged_places) < _MOST_TOLD:
            self.logged_places.add(place)
            _log.info("the event loop was blocked for %.0f ms by %s", 1000 * (time.monotonic() - start), place)


def _place(frame: FrameType | None) -> str:
    """Return the source position of the loop's thread, or "" if it is idle."""
    if frame is None or frame.f_code in _IDLE:
        return ""
    last = traceback.extract_stack(frame)[-3:]
    return " < ".join(f"{each.filename}:{each.lineno} {each.name}" for each in reversed(last))
