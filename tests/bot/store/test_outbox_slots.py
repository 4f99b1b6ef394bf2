"""The outbox in slots on a real server: every slot is one process's, and nothing written in another way is lost."""

from __future__ import annotations

import math
from binascii import crc_hqx
from collections import Counter
from collections.abc import AsyncIterator

import pytest

from bot.core.ports.store import CLOCKS, DEADLINES
from bot.store.connection import Client, connect
from bot.store.keys import OUTBOX_BEFORE_SLOTS, outbox, schedule
from bot.store.leases import SLOTS, OutboxSlots, SlotKeys
from bot.store.redis import RedisStore

GAMES = [f"{a}{b}{c}DFG" for a in "BCDFGH" for b in "JKMNPQ" for c in "RSTVWX"]


class Process:
    """A process of the bot as the outbox knows it, with a clock that only moves when told."""

    def __init__(self, redis: Client, slots: int = SLOTS) -> None:
        self.time = 0.0
        self.store = RedisStore(redis, slots=slots)
        wire, leases = self.store.slots._wire, self.store.leases
        self.store.slots = OutboxSlots(wire, leases, SlotKeys(slots), lambda: self.time)

    async def owned_slots(self) -> set[int]:
        """The slots that it has a moment later, once it has heard who lives."""
        self.time += 2
        await self.store.leases.renew()
        return {*await self.store.slots.owned_slots()}


@pytest.fixture
async def redis(valkey: str) -> AsyncIterator[Client]:
    client = connect(valkey)
    await client.flushall()
    yield client
    await client.aclose()


async def share_slots(*processes: Process) -> list[set[int]]:
    """What each has once all have asked often enough to give back what is others' and to take what is theirs."""
    for _ in range(3):
        owned = [await process.owned_slots() for process in processes]
    return owned


async def test_processes_share_the_slots_evenly_without_overlap(redis: Client):
    owned = await share_slots(*(Process(redis) for _ in range(5)))
    assert sorted(slot for slots in owned for slot in slots) == list(range(SLOTS))
    assert {len(slots) for slots in owned} == {12, 13}


async def test_a_process_that_joins_gets_its_share(redis: Client):
    first, second = Process(redis), Process(redis)
    assert await share_slots(first) == [set(range(SLOTS))]
    assert [len(slots) for slots in await share_slots(first, second)] == [32, 32]


async def test_slots_of_a_leaving_process_are_taken_over_at_once(redis: Client):
    first, second = Process(redis), Process(redis)
    await share_slots(first, second)
    await first.store.leave()
    assert await share_slots(second) == [set(range(SLOTS))]


async def test_slots_of_a_dead_process_are_taken_over_before_their_leases_end(redis: Client):
    first, second = Process(redis), Process(redis)
    await share_slots(first, second)
    await first.store.leases.leave()  # it is dead: its slots are leased still
    assert await share_slots(second) == [set(range(SLOTS))]


async def test_a_process_that_was_suspended_reads_no_slot_of_another(redis: Client):
    first, second = Process(redis), Process(redis)
    await share_slots(first)
    await first.store.leases.leave()
    await share_slots(second)
    first.time += 6
    assert await first.store.slots.owned_slots() == []


async def test_each_entry_and_each_deadline_is_seen_by_one_process(redis: Client):
    *stores, gone_store = (Process(redis).store for _ in range(3))
    for game in GAMES:
        await gone_store.boards.add("stage:1", game, 1.0)
        await gone_store.boards.schedule(DEADLINES, game, 2.0)
    for _ in range(3):
        for store in stores:
            await store.leases.renew()
            await store.leases.take(store.leases.owner, 60)
    sightings = [entry.game for store in stores for entry in await store.boards.pending(math.inf)]
    due_items = [game for store in stores for game in await store.boards.due_games(DEADLINES, 3.0)]
    assert sorted(sightings) == sorted(due_items) == sorted(GAMES)


