"""What came in and takes long is kept on a real server until it is handled."""

from __future__ import annotations

from bot.store.connection import connect
from bot.store.redis import RedisStore


async def test_an_update_is_stored_for_its_platform_until_it_is_handled(store: RedisStore):
    await store.leases.store_update("telegram", "17", '{"text": "ё\\ud800"}')
    await store.leases.store_update("telegram", "18", "{}")
    await store.leases.store_update("elsewhere", "17", "{}")
    await store.leases.forget_update("telegram", "18")
    assert await store.leases.claim_updates("telegram") == {"17": '{"text": "ё\\ud800"}'}


async def test_storing_and_deleting_twice_is_harmless(store: RedisStore):
    for _ in range(2):
        await store.leases.store_update("telegram", "17", "{}")
    for _ in range(2):
        await store.leases.forget_update("telegram", "17")
    assert await store.leases.claim_updates("telegram") == {}


async def test_updates_of_a_dead_process_alone_are_taken_over_and_only_once(valkey: str):
    gone_store, one, other_store = (RedisStore(connect(valkey)) for _ in range(3))
    await gone_store.leases.take(gone_store.leases.owner, 3600)
    await gone_store.leases.store_update("nearby", "17", "{}")
    assert await one.leases.claim_updates("nearby") == {}
    assert await one.leases.all_updates("nearby") == {"17": "{}"}
    await gone_store.leases.leave()
    await one.leases.take(one.leases.owner, 3600)
    assert await one.leases.claim_updates("nearby") == {"17": "{}"}
    assert await other_store.leases.claim_updates("nearby") == {}
    assert await one.leases.claim_updates("nearby") == {"17": "{}"}
    for store in (gone_store, one, other_store):
        await store.close()
