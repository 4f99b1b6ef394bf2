"""The outbox as hashes under leases, as it is, and as streams with consumer groups: what each asks of the server."""

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
from bot.store.outbox_slots import SLOTS, remove_command

MOVES = 5_000
_SWEPT_EVERY = 100
"""Moves between two sweeps of all slots: at 50 moves a second each slot is looked at every two seconds."""
_GROUP = "bot"
Way = Callable[[Redis], Awaitable[None]]


def figures() -> Iterator[Figure]:
    """CPU of the server and commands a move; the newest board alone is shown in both ways."""
    hashes, streams = asyncio.run(_measured(_hashes)), asyncio.run(_measured(_streams))
    yield Figure("outbox as hashes under leases: CPU of the server", hashes[0], math.inf, "us a move")
    yield Figure("outbox as streams with consumer groups: CPU of the server", streams[0], math.inf, "us a move")
    yield Figure("outbox as hashes under leases: commands", hashes[1], math.inf, "a move")
    yield Figure("outbox as streams with consumer groups: commands", streams[1], math.inf, "a move")


async def _measured(way: Way) -> tuple[float, float]:
    with tempfile.TemporaryDirectory() as data, serve(Path(data)) as server:
        redis = connect(server.url)
        assert isinstance(redis, Redis)
        await redis.config_set("appendfsync", "no")
        cpu, commands = await _spent(redis)
        await way(redis)
        after = await _spent(redis)
        await redis.aclose()
    return (after[0] - cpu) / MOVES * 1e6, (after[1] - commands) / MOVES


async def _spent(redis: Redis) -> tuple[float, int]:
    told = await redis.info()
    return told["used_cpu_user"] + told["used_cpu_sys"], int(told["total_commands_processed"])


async def _hashes(redis: Redis) -> None:
    """Noted, shown at once, removed; now and then every slot is read."""
    for move in range(MOVES):
        key, field = keys.outbox(move % SLOTS), f"chat {move % 500}\ngame"
        await redis.hset(key, field, f"{move}")
        pipeline = redis.pipeline(transaction=False)
        pipeline.execute_command(*remove_command(key, field, f"{move}"))
        await pipeline.execute()
        if move % _SWEPT_EVERY == 0:
            pipeline = redis.pipeline(transaction=False)
            for slot in range(SLOTS):
                pipeline.hgetall(keys.outbox(slot))
            await pipeline.execute()


async def _streams(redis: Redis) -> None:
    """Added, read by the group (which gives the entry its owner), acknowledged and deleted; now and then every slot's
    entries that were left idle are claimed. A chat's older entries are found by reading all of its slot."""
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
