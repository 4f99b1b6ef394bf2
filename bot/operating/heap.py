"""The C library's heap, kept small: few arenas for its many threads, and what is free given back.

Only glibc can be told so; elsewhere nothing happens.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable

_ARENAS = 1
_M_ARENA_MAX = -8  # malloc.h


def use_one_arena() -> None:
    """Lets all threads share one arena: Python's lock lets few of them allocate at once. To be called at the start."""
    _call("mallopt", _M_ARENA_MAX, _ARENAS)


def give_back() -> None:
    """Returns to the system what is free; takes milliseconds, during which other threads go on."""
    _call("malloc_trim", 0)


def _call(name: str, *arguments: int) -> None:
    try:
        function: Callable[..., int] = getattr(ctypes.CDLL(None), name)
    except (AttributeError, OSError, TypeError):
        return
    function(*arguments)
