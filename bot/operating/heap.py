"""The C library's heap, kept small: one arena for its many threads, and what is free in it given back.

Only glibc can be told so; elsewhere nothing happens.
"""

from __future__ import annotations

import asyncio
import ctypes
from collections.abc import Callable

_ARENAS = 1
_M_ARENA_MAX = -8  # malloc.h
_ROUND_SECONDS = 2.0


def use_one_arena() -> None:
    """Lets all threads share one arena: Python's lock lets few of them allocate at once. To be called at the start."""
    if mallopt := _function("mallopt"):
        mallopt(_M_ARENA_MAX, _ARENAS)


async def keep_small(round_seconds: float = _ROUND_SECONDS) -> None:
    """Gives what loading and painting have left free back to the system, round after round until cancelled.

    That takes half a millisecond where there is much. By itself the library keeps what lies between, and up to 64 MB.
    """
    malloc_trim = _function("malloc_trim")
    while malloc_trim:
        await asyncio.sleep(round_seconds)
        await asyncio.to_thread(malloc_trim, 0)


def _function(name: str) -> Callable[..., int] | None:
    try:
        found: Callable[..., int] = getattr(ctypes.CDLL(None), name)
    except (AttributeError, OSError, TypeError):
        return None
    return found
