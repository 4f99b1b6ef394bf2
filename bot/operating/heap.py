"""The C library's heap, kept small: one arena for its many threads.

Only glibc can be told so; elsewhere nothing happens.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable

_ARENAS = 1
_M_ARENA_MAX = -8  # malloc.h


def use_one_arena() -> None:
    """Lets all threads share one arena: Python's lock lets few of them allocate at once. To be called at the start."""
    try:
        mallopt: Callable[[int, int], int] = ctypes.CDLL(None).mallopt
    except (AttributeError, OSError, TypeError):
        return
    mallopt(_M_ARENA_MAX, _ARENAS)
