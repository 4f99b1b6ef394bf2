"""Waiting for a thread that cannot be interrupted, also when whoever waits is cancelled."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


async def result_of(working: asyncio.Future[T], interrupt: Callable[[], object] = lambda: None) -> T:
    """Return what a thread returns; if cancelled, call `interrupt`, wait for the thread's end, and raise."""
    working.add_done_callback(_take_notice)
    try:
        await asyncio.wait([working])
    except asyncio.CancelledError:
        interrupt()
        await asyncio.wait([working])
        raise
    return working.result()


def _take_notice(working: asyncio.Future[T]) -> None:
    """Look at the exception of a thread that nobody waits for any more, or asyncio reports it as lost."""
    if not working.cancelled():
        working.exception()
