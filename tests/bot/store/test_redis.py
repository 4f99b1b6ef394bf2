"""The store's laws, on a real server."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.core.storage import Mark, Shown, Unreachable
from bot.store.connection import connect
from bot.store.redis import RedisStore
from tests.bot.crash import wire_that_loses_an_answer


async def _filled(store: RedisStore, *entries: str) -> None:
    for version, entry in enumerate(entries, 1):
        assert await store.append("XKTRWQ", version, entry)


async def test_a_log_gives_back_its_entries_in_order_from_any_version_on(store: RedisStore):
    await _filled(store, "one", "two", "three")
    assert [await store.load("XKTRWQ", since) for since in range(5)] == [
        ["one", "two", "three"],
        ["two", "three"],
        ["three"],
        [],
        [],
    ]


async def test_a_game_nobody_wrote_has_an_empty_log(store: RedisStore):
    assert await store.load("XKTRWQ", 0) == []


async def test_a_log_takes_only_the_entry_that_comes_next(store: RedisStore):
    await _filled(store, "one", "two")
    assert not await store.append("XKTRWQ", 1, "late")
    assert not await store.append("XKTRWQ", 2, "two")
    assert not await store.append("XKTRWQ", 4, "early")
    assert await store.load("XKTRWQ", 0) == ["one", "two"]


async def test_of_fifty_racing_writers_one_wins_each_version(valkey: str, store: RedisStore):
    async with AsyncExitStack() as doors:
        writers = [RedisStore(connect(valkey)) for _ in range(50)]
        for writer in writers:
            doors.push_async_callback(writer.close)
        for version in range(1, 6):
            told = await asyncio.gather(*(w.append("XKTRWQ", version, f"by {n}") for n, w in enumerate(writers)))
            assert sum(told) == 1
            assert (await store.load("XKTRWQ", version - 1)) == [f"by {told.index(True)}"]


async def test_two_equal_entries_are_still_two_writers(store: RedisStore):
    assert await store.append("XKTRWQ", 1, "same")
    assert not await store.append("XKTRWQ", 1, "same")


async def test_a_writer_whose_answer_was_lost_is_told_that_its_entry_is_in_the_log(valkey: str, store: RedisStore):
    async with wire_that_loses_an_answer(valkey) as url:
        writer = RedisStore(connect(url))
        assert await writer.append("XKTRWQ", 1, "one")
        await writer.close()
    assert await store.load("XKTRWQ", 0) == ["one"]


@given(entries=st.lists(st.text(st.characters(), max_size=60), min_size=1, max_size=4))
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
async def test_every_text_survives_the_round_trip(valkey: str, store: RedisStore, entries: list[str]):
    redis = connect(valkey)
    await redis.flushall()
    await redis.aclose()
    await _filled(store, *entries)
    assert await store.load("XKTRWQ", 0) == entries


async def test_open_games_are_found_by_their_logs_alone(store: RedisStore):
    for game in ("BCDFGH", "JKMNPQ"):
        await store.append(game, 1, "one")
    await store.index("RSTVWX", ["web:1"], [])
    await store.shown("web:1", "7", "RSTVWX", 1)
    assert {game async for game in store.open_games()} == {"BCDFGH", "JKMNPQ"}


async def test_a_finished_game_is_not_open_until_it_is_listed_again(store: RedisStore):
    await store.append("BCDFGH", 1, "one")
    await store.unindex("BCDFGH", ["web:1"], [])
    assert [game async for game in store.open_games()] == []
    await store.index("BCDFGH", ["web:1"], [])
    assert [game async for game in store.open_games()] == ["BCDFGH"]


async def test_a_store_that_does_not_answer_is_unreachable():
    store = RedisStore(connect("redis://127.0.0.1:1"))
    with pytest.raises(Unreachable):
        await store.load("XKTRWQ", 0)
    await store.close()


async def test_a_cancelled_command_ends_at_once(store: RedisStore):
    async def ask_for_ever() -> None:
        while True:
            await store.load("XKTRWQ", 0)

    asking = asyncio.create_task(ask_for_ever())
    await asyncio.sleep(0)
    asking.cancel()
    await asyncio.wait([asking], timeout=2)
    assert asking.cancelled()


async def test_open_games_are_listed_once_however_often_they_are_indexed(store: RedisStore):
    for game in ("JKMNPQ", "BCDFGH", "JKMNPQ"):
        await store.index(game, ["web:1"], ["web:ann", "web:bob"])
    assert await store.games_in("web:1") == ["BCDFGH", "JKMNPQ"]
    assert await store.games_of("web:bob") == ["BCDFGH", "JKMNPQ"]


async def test_a_game_taken_off_the_lists_is_gone_however_often_it_is_taken_off(store: RedisStore):
    await store.index("BCDFGH", ["web:1"], ["web:ann"])
    for _ in range(2):
        await store.unindex("BCDFGH", ["web:1"], ["web:ann"])
    assert await store.games_in("web:1") == []
    assert await store.games_of("web:ann") == []


async def test_deadlines_come_due_the_oldest_first_until_they_are_set_anew(store: RedisStore):
    await store.deadline("BCDFGH", 20.5)
    await store.deadline("JKMNPQ", 10)
    assert await store.due(9.9) == []
    assert await store.due(20.5) == ["JKMNPQ", "BCDFGH"]
    await store.deadline("JKMNPQ", None)
    await store.deadline("JKMNPQ", None)
    await store.deadline("BCDFGH", 30)
    assert await store.due(20.5) == []


async def test_a_board_stays_marked_until_its_mark_is_cleared(store: RedisStore):
    mark = await store.mark("web:1", "BCDFGH", 5.25)
    assert await store.dirty(5) == []
    assert await store.dirty(6) == [mark]
    assert await store.clear(mark)
    assert not await store.clear(mark)
    assert await store.dirty(6) == []


async def test_a_board_marked_again_meanwhile_stays_marked_even_at_the_same_instant(store: RedisStore):
    read = await store.mark("web:1", "BCDFGH", 5)
    again = await store.mark("web:1", "BCDFGH", 5)
    assert not await store.clear(read)
    assert await store.dirty(5) == [again]


async def test_marks_are_told_the_oldest_first_and_apart_by_chat_and_game(store: RedisStore):
    for chat, game, now in (("web:2", "BCDFGH", 3), ("web:1", "BCDFGH", 1), ("web:1", "JKMNPQ", 2)):
        await store.mark(chat, game, now)
    assert [(mark.chat, mark.game) for mark in await store.dirty(9)] == [
        ("web:1", "BCDFGH"),
        ("web:1", "JKMNPQ"),
        ("web:2", "BCDFGH"),
    ]


async def test_a_mark_that_nobody_made_cannot_be_cleared(store: RedisStore):
    assert not await store.clear(Mark("web:1", "BCDFGH", 1.0, "stamp"))


async def test_a_message_leads_to_its_game_and_a_game_to_its_newest_message(store: RedisStore):
    assert await store.last_shown("BCDFGH") is None
    await store.shown("discord:1", "70", "BCDFGH", 3)
    await store.shown("discord:1", "71", "BCDFGH", 4)
    assert await store.game_of("discord:1", "70") == "BCDFGH"
    assert await store.game_of("discord:2", "70") is None
    assert await store.last_shown("BCDFGH") == Shown("discord:1", "71", 4)


async def test_a_chat_that_moved_is_found_under_both_keys(store: RedisStore):
    await store.index("BCDFGH", ["telegram:-5"], [])
    await store.speak_in("telegram:-5", "uk")
    for _ in range(2):
        await store.alias("telegram:-5", "telegram:-1005")
    await store.index("JKMNPQ", ["telegram:-5"], [])
    await store.remember_chat("telegram:-1005", '{"id": "-1005"}')
    for chat in ("telegram:-5", "telegram:-1005"):
        assert await store.current(chat) == "telegram:-1005"
        assert await store.games_in(chat) == ["BCDFGH", "JKMNPQ"]
        assert await store.chat(chat) == '{"id": "-1005"}'
        assert await store.language_in(chat) == "uk"
    assert (await store.mark("telegram:-5", "BCDFGH", 1)).chat == "telegram:-1005"


async def test_a_chat_may_move_on_and_even_back(store: RedisStore):
    await store.alias("web:1", "web:2")
    await store.alias("web:2", "web:3")
    assert await store.current("web:1") == "web:3"
    await store.alias("web:3", "web:1")
    assert [await store.current(f"web:{n}") for n in (1, 2, 3)] == ["web:1", "web:1", "web:1"]
    await store.alias("web:1", "web:1")
    assert await store.current("web:1") == "web:1"


async def test_a_chats_own_language_is_kept_when_another_chat_moves_into_it(store: RedisStore):
    await store.speak_in("web:old", "ru")
    await store.speak_in("web:new", "en")
    await store.alias("web:old", "web:new")
    assert await store.language_in("web:new") == "en"


async def test_languages_are_kept_apart_for_a_person_and_a_private_chat_of_the_same_key(store: RedisStore):
    await store.speak_to("telegram:17", "ru")
    await store.speak_in("telegram:17", "uk")
    assert (await store.language_of("telegram:17"), await store.language_in("telegram:17")) == ("ru", "uk")
    await store.speak_to("telegram:17", None)
    assert (await store.language_of("telegram:17"), await store.language_in("telegram:17")) == (None, "uk")
