"""A process that serves runs on uvloop where the platform has it."""

from __future__ import annotations

import asyncio

import uvloop

from bot.core.ports.adapters import Deadline
from bot.operating import process


def test_serving_processes_run_on_uvloop():
    loops: list[asyncio.AbstractEventLoop] = []

    async def serving() -> None:
        loops.append(asyncio.get_running_loop())

    process.run(serving(), Deadline())
    assert isinstance(loops[0], uvloop.Loop)
