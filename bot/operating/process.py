"""A serving process: its event loop (uvloop where available), shutdown by signals, memory, and compiled searches."""

import asyncio
import ctypes
import gc
import logging
import os
import signal
import sys
from asyncio.subprocess import DEVNULL
from collections.abc import Callable, Coroutine
from contextlib import suppress
from pathlib import Path

from bot.core.ports.adapters import Deadline
from bot.core.queues.caches import Memory

_UNUSED_LIBRARIES = ("click", "rich")  # for httpx's command line; for structlog's tracebacks
_GC_THRESHOLD = 10_000
"""Allocations between garbage collections; with Python's default of 700 they took a twelfth of a move's time."""
_M_ARENA_MAX = -8  # malloc.h
_ROUND_SECONDS = 2.0
_LOOK_SECONDS = 0.5
_WORTH_COLLECTING = 4_000_000
_COMPILE_DELAY_SECONDS = 10.0  # leaves the processor to the first players
_STATM = Path("/proc/self/statm")
_log = logging.getLogger(__name__)


def skip_imports() -> None:
    """Hide optional libraries that others would import, to save memory; call this first."""
    for name in _UNUSED_LIBRARIES:
        sys.modules[name] = None  # type: ignore[assignment]  # what importing takes for "there is none"


def tune_gc() -> None:
    """Collect garbage rarely, and never among the objects loaded by now; call this once all is loaded.

    The bot creates few reference cycles, and everything waits while the collector runs.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(_GC_THRESHOLD)


def use_one_arena() -> None:
    """Make all threads share one malloc arena, since the GIL lets few of them allocate at once.

    Call this at the start; without glibc it does nothing.
    """
    if mallopt := _function("mallopt"):
        mallopt(_M_ARENA_MAX, 1)


def switch_often() -> None:
    """Switch threads after one millisecond instead of five; call this at the start.

    Every answer waits for the lock some ten times while another thread reads a file.
    """
    sys.setswitchinterval(0.001)


async def trim_heap(round_seconds: float = _ROUND_SECONDS) -> None:
    """Return free heap memory to the system every `round_seconds`, until cancelled.

    That takes half a millisecond after large allocations. glibc alone keeps gaps between blocks, and 64 MB on top.
    """
    malloc_trim = _function("malloc_trim")
    while malloc_trim:
        await asyncio.sleep(round_seconds)
        await asyncio.to_thread(malloc_trim, 0)


async def keep_budget(memory: Memory, round_seconds: float = _LOOK_SECONDS) -> None:
    """Halve the caches every `round_seconds` while the process exceeds its memory budget, until cancelled."""
    malloc_trim = _function("malloc_trim")
    while True:
        await asyncio.sleep(round_seconds)
        if memory.fit(resident_bytes()) > _WORTH_COLLECTING:
            gc.collect()
            if malloc_trim:
                await asyncio.to_thread(malloc_trim, 0)


def resident_bytes() -> int:
    """Return the resident memory of this process in bytes; 0 where the system does not report it."""
    with suppress(OSError, ValueError, IndexError):
        return int(_STATM.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    return 0


def _function(name: str) -> Callable[..., int] | None:
    try:
        function: Callable[..., int] = getattr(ctypes.CDLL(None), name)
    except (AttributeError, OSError, TypeError):
        return None
    return function


async def compile_searches() -> None:
    """Compile searches to disk in another process, so that this one stays small and responsive."""
    await asyncio.sleep(_COMPILE_DELAY_SECONDS)
    command = [sys.executable, "-m", "bot", "warm", "--parent", str(os.getpid())]
    compiler = await asyncio.create_subprocess_exec(*command, stdin=DEVNULL, stdout=DEVNULL, stderr=DEVNULL)
    try:
        if await compiler.wait() != 0:
            _log.warning("searches are not compiled yet; run `tetradka warm` to see why")
    finally:
        if compiler.returncode is None:
            compiler.kill()
            await compiler.wait()


def run(coroutine: Coroutine[None, None, None], deadline: Deadline) -> None:
    """Run a coroutine to its end, or shut it down within the deadline after SIGINT or SIGTERM.

    After a signal the loop is not closed, since that would wait for all threads; the process is about to exit.
    """
    loop_factory: Callable[[], asyncio.AbstractEventLoop] | None = None
    with suppress(ImportError):  # uvloop does not exist for every platform
        import uvloop

        loop_factory = uvloop.new_event_loop
    runner = asyncio.Runner(loop_factory=loop_factory)
    try:
        runner.run(_until_signal(coroutine, deadline))
    except RuntimeError:
        if deadline.remaining():
            raise
        _log.warning("the shutdown took too long and was aborted")
    finally:
        if not deadline.is_set:
            runner.close()


async def _until_signal(coroutine: Coroutine[None, None, None], deadline: Deadline) -> None:
    """Cancel the coroutine on either signal; where the loop supports no signal handlers, only on Ctrl-C."""
    task, loop = asyncio.current_task(), asyncio.get_running_loop()
    assert task is not None

    def end() -> None:
        deadline.set()
        task.cancel()
        loop.call_later(deadline.remaining(), loop.stop)

    with suppress(NotImplementedError):
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, end)
    await coroutine
