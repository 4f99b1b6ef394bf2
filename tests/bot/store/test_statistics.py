"""What is counted a day: added up by all processes on a real server, and named by no person."""

from __future__ import annotations

from datetime import date

import pytest

from bot.core.ports.metrics import Metrics, TextOutcome
from bot.core.ports.store import StoreUnavailableError
from bot.store.connection import Wire, connect
from bot.store.redis import RedisStore

DAY = 86400.0
MONDAY = 1_800_000_000.0


class Clock:
    def __init__(self) -> None:
        self.at = MONDAY

    def __call__(self) -> float:
        return self.at


async def fails(wire: Wire, *commands: object) -> None:
    raise StoreUnavailableError


async def test_counts_of_two_processes_add_up_and_a_person_counts_once(store: RedisStore):
    now = Clock()
    one, another = store.statistics(Metrics(), now), store.statistics(Metrics(), now)
    for each in (one, another):
        each.record_person("telegram:1", "ru")
        each.record_person("telegram:1", "ru")
        each.record_start("dots")
        each.record_text("telegram", TextOutcome.ANSWERED, 0.1)
        each.record_refusal("not-your-turn")
        await each.write()
    one.record_person("discord:2", "en")
    one.record_end("dots")
    [today] = await one.days(1)
    assert today.day == date(2027, 1, 15)
    assert (today.people, today.languages) == (2, {"ru": 1, "en": 1})
    assert (today.starts, today.ends, today.texts, today.refusals) == (
        {"dots": 2},
        {"dots": 1},
        {"answered": 2},
        {"not-your-turn": 2},
    )


async def test_each_day_has_its_own_counts(store: RedisStore):
    now = Clock()
    statistics = store.statistics(Metrics(), now)
    statistics.record_start("dots")
    now.at += DAY
    statistics.record_start("curves")
    assert [day.starts for day in await statistics.days(3)] == [{"curves": 1}, {"dots": 1}, {}]


async def test_counts_the_store_rejected_are_written_later(store: RedisStore, monkeypatch: pytest.MonkeyPatch):
    statistics = store.statistics(Metrics(), Clock())
    statistics.record_start("dots")
    statistics.record_person("telegram:1", "uk")
    with monkeypatch.context() as broken:
        broken.setattr(Wire, "answers", fails)
        with pytest.raises(StoreUnavailableError):
            await statistics.write()
    [today] = await statistics.days(1)
    assert (today.people, today.starts) == (1, {"dots": 1})


async def test_no_key_names_a_counted_person(store: RedisStore, valkey: str):
    statistics = store.statistics(Metrics(), Clock())
    statistics.record_person("telegram:3141592653", "en")
    await statistics.write()
    client = connect(valkey)
    written = {str(key): str(await client.dump(key)) for key in await client.keys("tetradka:counts:*")}
    assert len(written) == 3
    assert "3141592653" not in str(written)
    await client.aclose()
