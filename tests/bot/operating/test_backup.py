"""A backup is readable and brings everything back, what does not replay is named; repair makes lists good again."""

from __future__ import annotations

import json

import pytest

from bot.core.ports.outages import Beat, Doubt
from bot.operating.commands import BackupFormatError, backup, repair, restore
from bot.store.connection import connect
from bot.store.keys import OUTBOX_BEFORE_SLOTS, OVER, chat_games, log
from bot.store.redis import RedisStore
from tests.bot.scripted import CHAT, Stage, person


@pytest.fixture
async def lines(valkey: str, store: RedisStore) -> list[str]:
    """A backup of a running game and a finished one, of a store that is empty afterwards."""
    stage = Stage(store)
    for _ in range(2):
        await stage.type("ann", "/challenge @bob dots 2x2 pie=0")
        await stage.press("bob", "Accept")
    moved, resigned = (await store.settings.facts_for(CHAT.key, "")).games
    await stage.type("ann", f"/move {moved} a1-a2")
    await stage.type("ann", f"/resign {resigned} yes")
    await stage.type("ann", "/language uk")
    written = [line async for line in backup(store)]
    redis = connect(valkey)
    await redis.flushall()
    await redis.aclose()
    return written


async def _restore(store: RedisStore, lines: list[str]) -> list[str]:
    return [text async for text in restore(store, lines)]


async def test_a_backup_can_be_read_by_a_person(lines: list[str]):
    games = [json.loads(line) for line in lines[1:] if "game" in json.loads(line)]
    wording = [event for game in games for entry in game["entries"] for event in entry["events"]]
    assert {"moved", "resigned", "accepted"} <= {event["kind"] for event in wording}
    assert "a1-a2" in [event.get("text") for event in wording]


async def test_restoring_brings_back_games_lists_and_choices(store: RedisStore, lines: list[str]):
    assert await _restore(store, lines) == ["games restored or already present: 2"]
    assert sorted([line async for line in backup(store)]) == sorted(lines)
    known = await store.settings.facts_for(CHAT.key, person("ann").key)
    assert len(known.games) == 1
    assert known.person_language == "uk"
    assert len([game async for game in store.logs.open_games()]) == 1
    stage = Stage(store)
    assert await stage.type("bob", f"/move {known.games[0]} a2-a3") == ()
    assert "a2-a3" in stage.board.text


async def test_a_backup_may_be_restored_twice(store: RedisStore, lines: list[str]):
    assert await _restore(store, lines) == await _restore(store, lines)


async def test_no_clock_runs_between_backup_and_restore(store: RedisStore, valkey: str):
    await store.heartbeats.beat([Beat("stage", 100.0)], None)
    await store.heartbeats.beat([Beat("stage", 200.0, Doubt.AWAY)], None)
    lines = [line async for line in backup(store)]
    redis = connect(valkey)
    await redis.flushall()
    await redis.aclose()
    await _restore(store, lines)
    message = await store.heartbeats.beat([Beat("stage", 300.0, Doubt.AWAY)], None)
    assert [(outage.since, outage.until) for outage in message.outages] == [(100.0, 200.0), (200.0, 300.0)]


async def test_a_game_that_went_on_since_the_backup_keeps_its_moves(store: RedisStore, lines: list[str]):
    await _restore(store, lines)
    (code,) = (await store.settings.facts_for(CHAT.key, "")).games
    assert await Stage(store).type("bob", f"/move {code} a2-a3") == ()
    assert await _restore(store, lines) == ["games restored or already present: 2"]
    assert len(await store.logs.load(code, 0)) == 4


async def test_a_game_that_does_not_replay_is_left_out_and_named(store: RedisStore, lines: list[str]):
    corrupt = [line.replace("a1-a2", "z9-z8") for line in lines]
    text = await _restore(store, corrupt)
    assert len(text) == 2
    assert "does not replay" in text[0]
    assert text[1] == "games restored or already present: 1"


async def test_another_game_under_the_same_code_is_left_alone(store: RedisStore, lines: list[str]):
    code = next(json.loads(line)["game"] for line in lines if "a1-a2" in line)
    assert await store.logs.append(code, 1, '{"events":[],"cause":"x","schema":1}')
    text = await _restore(store, lines)
    assert f"{code}: skipped" in text[0]
    assert len(await store.logs.load(code, 0)) == 1


async def test_a_file_that_is_no_backup_writes_nothing(store: RedisStore):
    with pytest.raises(BackupFormatError):
        await _restore(store, ["{}", '{"game":"BCDFGH","entries":[]}'])
    with pytest.raises(BackupFormatError):
        await _restore(store, [])


async def test_repair_rebuilds_lists_and_fixes_outbox_entries(valkey: str, store: RedisStore):
    stage = Stage(store)
    for _ in range(2):
        await stage.type("ann", "/challenge @bob dots 2x2 pie=0")
        await stage.press("bob", "Accept")
    running, finished = (await store.settings.facts_for(CHAT.key, "")).games
    await stage.type("ann", f"/resign {finished} yes")
    redis = connect(valkey)
    await redis.sadd(chat_games(CHAT.key), "BCDFGH")
    await redis.delete(OVER)
    await redis.hset(OUTBOX_BEFORE_SLOTS, "nonsense", "nonsense")
    await redis.set(log("JKMNPQ"), "no log")
    await redis.aclose()
    await store.boards.add(CHAT.key, running, stage.time + 9 * 24 * 3600)
    text = [line async for line in repair(store, stage.time)]
    assert text[0].startswith("JKMNPQ: ")
    assert text[-1].startswith("games listed: 2; outbox entries repaired: 2")
    assert (await store.settings.facts_for(CHAT.key, "")).games == (running,)
    assert finished not in {game async for game in store.logs.open_games()}
    assert [mark.game for mark in await store.boards.pending(stage.time)] == [running]
