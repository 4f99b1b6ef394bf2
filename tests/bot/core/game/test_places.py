"""Games of two chats: each chat gets its boards by itself, and both list the game."""

from __future__ import annotations

import json
import time
from random import Random

import pytest
from redis import Redis

from bot.core.game.apply_events import after_entry
from bot.core.game.events import Accepted, Challenged, LogEntry, read_log_entry, write_log_entry
from bot.core.game.people import Chat, Person
from bot.core.ports.platform import DeliveryError, Incoming, Message
from bot.core.ports.store import Store
from bot.core.repository import Games
from bot.core.router import Router
from bot.core.upkeep.reindexing import rebuild
from bot.features import FEATURES, REBUILDERS
from bot.operating.commands import backup, restore
from bot.store.redis import RedisStore
from tests.bot.core.handlers.test_privacy import everything
from tests.bot.scripted import CHAT, Quick, ScriptedPlatform, Stage, incoming, private_chat

THERE = Chat("stage", "there")


class HalfClosed(ScriptedPlatform):
    """An adapter with one chat that takes no messages."""

    async def show(self, chat: Chat, message: Message) -> str:
        if chat == THERE:
            raise DeliveryError("for now", retry_after=3600)
        return await super().show(chat, message)


async def start_game(stage: Stage) -> str:
    """Start a game between Ann here and Bob there; return its code."""
    await stage.type("ann", "/challenge dots 3x3")
    code = stage.button("Accept").types.split()[1]
    await stage.type("bob", f"/accept {code}", THERE)
    return code


async def type_in_private(stage: Stage, who: str, text: str) -> tuple[Message, ...]:
    return await stage.type(who, text, private_chat(who), in_private=True)


def boards_in(stage: Stage, chat: Chat) -> list[Message]:
    return [message for _, where, message in stage.adapter.shown if where == chat]


async def test_a_chat_without_boards_does_not_delay_the_other_chat(store: Store):
    stage = Stage(store, adapter=HalfClosed())
    await start_game(stage)
    await stage.type("ann", "a1-a2")
    assert "Bob is to move." in boards_in(stage, CHAT)[-1].text
    assert {mark.chat for mark in await store.boards.pending(float("inf"))} == {THERE.key}
    await stage.router.close()


async def test_a_board_that_could_not_be_posted_is_posted_later(store: Store):
    stage = Stage(store, adapter=HalfClosed())
    await start_game(stage)
    await stage.type("ann", "a1-a2")
    await stage.router.close()
    later = Stage(store)
    later.time = stage.time + 10
    await later.router.sweep()
    await later.router.wait_until_idle()
    assert [(chat, "Ann: a1-a2." in board.text) for _, chat, board in later.adapter.shown] == [(THERE, True)]


async def test_the_player_on_turn_is_mentioned_only_in_their_own_chat(store: Store):
    stage = Stage(store)
    await start_game(stage)
    await stage.type("ann", "a1-a2")
    assert boards_in(stage, CHAT)[-1].mention is None
    person = boards_in(stage, THERE)[-1].mention
    assert person is not None
    assert person.name == "Bob"


async def test_rebuilt_lists_have_the_game_in_both_chats(store: RedisStore):
    stage = Stage(store)
    code = await start_game(stage)
    await store.logs.delete_lists()
    await rebuild(store, Games(store), REBUILDERS, time.time())
    for chat in (CHAT, THERE):
        assert (await store.settings.facts_for(chat.key, "stage:x")).games == (code,)
    await stage.type("bob", f"/resign {code} yes", THERE)
    for chat in (CHAT, THERE):
        facts = await store.settings.facts_for(chat.key, "stage:x")
        assert (facts.games, facts.finished_game) == ((), code)


async def test_both_chats_of_a_game_can_migrate(store: Store):
    stage = Stage(store)
    code = await start_game(stage)
    now = {CHAT: Chat("stage", "new", direct=True), THERE: Chat("stage", "newer")}
    for before, after in now.items():
        await stage.router.migrate(before, after)
    await stage.type("ann", "a1-a2", now[CHAT])
    await stage.type("bob", f"/move {code} b1-b2", now[THERE])
    for after in now.values():
        assert "Bob: b1-b2." in boards_in(stage, after)[-1].text
    await stage.type("bob", "/resign yes", now[THERE])
    await stage.type("bob", "/again", now[THERE])
    assert [boards_in(stage, after)[-1].buttons[0][0].label for after in now.values()] == ["Accept", "Cancel"]


async def test_deleting_your_data_deletes_your_private_chat(store: Store, valkey: str):
    stage = Stage(store)
    await type_in_private(stage, "ann", "/help")
    await type_in_private(stage, "bob", "/challenge @ann dots 3x3")
    await type_in_private(stage, "ann", "/accept")
    assert "ann" in (await everything(valkey)).casefold()
    await type_in_private(stage, "ann", "/forgetme yes")
    assert "ann" not in (await everything(valkey)).casefold()
    await type_in_private(stage, "bob", "/challenge @ann dots 3x3")
    assert "I don’t know Ann yet" in stage.board.text
    await type_in_private(stage, "ann", "/help")
    await type_in_private(stage, "bob", "/challenge @ann dots 2x2")
    assert "Ann, Bob challenges you" in boards_in(stage, private_chat("ann"))[-1].text


