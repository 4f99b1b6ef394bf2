"""The event loop of a process that serves: uvloop where the platform has it, and two signals that end the run."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable, Coroutine


def run(serving: Coroutine[None, None, None]) -> None:
    """Runs it to its end, or until SIGINT or SIGTERM."""
    with asyncio.Runner(loop_factory=_factory()) as runner:
        runner.run(_until_told_to_end(serving))


def _factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """None, the loop of the standard library, where uvloop is not made for the platform."""
    try:
        import uvloop
    except ImportError:
        return None
    return uvloop.new_event_loop


async def _until_told_to_end(serving: Coroutine[None, None, None]) -> None:
    """Both signals end it as Ctrl-C does; where the loop cannot listen, Ctrl-C alone does."""
    task = asyncio.current_task()
    assert task is not None
    try:
        for number in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(number, task.cancel)
    except NotImplementedError:
        pass
    await serving
