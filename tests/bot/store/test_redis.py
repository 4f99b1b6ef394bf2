"""The store's laws, on a real server."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.core.game.people import Chat
from bot.core.ports.people import StoredFacts
from bot.core.ports.store import DEADLINES, NEVER, CorruptDataError, Listing, OutboxEntry, Shown, StoreUnavailableError
from bot.store.connection import connect
from bot.store.keys import log
from bot.store.redis import RedisStore
from tests.bot.crash import wire_that_loses_an_answer


async def _list_game(store: RedisStore, game: str, chat: str, *people: str, over: bool = False) -> None:
    await store.logs.list_game(Listing(game, (await store.settings.current_key(chat),), people, open=not over))


async def _facts(store: RedisStore, chat: str, person: str = "", message: str = "") -> StoredFacts:
    return await store.settings.facts_for(chat, person, message)


async def _games_in(store: RedisStore, chat: str) -> tuple[str, ...]:
    return (await _facts(store, chat)).games


async def _language_in(store: RedisStore, chat: str) -> str | None:
    return (await _facts(store, chat)).chat_language


async def _language_of(store: RedisStore, person: str) -> str | None:
    return (await _facts(store, "web:1", person)).person_language


async def _record_shown(store: RedisStore, chat: str, message: str, game: str, version: int) -> None:
    mark = await store.boards.add(chat, game, 1)
    await store.boards.resolve(mark, Shown(chat, message, game, version), None)


async def _append_entries(store: RedisStore, *entries: str) -> None:
    for version, entry in enumerate(entries, 1):
        assert await store.logs.append("XKTRWQ", version, entry)


async def test_a_log_returns_its_entries_in_order_from_any_version(store: RedisStore):
    await _append_entries(store, "one", "two", "three")
    assert [await store.logs.load("XKTRWQ", since) for since in range(5)] == [
        ["one", "two", "three"],
        ["two", "three"],
        ["three"],
        [],
        [],
    ]


async def test_an_unknown_game_has_an_empty_log(store: RedisStore):
    assert await store.logs.load("XKTRWQ", 0) == []


async def test_a_log_accepts_only_the_next_entry(store: RedisStore):
    await _append_entries(store, "one", "two")
    assert not await store.logs.append("XKTRWQ", 1, "late")
    assert not await store.logs.append("XKTRWQ", 2, "two")
    assert not await store.logs.append("XKTRWQ", 4, "early")
    assert await store.logs.load("XKTRWQ", 0) == ["one", "two"]


async def test_one_of_fifty_racing_writers_wins_each_version(valkey: str, store: RedisStore):
    async with AsyncExitStack() as adapters:
        writers = [RedisStore(connect(valkey)) for _ in range(50)]
        for writer in writers:
            adapters.push_async_callback(writer.close)
        for version in range(1, 6):
            answer = await asyncio.gather(*(w.logs.append("XKTRWQ", version, f"by {n}") for n, w in enumerate(writers)))
            assert sum(answer) == 1
            assert (await store.logs.load("XKTRWQ", version - 1)) == [f"by {answer.index(True)}"]


async def test_equal_entries_come_from_two_writers(store: RedisStore):
    assert await store.logs.append("XKTRWQ", 1, "same")
    assert not await store.logs.append("XKTRWQ", 1, "same")


async def test_a_writer_that_lost_the_answer_learns_that_its_entry_is_in_the_log(valkey: str, store: RedisStore):
    async with wire_that_loses_an_answer(valkey) as url:
        writer = RedisStore(connect(url))
        assert await writer.logs.append("XKTRWQ", 1, "one")
        await writer.close()
    assert await store.logs.load("XKTRWQ", 0) == ["one"]


@given(entries=st.lists(st.text(st.characters(), max_size=60), min_size=1, max_size=4))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
async def test_every_text_survives_the_round_trip(valkey: str, store: RedisStore, entries: list[str]):
    redis = connect(valkey)
    await redis.flushall()
    await redis.aclose()
    await _append_entries(store, *entries)
    assert await store.logs.load("XKTRWQ", 0) == entries


async def test_logs_alone_are_enough_to_find_open_games(store: RedisStore):
    for game in ("BCDFGH", "JKMNPQ"):
        await store.logs.append(game, 1, "one")
    await _list_game(store, "RSTVWX", "web:1")
    await _record_shown(store, "web:1", "7", "RSTVWX", 1)
    assert {game async for game in store.logs.open_games()} == {"BCDFGH", "JKMNPQ"}


async def test_a_finished_game_is_not_open_until_it_is_listed_again(store: RedisStore):
    await store.logs.append("BCDFGH", 1, "one")
    await _list_game(store, "BCDFGH", "web:1", over=True)
    assert [game async for game in store.logs.open_games()] == []
    await _list_game(store, "BCDFGH", "web:1")
    assert [game async for game in store.logs.open_games()] == ["BCDFGH"]


async def test_a_store_that_does_not_answer_is_unavailable():
    store = RedisStore(connect("redis://127.0.0.1:1"))
    with pytest.raises(StoreUnavailableError):
        await store.logs.load("XKTRWQ", 0)
    await store.close()


async def test_a_cancelled_command_ends_at_once(store: RedisStore):
    async def ask_for_ever() -> None:
        while True:
            await store.logs.load("XKTRWQ", 0)

    asking = asyncio.create_task(ask_for_ever())
    await asyncio.sleep(0)
    asking.cancel()
    await asyncio.wait([asking], timeout=2)
    assert asking.cancelled()


async def test_indexing_open_games_twice_lists_them_once(store: RedisStore):
    for game in ("JKMNPQ", "BCDFGH", "JKMNPQ"):
        await _list_game(store, game, "web:1", "web:ann", "web:bob")
    assert await _games_in(store, "web:1") == ("BCDFGH", "JKMNPQ")
    assert await store.people.games_of("web:bob") == ["BCDFGH", "JKMNPQ"]


async def test_unlisting_a_game_twice_is_harmless(store: RedisStore):
    await _list_game(store, "BCDFGH", "web:1", "web:ann")
    for _ in range(2):
        await _list_game(store, "BCDFGH", "web:1", "web:ann", over=True)
    assert await _games_in(store, "web:1") == ()
    assert await store.people.games_of("web:ann") == []


async def test_deadlines_stay_due_until_rescheduled_oldest_first(store: RedisStore):
    await store.boards.schedule(DEADLINES, "BCDFGH", 20.5)
    await store.boards.schedule(DEADLINES, "JKMNPQ", 10)
    assert not await store.boards.due_games(DEADLINES, 9.9)
    assert [*await store.boards.due_games(DEADLINES, 20.5)] == ["JKMNPQ", "BCDFGH"]
    assert [*await store.boards.due_games(DEADLINES, 20.5, most=1)] == ["JKMNPQ"]
    await store.boards.schedule(DEADLINES, "JKMNPQ", None)
    await store.boards.schedule(DEADLINES, "JKMNPQ", None)
    await store.boards.schedule(DEADLINES, "BCDFGH", 30)
    assert not await store.boards.due_games(DEADLINES, 20.5)


async def test_an_instant_scheduled_by_another_writer_stays(store: RedisStore):
    await store.boards.schedule(DEADLINES, "BCDFGH", 30)
    await store.boards.schedule(DEADLINES, "BCDFGH", 99, instead=20.5)
    await store.boards.schedule(DEADLINES, "BCDFGH", None, instead=20.5)
    assert [*await store.boards.due_games(DEADLINES, 30)] == ["BCDFGH"]
    await store.boards.schedule(DEADLINES, "BCDFGH", 20.5, instead=30)
    assert [*await store.boards.due_games(DEADLINES, 20.5)] == ["BCDFGH"]
    await store.boards.schedule(DEADLINES, "BCDFGH", None, instead=20.5)
    await store.boards.schedule(DEADLINES, "BCDFGH", 20.5, instead=20.5)
    assert not await store.boards.due_games(DEADLINES, 99)


async def test_an_instant_that_is_set_is_replaced_by_no_new_one(store: RedisStore):
    await store.boards.schedule(DEADLINES, "BCDFGH", 30, instead=NEVER)
    await store.boards.schedule(DEADLINES, "BCDFGH", 10, instead=NEVER)
    assert not await store.boards.due_games(DEADLINES, 29)
    assert [*await store.boards.due_games(DEADLINES, 30)] == ["BCDFGH"]


async def test_an_outbox_entry_stays_until_it_is_removed(store: RedisStore):
    mark = await store.boards.add("web:1", "BCDFGH", 5.25)
    assert await store.boards.pending(5) == []
    assert await store.boards.pending(6) == [mark]
    assert await store.boards.remove(mark)
    assert not await store.boards.remove(mark)
    assert await store.boards.pending(6) == []


async def test_a_board_added_again_at_the_same_instant_keeps_its_entry(store: RedisStore):
    read = await store.boards.add("web:1", "BCDFGH", 5)
    again = await store.boards.add("web:1", "BCDFGH", 5)
    assert not await store.boards.remove(read)
    assert await store.boards.pending(5) == [again]


async def test_outbox_entries_come_oldest_first_by_chat_and_game(store: RedisStore):
    for chat, game, now in (("web:2", "BCDFGH", 3), ("web:1", "BCDFGH", 1), ("web:1", "JKMNPQ", 2)):
        await store.boards.add(chat, game, now)
    assert [(mark.chat, mark.game) for mark in await store.boards.pending(9)] == [
        ("web:1", "BCDFGH"),
        ("web:1", "JKMNPQ"),
        ("web:2", "BCDFGH"),
    ]


async def test_a_missing_outbox_entry_cannot_be_removed(store: RedisStore):
    assert not await store.boards.remove(OutboxEntry("web:1", "BCDFGH", 1.0, "stamp"))


@pytest.mark.parametrize("message", ["70", "1574034372602888257", "n7"], ids=["Telegram", "Discord", "page"])
async def test_a_message_is_forgotten_in_time_and_with_its_person(store: RedisStore, valkey: str, message: str):
    await _record_shown(store, "any:1", message, "BCDFGH", 3)
    assert (await _facts(store, "any:1", message=message)).replied_to == "BCDFGH"
    redis = connect(valkey)
    (key,) = [key async for key in redis.scan_iter("tetradka:message:*")]
    assert await redis.ttl(key) > 0
    await redis.aclose()
    await store.forgetting.forget("any:1", [], ["@ann"])
    assert (await _facts(store, "any:1", message=message)).replied_to is None


async def test_a_message_with_its_own_key_leads_to_its_game(store: RedisStore, valkey: str):
    redis = connect(valkey)
    await redis.set("tetradka:message:70:telegram:1", "BCDFGH")
    await redis.aclose()
    assert (await _facts(store, "telegram:1", message="70")).replied_to == "BCDFGH"


async def test_a_message_leads_to_its_game_and_a_game_to_its_newest_message(store: RedisStore):
    assert (await store.boards.place("discord:1", "BCDFGH")).shown is None
    await _record_shown(store, "discord:1", "70", "BCDFGH", 3)
    await _record_shown(store, "discord:1", "71", "BCDFGH", 4)
    assert (await _facts(store, "discord:1", message="70")).replied_to == "BCDFGH"
    assert (await _facts(store, "discord:2", message="70")).replied_to is None
    assert (await store.boards.place("discord:1", "BCDFGH")).shown == Shown("discord:1", "71", "BCDFGH", 4)


async def test_a_locator_finds_its_message_until_it_expires(store: RedisStore):
    await store.cleanups.note_locator("discord:1", "BCDFGH", "BCDFGH-3", "700 token")
    assert (await store.boards.place("discord:1", "BCDFGH")).locators == {"BCDFGH-3": "700 token"}
    assert (await store.boards.place("discord:2", "BCDFGH")).locators == {}
    entry = await store.boards.add("discord:1", "BCDFGH", 1)
    message, locators = Shown("discord:1", "70", "BCDFGH", 4), {"BCDFGH-3": "", "BCDFGH-4": "701 token 70"}
    await store.boards.resolve(entry, message, None, locators=locators)
    assert (await store.boards.place("discord:1", "BCDFGH")).locators == {"BCDFGH-4": "701 token 70"}


async def test_a_chat_that_moved_is_found_under_both_keys(store: RedisStore):
    await _list_game(store, "BCDFGH", "telegram:-5")
    await store.settings.set_chat_language("telegram:-5", "uk")
    for _ in range(2):
        await store.settings.add_alias("telegram:-5", "telegram:-1005")
    await _list_game(store, "JKMNPQ", "telegram:-5")
    await store.settings.remember_chat("telegram:-1005", Chat("telegram", "-1005"))
    for chat in ("telegram:-5", "telegram:-1005"):
        assert await store.settings.current_key(chat) == "telegram:-1005"
        assert await _games_in(store, chat) == ("BCDFGH", "JKMNPQ")
        assert (await store.boards.place(chat, "BCDFGH")).described_chat == Chat("telegram", "-1005")
        assert await _language_in(store, chat) == "uk"


async def test_a_chat_may_move_on_and_even_back(store: RedisStore):
    await store.settings.add_alias("web:1", "web:2")
    await store.settings.add_alias("web:2", "web:3")
    assert await store.settings.current_key("web:1") == "web:3"
    await store.settings.add_alias("web:3", "web:1")
    assert [await store.settings.current_key(f"web:{n}") for n in (1, 2, 3)] == ["web:1", "web:1", "web:1"]
    await store.settings.add_alias("web:1", "web:1")
    assert await store.settings.current_key("web:1") == "web:1"


async def test_a_chat_keeps_its_language_when_another_chat_moves_into_it(store: RedisStore):
    await store.settings.set_chat_language("web:old", "ru")
    await store.settings.set_chat_language("web:new", "en")
    await store.settings.add_alias("web:old", "web:new")
    assert await _language_in(store, "web:new") == "en"


async def test_a_person_and_a_private_chat_of_the_same_key_have_separate_languages(store: RedisStore):
    await store.settings.set_person_language("telegram:17", "ru")
    await store.settings.set_chat_language("telegram:17", "uk")
    assert (await _language_of(store, "telegram:17"), await _language_in(store, "telegram:17")) == ("ru", "uk")
    await store.settings.set_person_language("telegram:17", None)
    assert (await _language_of(store, "telegram:17"), await _language_in(store, "telegram:17")) == (None, "uk")


async def test_a_corrupt_log_is_reported_by_its_key(valkey: str, store: RedisStore):
    redis = connect(valkey)
    await redis.set(log("BCDFGH"), "not a stream")
    await redis.aclose()
    for corrupt in (store.logs.load("BCDFGH", 0), store.logs.append("BCDFGH", 1, "one")):
        with pytest.raises(CorruptDataError, match="BCDFGH"):
            await corrupt


async def test_a_review_is_replaced_only_while_it_is_unchanged(store: RedisStore):
    findings = store.findings
    assert await findings.replace_review("BCDFGH", "", "one")
    assert not await findings.replace_review("BCDFGH", "", "two")
    assert await findings.replace_review("BCDFGH", "one", "two")
    assert await findings.review("BCDFGH") == "two"