async def test_the_copy_of_your_data_names_your_private_chat(store: Store):
    stage = Stage(store)
    await type_in_private(stage, "ann", "/help")
    (answer,) = await type_in_private(stage, "ann", "/mydata")
    assert answer.file is not None
    assert "stage" in json.loads(answer.file[1])["elsewhere"]["private chat"][0]


async def test_a_backup_restores_both_chats_of_a_game(store: RedisStore, valkey: str):
    stage = Stage(store)
    await type_in_private(stage, "ann", "/help")
    code = await start_game(stage)
    lines = [line async for line in backup(store)]
    with Redis.from_url(valkey) as redis:
        redis.flushall()
    assert [line async for line in restore(store, lines)] == ["games restored or already present: 1"]
    assert (await store.settings.facts_for(THERE.key, "stage:x")).games == (code,)
    assert await store.people.description_of("stage:@ann")


async def test_you_cannot_challenge_yourself_by_your_handle(store: Store):
    stage = Stage(store)
    await type_in_private(stage, "ann", "/help")
    (refusal,) = await type_in_private(stage, "ann", "/challenge @ann dots 3x3")
    assert refusal.text.startswith("You can’t challenge yourself")


@pytest.mark.parametrize("text", ["/board {}", "/moves {}", "/record {}", "/hint {}", "/move {} a1-a2", "/accept {}"])
async def test_a_code_alone_does_not_open_a_running_game_of_two_chats(store: Store, text: str):
    stage = Stage(store)
    code = await start_game(stage)
    board_count = len(stage.adapter.shown)
    (refusal,) = await stage.type("dan", text.format(code), Chat("stage", "elsewhere"))
    assert refusal.text == f"There’s no game {code}, or you can’t see it."
    assert len(stage.adapter.shown) == board_count


@pytest.mark.parametrize("befell", ["nothing", "a challenge to another", "acceptance", "expiry", "cancelling"])
async def test_a_stranger_gets_the_same_refusal_for_every_command_and_stage(store: Store, befell: str):
    stage, code = Stage(store), "BCDFGH"
    if befell != "nothing":
        mention = " @bob" if befell == "a challenge to another" else ""
        await type_in_private(stage, "ann", f"/challenge dots 1x1{mention}")
        code = stage.board.text.partition("/accept ")[2][:6]
    if befell == "acceptance":
        await type_in_private(stage, "bob", f"/accept {code}")
    if befell == "expiry":
        stage.time += 25 * 3600.0
        await stage.router.sweep()
    if befell == "cancelling":
        await type_in_private(stage, "ann", f"/cancel {code}")
    for text in ("/start", "/accept", "/decline", "/board"):
        (refusal,) = await type_in_private(stage, "dan", f"{text} {code}")
        assert refusal.text == f"There’s no game {code}, or you can’t see it."


def test_a_log_with_a_single_chat_can_be_read():
    line = (
        '{"events":[{"at":0,"code":"KXTRWQ","game":"dots","settings":[],"seed":0,"chat":{"platform":"stage","id":"1"},'
        '"challenger":{"platform":"stage","id":"ann","name":"Ann"},"opponent":null,"expires":600,"kind":"challenged"},'
        '{"at":1,"by":{"platform":"stage","id":"bob","name":"Bob"},"kind":"accepted"}],"cause":"","schema":3}'
    )
    session = after_entry(None, read_log_entry(line))
    assert session is not None
    assert session.places.chats == (Chat("stage", "1"),)


def test_the_second_chat_survives_the_log():
    bob = Person("stage", "bob", "Bob")
    challenge = Challenged(
        0, "KXTRWQ", "dots", (), 0, CHAT, bob, None, 600, lonely=True, asks_in=THERE, asks_language="uk"
    )
    entry = LogEntry((challenge, Accepted(1, bob, THERE, "uk")))
    assert read_log_entry(write_log_entry(entry)) == entry


async def test_a_game_can_join_chats_of_two_platforms(store: Store):
    here, there = ScriptedPlatform(), ScriptedPlatform("elsewhere")
    router = Router(
        store,
        Quick(),
        {adapter.name: adapter for adapter in (here, there)},
        features=FEATURES,
        now=lambda: 1e9,
        random=Random(7),
    )
    await router.handle(incoming("ann", "/challenge dots 1x1"))
    await router.wait_until_idle()
    code = here.shown[-1][2].buttons[0][0].types.split()[1]
    eve = Person("elsewhere", "17", "Eve /resign", "eve", "uk")
    await router.handle(Incoming(Chat("elsewhere", "5"), eve, f"/accept {code}"))
    await router.handle(incoming("ann", "a1-a2"))
    await router.wait_until_idle()
    assert "Eve /\u2060resign is to move." in here.shown[-1][2].text
    assert "Eve /\u2060resign, ваш хід." in there.shown[-1][2].text
    assert there.shown[-1][2].mention is not None


async def test_a_question_answered_from_a_third_chat_shows_the_answer(store: Store):
    stage = Stage(store)
    code = await start_game(stage)
    await stage.type("bob", "/resign yes", THERE)
    await stage.type("ann", f"/again {code}", CHAT)
    question = boards_in(stage, THERE)[-1]
    await stage.type("bob", question.buttons[0][0].types, private_chat("bob"))
    assert boards_in(stage, THERE)[-1].text.startswith("Bob accepts")
