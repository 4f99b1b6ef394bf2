"""How a process that serves is told to end."""

from __future__ import annotations

import asyncio
import signal


def end_this_task() -> None:
    """Both signals end the run as Ctrl-C does; where the loop cannot listen, Ctrl-C alone does."""
    serving = asyncio.current_task()
    assert serving is not None
    try:
        for number in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(number, serving.cancel)
    except NotImplementedError:
        return
