"""Choices in the store: each is written by itself, and what an earlier version wrote is read and moved."""

from __future__ import annotations

import asyncio
import json

import pytest
from redis import Redis

from bot.core.ports.store import of_chat, of_person
from bot.store import keys
from bot.store.redis import RedisStore
from tests.bot.scripted import person

ANN = of_person(person("ann"))


def write_as_before(valkey: str, whose: str, choices: dict[str, str]) -> None:
    """Write choices as versions before 1.1 did: all of them as one text."""
    with Redis.from_url(valkey) as redis:
        redis.hset(keys.CHOICES, whose, json.dumps(choices))


async def test_fifty_concurrent_writers_lose_no_choice(store: RedisStore):
    await asyncio.gather(*(store.settings.choose(ANN, {f"choice {n}": str(n)}) for n in range(50)))
    assert await store.settings.choices(ANN) == {f"choice {n}": str(n) for n in range(50)}


async def test_an_empty_text_deletes_only_its_choice(store: RedisStore):
    await store.settings.choose(ANN, {"timezone": "Europe/Kyiv", "notify": "off"})
    await store.settings.choose(ANN, {"notify": ""})
    assert await store.settings.choices(ANN) == {"timezone": "Europe/Kyiv"}


async def test_choices_of_an_earlier_version_are_read_then_migrated(store: RedisStore, valkey: str):
    write_as_before(valkey, ANN, {"timezone": "Europe/Kyiv", "notify": "off"})
    assert await store.settings.choices(ANN) == {"timezone": "Europe/Kyiv", "notify": "off"}
    await store.settings.choose(ANN, {"notify": ""})
    assert await store.settings.choices(ANN) == {"timezone": "Europe/Kyiv"}
    with Redis.from_url(valkey) as redis:
        assert not redis.hexists(keys.CHOICES, ANN)


async def test_choices_written_by_an_older_process_count(store: RedisStore, valkey: str):
    await store.settings.choose(ANN, {"timezone": "Europe/Kyiv", "notify": "off"})
    write_as_before(valkey, ANN, {"timezone": "Asia/Tokyo"})
    assert await store.settings.choices(ANN) == {"timezone": "Asia/Tokyo", "notify": "off"}
    await store.settings.choose(ANN, {"aloud": "text"})
    assert await store.settings.choices(ANN) == {"timezone": "Asia/Tokyo", "notify": "off", "aloud": "text"}


async def test_a_chat_is_read_with_choices_of_either_version(store: RedisStore, valkey: str):
    write_as_before(valkey, of_chat("stage:1"), {"games": "dots"})
    await store.settings.choose(of_chat("stage:2"), {"games": "lgame"})
    known = [await store.settings.facts_for(chat, "stage:ann") for chat in ("stage:1", "stage:2")]
    places = [await store.boards.place(chat, "") for chat in ("stage:1", "stage:2")]
    assert [each.settings["games"] for each in known] == ["dots", "lgame"]
    assert [each.settings["games"] for each in places] == ["dots", "lgame"]


@pytest.mark.parametrize("text", ["7", "[", '"x"', "null", '{"a": 1'])
async def test_corrupt_choices_do_not_block_new_ones(store: RedisStore, valkey: str, text: str):
    with Redis.from_url(valkey) as redis:
        redis.hset(keys.CHOICES, ANN, text)
    await store.settings.choose(ANN, {"notify": "off"})
    assert await store.settings.choices(ANN) == {"notify": "off"}


async def test_restored_choices_do_not_replace_newer_ones(store: RedisStore, valkey: str):
    await store.settings.choose(ANN, {"timezone": "Europe/Kyiv", "notify": "off"})
    write_as_before(valkey, of_chat("stage:1"), {"games": "dots"})
    saved = await store.settings.export_tables()
    await store.forgetting.forget_choices(of_chat("stage:1"))
    await store.settings.choose(ANN, {"timezone": "", "notify": "chat"})
    for table, values in saved.items():
        await store.settings.import_table(table, values)
    assert await store.settings.choices(ANN) == {"timezone": "Europe/Kyiv", "notify": "chat"}
    assert await store.settings.choices(of_chat("stage:1")) == {"games": "dots"}


async def test_every_owner_of_choices_is_listed(store: RedisStore, valkey: str):
    write_as_before(valkey, "daily stage:1", {"streak": "1"})
    await store.settings.choose("daily stage:2", {"streak": "1"})
    await store.settings.choose(ANN, {"notify": "off"})
    assert {whose async for whose in store.forgetting.choosers("daily")} == {"daily stage:1", "daily stage:2"}


async def test_no_choice_is_stored_while_a_person_is_being_forgotten(store: RedisStore):
    ann = person("ann").key
    assert await store.forgetting.begin(ann, "token", 60)
    await store.settings.choose(ANN, {"notify": "off"})
    assert await store.settings.choices(ANN) == {}
    await store.forgetting.end(ann)
    await store.settings.choose(ANN, {"notify": "off"})
    assert await store.settings.choices(ANN) == {"notify": "off"}


async def test_a_backup_does_not_interrupt_forgetting_a_person(store: RedisStore):
    assert await store.forgetting.begin(person("ann").key, "token", 60)
    await store.settings.export_tables()
    await store.settings.choose(ANN, {"notify": "off"})
    assert await store.settings.choices(ANN) == {}


async def test_one_request_at_a_time_forgets_a_person(store: RedisStore):
    ann = person("ann").key
    assert await store.forgetting.begin(ann, "one", 60)
    assert not await store.forgetting.begin(ann, "two", 60)
    assert await store.forgetting.begin(ann, "one", 60)
