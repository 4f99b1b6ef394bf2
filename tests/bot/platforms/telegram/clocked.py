"""An event loop whose time passes only while everybody sleeps, and then at once."""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Coroutine
from typing import TypeVar

T = TypeVar("T")
_TICK = 1e-6


class _Sleepless(selectors.DefaultSelector):
    """Waits for nothing; `now` is when it would have been over, in seconds, and a moment later each time."""

    now = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        assert timeout is not None, "nobody would ever wake"
        self.now += max(timeout, _TICK)
        return super().select(0)


class _Clocked(asyncio.SelectorEventLoop):
    def __init__(self) -> None:
        self._clock = _Sleepless()
        super().__init__(self._clock)

    def time(self) -> float:
        return self._clock.now


def at_once(work: Coroutine[None, None, T]) -> T:
    """Return a coroutine's result on a virtual clock; raise `AssertionError` if it waits forever."""
    loop = _Clocked()
    try:
        return loop.run_until_complete(work)
    finally:
        loop.close()
