"""Processes as tests see them: servers by their address, and whether they have gone."""

from __future__ import annotations

import asyncio
import os

from bot.store.connection import connect
from bot.store.redis import RedisStore

PATIENCE = 60.0


async def server_at(url: str) -> int:
    """The process id of the server that answers there."""
    redis = connect(url)
    answer = await redis.info("server")
    await redis.aclose()
    return int(answer["process_id"])


async def goes(process: int) -> bool:
    """Whether a process has ended, or ends while a patient person would wait."""
    for _ in range(int(PATIENCE / 0.02)):
        try:
            os.kill(process, 0)
        except ProcessLookupError:
            return True
        await asyncio.sleep(0.02)
    return False


async def all_live(*stores: RedisStore) -> None:
    """These are the stores of processes that live and know of one another, for as long as a test may take."""
    for store in (*stores, *stores):
        await store.leases.take(store.leases.owner, 3600)
        await store.leases.renew()
