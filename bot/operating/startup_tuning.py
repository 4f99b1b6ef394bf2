"""Start-up tuning of a process: imports skipped, garbage collection, malloc, searches compiled ahead."""

from __future__ import annotations

import asyncio
import ctypes
import gc
import logging
import os
import sys
from asyncio.subprocess import DEVNULL
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from bot.core.queues.memory import Memory

_NEVER_ASKED_FOR = ("click", "rich")  # httpx's own command; structlog's pictures of what went wrong
_FRESH = 10_000
"""Objects made before garbage is looked for among them: at Python's 700 that took a twelfth of a move's time."""
_ARENAS = 1
_M_ARENA_MAX = -8  # malloc.h
_ROUND_SECONDS = 2.0
_LOOK_SECONDS = 0.5
_WORTH_COLLECTING = 4_000_000
_SWITCH_SECONDS = 0.001
_UNHURRIED_SECONDS = 10.0  # those who come first find the processor free
_STATM = Path("/proc/self/statm")
_log = logging.getLogger(__name__)


def skip_imports() -> None:
    """Hides libraries that others load where they find them, and of which the bot has no use, from later imports.

    That saves memory. To be called at the start.
    """
    for name in _NEVER_ASKED_FOR:
        sys.modules[name] = None  # type: ignore[assignment]  # what importing takes for "there is none"


def tune_gc() -> None:
    """Lets the garbage collector run seldom, and never look at what is loaded by now. To be called when all is loaded.

    Few circles of objects are made here, and everyone waits while it runs.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(_FRESH)


def use_one_arena() -> None:
    """Lets all threads share one arena of glibc's malloc, for Python's lock lets few of them allocate at once.

    To be called at the start; elsewhere than with glibc nothing happens.
    """
    if mallopt := _function("mallopt"):
        mallopt(_M_ARENA_MAX, _ARENAS)


def switch_often() -> None:
    """Let a thread that waits for Python's lock have it after a millisecond instead of five.

    Every answer waits for it some ten times while another thread reads a file. To be called at the start.
    """
    sys.setswitchinterval(_SWITCH_SECONDS)


async def trim_heap(round_seconds: float = _ROUND_SECONDS) -> None:
    """Gives what loading and painting have left free back to the system, round after round until cancelled.

    That takes half a millisecond where there is much. By itself the library keeps what lies between, and up to 64 MB.
    """
    malloc_trim = _function("malloc_trim")
    while malloc_trim:
        await asyncio.sleep(round_seconds)
        await asyncio.to_thread(malloc_trim, 0)


async def keep_budget(memory: Memory, round_seconds: float = _LOOK_SECONDS) -> None:
    """Fit the caches into what is left of the budget, round after round until cancelled.

    Much of what is dropped is garbage in circles, which the collector would not look for before long.
    """
    malloc_trim = _function("malloc_trim")
    while True:
        await asyncio.sleep(round_seconds)
        if memory.fit(resident()) > _WORTH_COLLECTING:
            gc.collect()
            if malloc_trim:
                await asyncio.to_thread(malloc_trim, 0)


def resident() -> int:
    """Return how many bytes of memory this process takes; 0 where the system does not tell."""
    with suppress(OSError, ValueError, IndexError):
        return int(_STATM.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    return 0


def _function(name: str) -> Callable[..., int] | None:
    try:
        found: Callable[..., int] = getattr(ctypes.CDLL(None), name)
    except (AttributeError, OSError, TypeError):
        return None
    return found


async def compile_searches() -> None:
    """Puts compiled searches on disk by another process, which keeps this one small and quick until one is needed."""
    await asyncio.sleep(_UNHURRIED_SECONDS)
    command = [sys.executable, "-m", "bot", "warm", "--parent", str(os.getpid())]
    compiler = await asyncio.create_subprocess_exec(*command, stdin=DEVNULL, stdout=DEVNULL, stderr=DEVNULL)
    try:
        if await compiler.wait() != 0:
            _log.warning("searches are not compiled yet; `tetradka warm` says why")
    finally:
        if compiler.returncode is None:
            compiler.kill()
            await compiler.wait()
