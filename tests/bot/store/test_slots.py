"""Slots on a real server: all processes take from the same, as long as there are several and the server answers."""

from __future__ import annotations

from bot.core.ports.adapters import TakenSlots
from bot.store.connection import connect
from bot.store.redis import RedisStore

NOON = 43_200.0


async def test_processes_together_stay_within_the_rate(valkey: str):
    now = [NOON]
    stores = [RedisStore(connect(valkey)) for _ in range(2)]
    one, two = (store.message_slots("telegram:1", lambda: now[0]) for store in stores)
    assert await one.take(30, 20, 0) == TakenSlots(20, 0.0)
    assert await two.take(30, 20, 0) == TakenSlots(10, 0.334)
    now[0] += 0.5
    assert await one.take(30, 1, 29) == TakenSlots(0, 0.5)
    assert await two.take(30, 8, 0) == TakenSlots(8, 0.0)
    assert await stores[0].message_slots("telegram:2", lambda: now[0]).take(30, 30, 0) == TakenSlots(30, 0.0)
    now[0] -= 3600
    assert await one.take(30, 1, 0) == TakenSlots(0, 0.034)
    now[0] += 1
    assert await one.take(30, 40, 0) == TakenSlots(30, 0.334)
    for store in stores:
        await store.close()


async def test_a_changed_rate_applies_to_all_processes(valkey: str):
    now = [2 * NOON]
    stores = [RedisStore(connect(valkey)) for _ in range(2)]
    one, two = (store.message_slots("telegram:3", lambda: now[0]) for store in stores)
    assert await one.change_rate("30.000 learned", "60.000 learned") == "60.000 learned"
    assert await two.take(30, 60, 0) == TakenSlots(60, 0.0, "60.000 learned")
    assert await two.change_rate("30.000 learned", "15.000 learned") == "60.000 learned"
    assert await two.change_rate("60.000 learned", "15.000 learned") == "15.000 learned"
    now[0] += 1
    assert await one.take(30, 20, 0) == TakenSlots(15, 0.334, "15.000 learned")
    for store in stores:
        await store.close()


async def test_living_processes_know_each_other(valkey: str):
    redis = connect(valkey)
    await redis.flushall()
    await redis.aclose()
    one, two = (RedisStore(connect(valkey)) for _ in range(2))
    await one.leases.renew()
    assert not one.message_slots("telegram:1").are_shared
    await two.leases.renew()
    await one.leases.renew()
    assert one.message_slots("telegram:1").are_shared
    assert two.message_slots("telegram:1").are_shared
    await two.leases.leave()
    await one.leases.renew()
    assert not one.message_slots("telegram:1").are_shared
    for store in (one, two):
        await store.leases.leave()
        await store.close()


async def test_a_process_without_an_answer_counts_on_its_own():
    store = RedisStore(connect("redis://127.0.0.1:1"))
    store.leases.living = ("one", "two")
    slots = store.message_slots("telegram:1")
    assert slots.are_shared
    assert await slots.take(30, 1, 0) == TakenSlots(0, 0.0)
    assert not slots.are_shared
    await store.close()
