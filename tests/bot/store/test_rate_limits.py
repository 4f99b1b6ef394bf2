"""Buckets on a real server: one for each person and chat, common to all processes, and no reason to refuse."""

from __future__ import annotations

import asyncio

from bot.core.queues.user_queue import Bucket
from bot.store.connection import connect
from bot.store.counts import SIZES, RedisBuckets

PEOPLE = SIZES[Bucket.CHAT] // SIZES[Bucket.PERSON] + 1


def beside_others() -> bool:
    return True


async def take_times(buckets: RedisBuckets, person: str, chat: str, times: int) -> list[Bucket | None]:
    return [await buckets.take(person, chat) for _ in range(times)]


async def test_too_many_requests_empty_a_bucket(valkey: str):
    redis = connect(valkey)
    await redis.flushall()
    buckets, elsewhere = RedisBuckets(redis, beside_others), RedisBuckets(redis, beside_others)
    size = SIZES[Bucket.PERSON]
    assert not any(await take_times(buckets, "ann", "hall", size))
    await take_times(buckets, "ann", "hall", size)
    assert await take_times(elsewhere, "ann", "garden", 1) == [Bucket.PERSON]
    assert await take_times(elsewhere, "bob", "hall", 1) == [None]
    await redis.aclose()


async def test_many_people_empty_the_bucket_of_their_chat(valkey: str):
    redis = connect(valkey)
    await redis.flushall()
    buckets = RedisBuckets(redis, beside_others)
    for number in range(PEOPLE):
        await asyncio.gather(*(buckets.take(f"p{number}", "hall") for _ in range(SIZES[Bucket.PERSON])))
    assert await take_times(buckets, "ann", "hall", 1) == [Bucket.CHAT]
    assert await take_times(buckets, "ann", "garden", 1) == [None]
    await redis.aclose()


async def test_requests_pass_while_the_server_does_not_answer():
    redis = connect("redis://127.0.0.1:1")
    assert await take_times(RedisBuckets(redis, beside_others), "ann", "hall", 2) == [None, None]
    await redis.aclose()


async def test_a_process_alone_counts_without_the_store():
    redis = connect("redis://127.0.0.1:1")
    buckets = RedisBuckets(redis, lambda: False)
    size = SIZES[Bucket.PERSON]
    assert not any(await take_times(buckets, "ann", "hall", size))
    assert Bucket.PERSON in await take_times(buckets, "ann", "hall", size)
    assert await take_times(buckets, "bob", "hall", 1) == [None]
    await redis.aclose()
