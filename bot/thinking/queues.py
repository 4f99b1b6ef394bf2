"""Queues of questions in Redis between the bots that ask and the workers that think, and what lies beside them."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from platform import node

from redis.asyncio import Redis
from taskiq import AckableMessage
from taskiq.serializers import JSONSerializer
from taskiq_redis import RedisAsyncResultBackend, RedisStreamBroker

from bot.core.game.problem import Urgency

HINT, IDEAS, MAP, REASONS = "hint", "ideas", "map", "reasons"  # what the tasks are called
STREAMS = {urgency: f"tetradka:think:{urgency.value}" for urgency in Urgency}
HINTS, REVIEWS = STREAMS[Urgency.NOW], STREAMS[Urgency.LATER]
GROUP = "workers"
ALIVE = "tetradka:think:alive"
ALIVE_SECONDS = 4  # a worker that says nothing for so long is none
BEAT_SECONDS = 1.0
LONGEST = 1000  # entries of a stream, the answered ones among them
_ORPHANED_MS = 4000  # longer than any search for a hint, so no worker takes what another thinks about
_GONE_MS = 60_000  # one that lives asks every second
_KEPT_SECONDS = 60
_WITHDRAWING_SECONDS = 1.0
_CONNECTIONS = 64
_LOOK_SECONDS = 0.05
_BEAT = b""


class Unfit(ValueError):
    """An address that workers cannot share; the text says which ones they can."""


class Queue(RedisStreamBroker):
    """taskiq's stream of tasks; beats are entries without a task, for what a dead worker left is looked for only after
    an entry has come. Nothing is taken off it while there is no `room`."""

    room: Callable[[], bool] = staticmethod(lambda: True)

    async def beat(self) -> None:
        """Has some worker look for what a dead one left."""
        async with Redis(connection_pool=self.connection_pool) as redis:
            await redis.xadd(self.queue_name, {b"data": _BEAT}, maxlen=self.maxlen, approximate=self.approximate)

    async def forget_gone(self, gone_ms: int = _GONE_MS) -> None:
        """Takes the names of workers off the group that have asked for nothing for so long, and have nothing to do."""
        async with Redis(connection_pool=self.connection_pool) as redis:
            for worker in await redis.xinfo_consumers(self.queue_name, GROUP):
                if worker["idle"] >= gone_ms and not worker["pending"]:
                    await redis.xgroup_delconsumer(self.queue_name, GROUP, worker["name"])

    async def listen(self) -> AsyncGenerator[AckableMessage, None]:
        """Tasks, each once it is wanted."""
        async with aclosing(super().listen()) as entries:
            async for entry in entries:
                if entry.data == _BEAT:
                    await entry.ack()  # type: ignore[misc]  # a stream's is always asynchronous
                else:
                    yield entry
                while not self.room():  # noqa: ASYNC110 (a search that ends rings no bell)
                    await asyncio.sleep(_LOOK_SECONDS)


def queue(url: str, urgency: Urgency) -> Queue:
    """The queue of what is so urgent; raises `Unfit`."""
    if url.partition("://")[0] not in ("redis", "rediss", "unix"):
        raise Unfit("workers share one server, whose address begins with redis://, rediss:// or unix://")
    found = Queue(
        url,
        queue_name=STREAMS[urgency],
        consumer_group_name=GROUP,
        consumer_id="0",  # what was asked before the first worker came is answered too
        consumer_name=f"{node()}:{os.getpid()}",
        max_connection_pool_size=_CONNECTIONS,
        socket_timeout=None,  # as in the store
        maxlen=LONGEST,
        approximate=False,
        idle_timeout=_ORPHANED_MS,
        xread_block=int(BEAT_SECONDS * 1000),
        xread_count=1,
        unacknowledged_batch_size=1,
    )
    answers: RedisAsyncResultBackend[str] = RedisAsyncResultBackend(
        url,
        keep_results=False,
        result_ex_time=_KEPT_SECONDS,
        max_connection_pool_size=_CONNECTIONS,
        socket_timeout=None,
        serializer=JSONSerializer(),
        prefix_str="tetradka:think:answer",
    )
    found.with_result_backend(answers)
    return found


def unwanted(number: str) -> str:
    """The key that says that no process waits for a question's answer any more."""
    return f"tetradka:think:unwanted:{number}"


async def withdraw(redis: Redis, number: str) -> None:
    """Ends the search for a question, now or when it would begin."""
    async with asyncio.timeout(_WITHDRAWING_SECONDS):
        await redis.set(unwanted(number), "yes", ex=_KEPT_SECONDS)
