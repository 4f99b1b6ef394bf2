"""What holds up the event loop is told once, with its place."""

from __future__ import annotations

import asyncio
import logging
import sys
import time
from collections.abc import Callable, Mapping
from threading import Event, Thread
from types import FrameType

import pytest
import uvloop

from bot.watching import _place, watch
from tests.bot.logged import first_record
from tests.bot.processes import PATIENCE


async def test_a_stall_is_logged_with_its_place(caplog: pytest.LogCaptureFixture):
    caplog.set_level(logging.INFO, "bot.watching")
    seen = Event()

    def frames() -> Mapping[int, FrameType]:
        now = sys._current_frames()
        seen.set()
        return now

    watching = asyncio.create_task(watch(frames))
    await asyncio.sleep(0)

    def hold_up() -> None:
        assert seen.wait(10)

    hold_up()
    record = await first_record(caplog, "bot.watching", logging.INFO)
    assert "hold_up" in record.getMessage()
    watching.cancel()


@pytest.mark.parametrize("new_loop", [asyncio.new_event_loop, uvloop.new_event_loop])
def test_an_idle_loop_is_no_stall(new_loop: Callable[[], asyncio.AbstractEventLoop]):
    with asyncio.Runner(loop_factory=new_loop) as runner:
        loop = runner.get_loop()
        over = loop.create_future()

        async def serve() -> None:
            await over

        serving = Thread(target=lambda: runner.run(serve()))
        serving.start()
        try:
            assert _waits(serving)
        finally:
            loop.call_soon_threadsafe(over.set_result, None)
            serving.join()


def _waits(thread: Thread) -> bool:
    """Whether a thread is somewhere where it waits for something to do, before a patient person gives up."""
    for _ in range(int(PATIENCE / 0.02)):
        if not _place(sys._current_frames()[thread.ident or 0]):
            return True
        time.sleep(0.02)
    return False
