"""The event loop of a process that serves: uvloop where the platform has it, and two signals that end the run."""

from __future__ import annotations

import asyncio
import logging
import signal
from collections.abc import Callable, Coroutine

from bot.core.ports.deadline import Deadline

_log = logging.getLogger(__name__)


def run(serving: Coroutine[None, None, None], deadline: Deadline) -> None:
    """Runs it to its end, or until SIGINT or SIGTERM: then to the deadline, and whatever hangs is left behind.

    Then the loop is not closed, for that would wait for all threads; the process is about to end.
    """
    runner = asyncio.Runner(loop_factory=_factory())
    try:
        runner.run(_until_told_to_end(serving, deadline))
    except RuntimeError:
        if deadline.remaining():
            raise
        _log.warning("the shutdown took too long, and was broken off")
    finally:
        if not deadline.is_set:
            runner.close()


def _factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """None, the loop of the standard library, where uvloop is not made for the platform."""
    try:
        import uvloop
    except ImportError:
        return None
    return uvloop.new_event_loop


async def _until_told_to_end(serving: Coroutine[None, None, None], deadline: Deadline) -> None:
    """Both signals end it as Ctrl-C does; where the loop cannot listen, Ctrl-C alone does."""
    task, loop = asyncio.current_task(), asyncio.get_running_loop()
    assert task is not None

    def end() -> None:
        deadline.set()
        task.cancel()
        loop.call_later(deadline.remaining(), loop.stop)

    try:
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, end)
    except NotImplementedError:
        pass
    await serving
