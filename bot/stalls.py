"""Watches the event loop: what holds it up for longer than a reader should wait is logged once, with its place."""

from __future__ import annotations

import asyncio
import logging
import sys
import time
import traceback
from collections.abc import Callable, Mapping
from selectors import DefaultSelector
from threading import Event, Thread, get_ident
from types import FrameType

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


class _Watcher:
    """Runs in a thread beside the loop's."""

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        thread: int,
        over: Event,
        frames: Frames,
        stalled: Callable[[float], None],
    ) -> None:
        self._loop = loop
        self._thread = thread
        self._over = over
        self._frames = frames
        self._stalled = stalled
        self._told: set[str] = set()

    def run(self) -> None:
        while not self._over.wait(_PAUSE):
            try:
                self._look()
            except RuntimeError:  # the loop is closed
                return

    def _look(self) -> None:
        begun, beat = time.monotonic(), Event()
        self._loop.call_soon_threadsafe(beat.set)
        if beat.wait(LIMIT):
            return
        frame = self._frames().get(self._thread)
        place = _place(frame)
        while not beat.wait(1) and not self._over.is_set():
            pass
        if place:
            self._stalled(time.monotonic() - begun)
        if place and place not in self._told and len(self._told) < _MOST_TOLD:
            self._told.add(place)
            _log.info("everybody waited %.0f ms for %s", 1000 * (time.monotonic() - begun), place)


def _place(frame: FrameType | None) -> str:
    """Where the loop's thread is; empty if it only waits for something to do."""
    if frame is None or frame.f_code in _IDLE:
        return ""
    last = traceback.extract_stack(frame)[-3:]
    return " < ".join(f"{each.filename}:{each.lineno} {each.name}" for each in reversed(last))