@pytest.mark.parametrize("before", [None, 16])
async def test_an_upgrade_loses_no_entries(redis: Client, before: int | None):
    """Neither from versions without slots nor from another number of them, though such a process lives and writes."""
    old = None if before is None else Process(redis, before).store
    for game in GAMES:
        if old is None:
            await redis.hset(OUTBOX_BEFORE_SLOTS, f"stage:1\n{game}", "1.0 stamp")
            await redis.zadd(schedule(DEADLINES), {game: 2.0})
            await redis.zadd(schedule(CLOCKS), {game: 3.0})
        else:
            await old.boards.add("stage:1", game, 1.0)
            await old.boards.schedule(DEADLINES, game, 2.0)
            await old.boards.schedule(CLOCKS, game, 3.0)
    if old is not None:
        await old.boards.pending(math.inf)
        await old.slots.release()
    process = Process(redis)
    for _ in range(2):
        await process.owned_slots()
        boards = process.store.boards
        assert sorted(entry.game for entry in await boards.pending(math.inf)) == sorted(GAMES)
        assert (
            sorted(await boards.due_games(DEADLINES, 2.0))
            == sorted(await boards.due_games(CLOCKS, 3.0))
            == sorted(GAMES)
        )
    assert await redis.exists(OUTBOX_BEFORE_SLOTS, schedule(DEADLINES), schedule(CLOCKS)) == 0
    await redis.hset(OUTBOX_BEFORE_SLOTS, "stage:2\nBJRDFG", "4.0 late")
    await process.owned_slots()
    assert "stage:2" in {entry.chat for entry in await process.store.boards.pending(math.inf)}


async def test_a_moved_entry_does_not_overwrite_a_newer_one(redis: Client):
    process = Process(redis)
    newer = await process.store.boards.add("stage:1", "BCDFGH", 5.0)
    await redis.hset(OUTBOX_BEFORE_SLOTS, "stage:1\nBCDFGH", "1.0 stamp")
    await process.owned_slots()
    assert await process.store.boards.find_entry("stage:1", "BCDFGH") == newer


def test_all_keys_of_a_slot_are_on_one_node():
    tags = {key.partition("{")[2].partition("}")[0] for key in (outbox(7), schedule(DEADLINES, 7), schedule(CLOCKS, 7))}
    assert len(tags) == 1


@pytest.mark.parametrize("nodes", [3, 6, 12])
def test_slots_spread_evenly_over_the_nodes_of_a_cluster(nodes: int):
    hashed = [crc_hqx(outbox(slot).partition("{")[2].partition("}")[0].encode(), 0) % 16384 for slot in range(SLOTS)]
    per_node = Counter(slot * nodes // 16384 for slot in hashed)
    assert max(per_node.values()) - min(per_node.values()) <= 1


async def test_processes_with_other_platforms_share_among_themselves(redis: Client):
    """Who has no adapter to a chat cannot show its board."""
    page, first, second = (Process(redis) for _ in range(3))
    page.store.leases.platforms = "web"
    first.store.leases.platforms = second.store.leases.platforms = "discord,telegram"
    assert [len(slots) for slots in await share_slots(page, first, second)] == [64, 32, 32]


async def test_the_digests_of_a_person_are_seen_by_one_process(redis: Client):
    processes = [Process(redis) for _ in range(2)]
    await share_slots(*processes)
    await redis.zadd("tetradka:digests", {"web:old": 4})
    for number in range(50):
        await processes[0].store.settings.schedule_digest(f"web:{number}", 5.0)
    for process in processes:
        await process.owned_slots()
    visit_set = [person for process in processes for person in await process.store.settings.due_digests(5.0)]
    assert sorted(visit_set) == sorted(["web:old", *(f"web:{number}" for number in range(50))])


async def test_a_process_handles_its_own_entries_in_slots_of_others(redis: Client):
    maker, other_process = Process(redis), Process(redis)
    await share_slots(maker, other_process)
    made = [await maker.store.boards.add("stage:1", game, 1.0) for game in GAMES]
    seen = await maker.store.boards.pending(math.inf)
    assert sorted(seen, key=str) == sorted(made, key=str)
    there = await other_process.store.boards.pending(math.inf)
    assert 0 < len(there) < len(GAMES)
    assert await other_process.store.boards.claim(there) == []


async def test_an_entry_removed_by_another_process_is_dropped(redis: Client):
    maker, other_process = Process(redis), Process(redis)
    await share_slots(maker, other_process)
    for game in GAMES:
        await other_process.store.boards.remove(await maker.store.boards.add("stage:1", game, 1.0))
    assert await maker.store.boards.pending(math.inf) == []
