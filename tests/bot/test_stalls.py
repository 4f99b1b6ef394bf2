"""What holds up the event loop is told once, with its place."""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import Mapping
from threading import Event
from types import FrameType

import pytest

from bot.stalls import watch


async def test_what_holds_up_the_loop_is_told_with_its_place(caplog: pytest.LogCaptureFixture):
    caplog.set_level(logging.INFO, "bot.stalls")
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
    while not caplog.messages:
        await asyncio.sleep(0)
    assert "hold_up" in caplog.messages[0]
    watching.cancel()
