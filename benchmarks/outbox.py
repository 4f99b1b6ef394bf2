"""Cost of two outbox designs: hashes with leases (the current one), and streams with consumer groups."""

from __future__ import annotations

import asyncio
import math
import tempfile
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

from redis.asyncio import Redis

from benchmarks.figure import Figure
from bot.store import keys
from bot.store.connection import connect
from bot.store.embedded import serve
from bot.store.leases import SLOTS, replace_command

MOVES = 5_000
_SWEPT_EVERY = 100
"""Moves between two sweeps of all slots: at 50 moves a second, a sweep every two seconds."""
_GROUP = "bot"
Design = Callable[[Redis], Awaitable[None]]


def figures() -> Iterator[Figure]:
    """Yield the server's CPU time and commands per move; both designs show only the newest board."""
    hashes, streams = asyncio.run(_measure(_hashes)), asyncio.run(_measure(_streams))
    yield Figure("outbox as hashes with leases: CPU of the server", hashes[0], math.inf, "us a move")
    yield Figure("outbox as streams with consumer groups: CPU of the server", streams[0], math.inf, "us a move")
    yield Figure("outbox as hashes with leases: commands", hashes[1], math.inf, "a move")
    yield Figure("outbox as streams with consumer groups: commands", streams[1], math.inf, "a move")


async def _measure(run: Design) -> tuple[float, float]:
    with tempfile.TemporaryDirectory() as data, serve(Path(data)) as server:
        redis = connect(server.url)
        assert isinstance(redis, Redis)
        await redis.config_set("appendfsync", "no")
        cpu, commands = await _server_usage(redis)
        await run(redis)
        after = await _server_usage(redis)
        await redis.aclose()
    return (after[0] - cpu) / MOVES * 1e6, (after[1] - commands) / MOVES


async def _server_usage(redis: Redis) -> tuple[float, int]:
    server_info = await redis.info()
    return server_info["used_cpu_user"] + server_info["used_cpu_sys"], int(server_info["total_commands_processed"])


async def _hashes(redis: Redis) -> None:
    """Add, show and remove an entry for each move; read every slot from time to time."""
    for move in range(MOVES):
        key, field = keys.outbox(move % SLOTS), f"chat {move % 500}\ngame"
        await redis.hset(key, field, f"{move}")
        pipeline = redis.pipeline(transaction=False)
        pipeline.execute_command(*replace_command(key, field, f"{move}", None))
        await pipeline.execute()
        if move % _SWEPT_EVERY == 0:
            pipeline = redis.pipeline(transaction=False)
            for slot in range(SLOTS):
                pipeline.hgetall(keys.outbox(slot))
            await pipeline.execute()


async def _streams(redis: Redis) -> None:
    """Add, read (which assigns an owner), acknowledge and delete an entry for each move.

    From time to time, claim every slot's idle entries. Finding a chat's older entries means reading its whole slot.
    """
    for slot in range(SLOTS):
        await redis.xgroup_create(keys.outbox(slot), _GROUP, id="0", mkstream=True)
    for move in range(MOVES):
        key = keys.outbox(move % SLOTS)
        entry = await redis.xadd(key, {"chat": f"chat {move % 500}", "game": "game", "since": f"{move}"})
        await redis.xreadgroup(_GROUP, "process", {key: ">"})
        pipeline = redis.pipeline(transaction=False)
        pipeline.xack(key, _GROUP, entry)
        pipeline.xdel(key, entry)
        await pipeline.execute()
        if move % _SWEPT_EVERY == 0:
            pipeline = redis.pipeline(transaction=False)
            for slot in range(SLOTS):
                pipeline.xautoclaim(keys.outbox(slot), _GROUP, "process", 5000)
            await pipeline.execute()
