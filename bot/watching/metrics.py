"""Figures for Prometheus: what the house counts, by door, outcome and game; never a person's or a chat's name."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import partial
from importlib.metadata import version

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, Info, ProcessCollector, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from bot.core.game.problem import Problem
from bot.core.ports.metrics import Metrics, StoreSize, TextOutcome
from bot.core.ports.store import StoreUnavailableError
from bot.core.ports.thinking import Thinking
from bot.core.queues.memory import Memory
from engines.game import AnyCandidate, AnyExplanation, AnyGame, AnyHint, AnyMove, Level

_PATIENCE = 2.0
"""Seconds that the store has to tell its size."""
_ANSWERS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)
_BOARDS = (0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60, 300)
_STALLS = (0.02, 0.05, 0.1, 0.25, 0.5, 1, 5)


class PrometheusMetrics(Metrics):
    """One process's figures."""

    def __init__(self) -> None:
        of = self._registry = CollectorRegistry()
        self._texts = Counter("tetradka_texts", "Texts that came in", ["door", "outcome"], registry=of)
        self._answers = Histogram(
            "tetradka_answer_seconds", "From a text to its answer", ["door"], buckets=_ANSWERS, registry=of
        )
        self._boards = Histogram(
            "tetradka_board_seconds", "From a move to its board", ["door"], buckets=_BOARDS, registry=of
        )
        self._put_off = Counter("tetradka_boards_put_off", "Boards that had to wait", ["door"], registry=of)
        self._begun = Counter("tetradka_games_begun", "Games that were accepted", ["game"], registry=of)
        self._ended = Counter("tetradka_games_ended", "Games that are over", ["game"], registry=of)
        self._stalls = Histogram(
            "tetradka_stall_seconds", "How long the event loop was held up", buckets=_STALLS, registry=of
        )
        ProcessCollector(registry=of)
        Info("tetradka_build", "The version that runs", registry=of).info({"version": version("tetradka")})
        self._size: Callable[[], Awaitable[StoreSize]] | None = None
        self._store = _Store()
        of.register(self._store)

    def record_text(self, platform: str, came: TextOutcome, seconds: float) -> None:
        self._texts.labels(platform, came).inc()
        self._answers.labels(platform).observe(seconds)

    def record_board(self, platform: str, seconds: float) -> None:
        self._boards.labels(platform).observe(seconds)

    def record_delay(self, platform: str) -> None:
        self._put_off.labels(platform).inc()

    def record_start(self, game: str) -> None:
        self._begun.labels(game).inc()

    def record_end(self, game: str) -> None:
        self._ended.labels(game).inc()

    def stalled(self, seconds: float) -> None:
        """The event loop was held up; may be told by any thread."""
        self._stalls.observe(seconds)

    def watch_searches(self, searches: CountedSearches) -> None:
        """Gauges of how many searches there are, read at each scrape."""
        for name, about, count in (
            ("running", "Searches that run", lambda: searches.running),
            ("queued", "Searches that wait for a thread", lambda: searches.queued),
        ):
            Gauge(f"tetradka_searches_{name}", about, registry=self._registry).set_function(count)

    def watch_platforms(self, platforms: Mapping[str, str]) -> None:
        """Tells which doors are open, by what is wrong with each."""
        of = self._registry
        gauge = Gauge("tetradka_door_open", "1 for a door that is open, 0 for one that is not", ["door"], registry=of)
        for platform in platforms:
            gauge.labels(platform).set_function(partial(_is_open, platforms, platform))

    def watch_troubles(self, troubles: Mapping[str, int]) -> None:
        """Tells how often the store could not do what it was asked, by the trouble."""
        self._registry.register(_Troubles(troubles))

    def watch_memory(self, memory: Memory) -> None:
        """Tells what each cache holds, and the budget of the process."""
        self._registry.register(_Caches(memory))

    def watch_store(self, size: Callable[[], Awaitable[StoreSize]]) -> None:
        """From now on the store is asked for its size at each scrape."""
        self._size = size

    async def told(self) -> bytes:
        """All figures as Prometheus reads them; without the store's size if that does not answer in time."""
        with suppress(StoreUnavailableError, TimeoutError):
            if self._size:
                async with asyncio.timeout(_PATIENCE):
                    self._store.size = await self._size()
        try:
            return generate_latest(self._registry)
        finally:
            self._store.size = None


def _is_open(platforms: Mapping[str, str], platform: str) -> float:
    return float(not platforms[platform])


class _Troubles(Collector):
    def __init__(self, troubles: Mapping[str, int]) -> None:
        self._troubles = troubles

    def collect(self) -> Iterable[Metric]:
        family = CounterMetricFamily("tetradka_store_troubles", "Questions the store did not answer", labels=["kind"])
        for kind, times in self._troubles.items():
            family.add_metric([kind], times)
        yield family


class _Caches(Collector):
    def __init__(self, memory: Memory) -> None:
        self._memory = memory

    def collect(self) -> Iterable[Metric]:
        yield GaugeMetricFamily("tetradka_memory_budget_bytes", "What the process may take", self._memory.budget)
        held = GaugeMetricFamily("tetradka_cache_bytes", "What a cache holds, about", labels=["cache"])
        entries = GaugeMetricFamily("tetradka_cache_entries", "How many things a cache holds", labels=["cache"])
        for name, cache in self._memory.caches.items():
            held.add_metric([name], cache.bytes)
            entries.add_metric([name], len(cache))
        yield from (held, entries)


class _Store(Collector):
    """The size of the store while a scrape is answered, if it said one."""

    def __init__(self) -> None:
        self.size: StoreSize | None = None

    def collect(self) -> Iterable[Metric]:
        if size := self.size:
            yield GaugeMetricFamily("tetradka_store_bytes", "Memory that the store uses", size.memory)
            yield GaugeMetricFamily("tetradka_store_keys", "Keys of the store", size.keys)
            yield GaugeMetricFamily("tetradka_boards_owed", "Boards that chats have yet to be shown", size.owed_boards)
            about = "Messages that are yet to be deleted or changed"
            yield GaugeMetricFamily("tetradka_cleanups_owed", about, size.owed_cleanups)


class CountedSearches(Thinking):
    """As the `Thinking` inside, which runs at most so many searches at once."""

    def __init__(self, thinking: Thinking, most: int) -> None:
        self._thinking = thinking
        self._most = most
        self._asked = 0

    @property
    def running(self) -> int:
        """How many searches run now."""
        return min(self._asked, self._most)

    @property
    def queued(self) -> int:
        """How many searches wait for a free thread or worker."""
        return self._asked - self.running

    def expect(self, game: AnyGame) -> None:
        self._thinking.expect(game)

    async def hint(self, problem: Problem, level: Level) -> AnyHint:
        with self._counted():
            return await self._thinking.hint(problem, level)

    async def consider(self, problem: Problem) -> tuple[AnyCandidate, ...]:
        with self._counted():
            return await self._thinking.consider(problem)

    async def explain(self, problem: Problem, move: AnyMove) -> AnyExplanation:
        with self._counted():
            return await self._thinking.explain(problem, move)

    async def make_settings(
        self, game: AnyGame, settings: Mapping[str, str], seed: int, chat: str
    ) -> Mapping[str, str]:
        with self._counted():
            return await self._thinking.make_settings(game, settings, seed, chat)

    @contextmanager
    def _counted(self) -> Iterator[None]:
        self._asked += 1
        try:
            yield
        finally:
            self._asked -= 1
