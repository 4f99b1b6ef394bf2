"""Searches compiled once per installation, by a process of their own."""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from asyncio.subprocess import DEVNULL

_UNHURRIED_SECONDS = 10.0  # those who come first find the processor free
_log = logging.getLogger(__name__)


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
