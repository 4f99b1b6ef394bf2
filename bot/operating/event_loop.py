"""The event loop of a serving process: uvloop where available, and shutdown by SIGINT or SIGTERM."""

from __future__ import annotations

import asyncio
import logging
import signal
from collections.abc import Callable, Coroutine
from contextlib import suppress

from bot.core.ports.deadline import Deadline

_log = logging.getLogger(__name__)


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
    """Cancel the coroutine on either signal; where the loop has no signal handlers, only Ctrl-C does."""
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
