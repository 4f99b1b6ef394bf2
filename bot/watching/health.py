"""The health of this process: `/healthz`, `/readyz`, `/metrics`, and the stalls of its event loop."""

from __future__ import annotations

import asyncio
import logging
import sys
import time
import traceback
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from selectors import DefaultSelector
from threading import Event, Thread, get_ident
from types import FrameType

from aiohttp import web

from bot.core.ports.store import StoreUnavailableError
from bot.watching.metrics import PrometheusMetrics

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
        """Note that the store takes writes, checked by `ask` from now on, and that these adapters start."""
        self._ask = ask
        self.platforms |= dict.fromkeys(platforms, "")

    async def report(self) -> tuple[bool, str]:
        """Return whether the store takes writes and an adapter runs, with a line for each of them."""
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
    """The watcher of the loop, which runs in another thread."""

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
    """Return where the loop's thread is, or "" if it is idle."""
    if frame is None or frame.f_code in _IDLE:
        return ""
    last = traceback.extract_stack(frame)[-3:]
    return " < ".join(f"{each.filename}:{each.lineno} {each.name}" for each in reversed(last))
