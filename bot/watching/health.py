"""Whether this process is well: `/healthz`, `/readyz`, `/metrics`, and the stalls of its event loop."""

from __future__ import annotations

import asyncio
import logging
import sys
import time
import traceback
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
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
    """`doors` holds what is wrong with each door, "" for one that is open; nothing before they are opened."""

    def __init__(self) -> None:
        self._ask: Ask | None = None
        self.platforms: dict[str, str] = {}

    def store_opened(self, ask: Ask, platforms: Sequence[str]) -> None:
        """From now on `ask` says what the store promises once it has taken a write; these doors are about to open."""
        self._ask = ask
        self.platforms |= dict.fromkeys(platforms, "")

    async def look(self) -> tuple[bool, str]:
        """Whether the store takes writes and a door is open; in lines, what holds and what does not."""
        if self._ask is None:
            return False, "the store: it does not take writes yet\n"
        writes, store = await _asked(self._ask)
        doors = [f"the door to {name}: {wrong or 'open'}" for name, wrong in self.platforms.items()]
        is_ready = writes and not all(self.platforms.values())
        return is_ready, "".join(f"{line}\n" for line in (*(f"the store: {each}" for each in store), *doors))


async def _asked(ask: Ask) -> tuple[bool, Sequence[str]]:
    try:
        async with asyncio.timeout(PATIENCE):
            return True, await ask()
    except StoreUnavailableError as failed:
        return False, [str(failed)]
    except TimeoutError:
        return False, ["it does not answer"]


def routes(readiness: Readiness, metrics: PrometheusMetrics) -> Sequence[web.RouteDef]:
    """The HTTP pages for a monitor of this process: alive, ready, figures."""

    async def alive(_: web.Request) -> web.Response:
        """200 as long as the event loop answers."""
        return web.Response(text="ok")

    async def ready(_: web.Request) -> web.Response:
        """200 if the process may be sent work, else 503; why, as text."""
        is_ready, why = await readiness.look()
        return web.Response(text=why, status=200 if is_ready else 503)

    async def figures(_: web.Request) -> web.Response:
        """All metrics in Prometheus' text format."""
        return web.Response(
            body=await metrics.told(), headers={"Content-Type": "text/plain; version=0.0.4; charset=utf-8"}
        )

    return web.get("/healthz", alive), web.get("/readyz", ready), web.get("/metrics", figures)


@asynccontextmanager
async def listening(host: str, port: int | None, pages: Sequence[web.RouteDef]) -> AsyncIterator[None]:
    """Answers on a port of their own, `/health` too, if there is one. Raises `OSError` if it cannot be had."""
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
_PAUSE = 0.05
_MOST_TOLD = 200
_IDLE = {DefaultSelector.select.__code__, asyncio.Runner.run.__code__}  # uvloop has no frame of its own
_log = logging.getLogger(__name__)
Frames = Callable[[], Mapping[int, FrameType]]


def _uncounted(_: float) -> None:
    """No metric counts it."""


async def watch(frames: Frames = sys._current_frames, stalled: Callable[[float], None] = _uncounted) -> None:
    """Looks every 50 ms whether the loop answers within `LIMIT` seconds, until cancelled.

    `stalled` is told the seconds of each wait, in another thread.
    """
    over = Event()
    watcher = _Watcher(asyncio.get_running_loop(), get_ident(), over, frames, stalled)
    Thread(target=watcher.run, name="stalls", daemon=True).start()
    try:
        await asyncio.Event().wait()
    finally:
        over.set()


@dataclass(frozen=True)
class _Watcher:
    """Runs in a thread beside the loop's."""

    loop: asyncio.AbstractEventLoop
    thread: int
    over: Event
    frames: Frames
    stalled: Callable[[float], None]
    told: set[str] = field(default_factory=set)

    def run(self) -> None:
        while not self.over.wait(_PAUSE):
            try:
                self._look()
            except RuntimeError:  # the loop is closed
                return

    def _look(self) -> None:
        begun, beat = time.monotonic(), Event()
        self.loop.call_soon_threadsafe(beat.set)
        if beat.wait(LIMIT):
            return
        frame = self.frames().get(self.thread)
        place = _place(frame)
        while not beat.wait(1) and not self.over.is_set():
            pass
        if place:
            self.stalled(time.monotonic() - begun)
        if place and place not in self.told and len(self.told) < _MOST_TOLD:
            self.told.add(place)
            _log.info("everybody waited %.0f ms for %s", 1000 * (time.monotonic() - begun), place)


def _place(frame: FrameType | None) -> str:
    """Where the loop's thread is; empty if it only waits for something to do."""
    if frame is None or frame.f_code in _IDLE:
        return ""
    last = traceback.extract_stack(frame)[-3:]
    return " < ".join(f"{each.filename}:{each.lineno} {each.name}" for each in reversed(last))
