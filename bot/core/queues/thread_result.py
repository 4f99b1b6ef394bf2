"""Waiting for a thread that cannot be interrupted, even if the waiter is cancelled."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


async def result_of(working: asyncio.Future[T], interrupt: Callable[[], object] = lambda: None) -> T:
    """Return the result of a thread; if cancelled, call `interrupt`, wait for the thread to end, and raise."""
    working.add_done_callback(_take_notice)
    try:
        await asyncio.wait([working])
    except asyncio.CancelledError:
        interrupt()
        await asyncio.wait([working])
        raise
    return working.result()


def _take_notice(working: asyncio.Future[T]) -> None:
    """Retrieve the exception of an abandoned thread, so that asyncio does not report it as lost."""
    if not working.cancelled():
        working.exception()
