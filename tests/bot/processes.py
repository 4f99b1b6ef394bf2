"""Processes as tests see them: servers by their address, and whether they have gone."""

from __future__ import annotations

import asyncio
import os

from bot.store.connection import connect

PATIENCE = 60.0


async def server_at(url: str) -> int:
    """The process id of the server that answers there."""
    redis = connect(url)
    told = await redis.info("server")
    await redis.aclose()
    return int(told["process_id"])


async def goes(process: int) -> bool:
    """Whether a process has ended, or ends while a patient person would wait."""
    for _ in range(int(PATIENCE / 0.02)):
        try:
            os.kill(process, 0)
        except ProcessLookupError:
            return True
        await asyncio.sleep(0.02)
    return False
