"""Personal data: who gets it, and how it is deleted."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from typing import cast

import pytest
from redis.asyncio import Redis

from bot.core.game.people import Chat
from bot.core.ports.store import Store, of_person
from tests.bot.scripted import Stage, person

GROUP = Chat("stage", "group")
ELSEWHERE = Chat("stage", "elsewhere")
ANNS_OWN = Chat("stage", "ann", direct=True)


async def begin_game(stage: Stage, chat: Chat = GROUP) -> str:
    """A game between Ann and Bob, with a move of each; its code."""
    await stage.type("ann", "/challenge @bob dots 3x3", chat)
    code = stage.button("Accept").types.split()[1]
    await stage.type("bob", f"/accept {code}", chat)
    await stage.type("ann", f"/move {code} a1-a2", chat)
    await stage.type("bob", f"/move {code} c1-c2", chat)
    return code


async def everything(valkey: str) -> str:
    """All keys, fields and values of the store."""
    redis = Redis.from_url(valkey)
    findings = []
    async for key in redis.scan_iter("*"):
        kind = await redis.type(key)
        readers: dict[bytes | str, Callable[[bytes], Awaitable[object]]] = {
            b"hash": redis.hgetall,
            b"set": redis.smembers,
            b"string": redis.get,
            b"stream": redis.xrange,
            b"list": lambda key: redis.lrange(key, 0, -1),
            b"zset": lambda key: redis.zrange(key, 0, -1),
        }
        findings.append(f"{key!r} {await readers[kind](key)!r}")
    await redis.aclose()
    return "\n".join(findings)


async def test_a_copy_holds_the_games_of_a_person_and_nothing_more_of_others(store: Store):
    stage = Stage(store)
    code = await begin_game(stage)
    await stage.type("carl", "/challenge bot dots 3x3", ELSEWHERE)
    (answer,) = await stage.type("ann", "/mydata", GROUP)
    assert answer.envelope.private
    assert answer.file is not None
    stored_data = json.loads(answer.file[1])
    assert (stored_data["name"], stored_data["id"]) == ("Ann", "ann")
    assert [game["code"] for game in stored_data["games"]] == [code]
    assert stored_data["games"][0]["record"].endswith("1. a1-a2\n2. c1-c2")
    assert "carl" not in answer.file[1].casefold()


async def test_forgetting_is_confirmed_first(store: Store):
    stage = Stage(store)
    await begin_game(stage)
    (question,) = await stage.type("ann", "/forgetme", GROUP)
    assert "This resigns your 1 running game" in question.text
    (answer,) = await stage.type("ann", "/mydata", GROUP)
    assert "Ann" in cast("tuple[str, str]", answer.file)[1]


async def test_no_key_names_a_forgotten_person(store: Store, valkey: str):
    stage = Stage(store)
    code = await begin_game(stage)
    await stage.type("ann", "/challenge bot easy dots 3x3", ANNS_OWN)
    await stage.type("ann", "/language uk", GROUP)
    await stage.type("ann", "/block @dan", GROUP)
    await stage.type("bob", "/block @ann", GROUP)
    await stage.type("bob", f"/if {code} a2-a3 then a3-a4", GROUP)
    await stage.type("ann", f"/if {code} b2-b3 then b3-b4", GROUP)
    assert "ann" in (await everything(valkey)).casefold()
    await stage.type("ann", "/forgetme", GROUP)
    (answer,) = await stage.type("ann", "/forgetme yes", GROUP)
    assert "2" in answer.text
    (reply,) = await stage.type("bob", "/block", GROUP)
    assert reply.text.splitlines()[1:] == ["1. somebody"]
    await stage.type("bob", "/unblock 1", GROUP)
    stored_data = (await everything(valkey)).casefold()
    assert not any(text in stored_data for text in ("ann", "dan", "b3-b4"))
    (board,) = await stage.type("bob", f"/record {code}", GROUP)
    assert "somebody" in cast("tuple[str, str]", board.file)[1]
    assert "Bob" in cast("tuple[str, str]", board.file)[1]


async def test_the_opponent_of_a_forgotten_person_has_won_and_plays_on_elsewhere(store: Store):
    stage = Stage(store)
    await begin_game(stage)
    await stage.type("ann", "/forgetme yes", GROUP)
    assert "Bob" in stage.board.text
    other_stage = stage.restart()
    stage.router = other_stage
    (answer,) = await stage.type("bob", "/games", GROUP)
    assert answer.text == "No games here right now. /challenge starts one."


async def test_games_elsewhere_are_listed_in_a_group_only_for_who_asks_for_them(store: Store):
    stage = Stage(store)
    code = await begin_game(stage)
    another = await begin_game(stage, ELSEWHERE)
    (in_group,) = await stage.type("bob", "/games", GROUP)
    assert (code in in_group.text, another in in_group.text, in_group.envelope.secret) == (True, False, True)
    assert in_group.buttons[-1][0].types == "/games all"
    (everywhere,) = await stage.type("bob", "/games all", GROUP)
    assert (code in everywhere.text, another in everywhere.text, everywhere.envelope.secret) == (True, True, True)
    (watching,) = await stage.type("carl", "/games all", GROUP)
    assert (code in watching.text, another in watching.text) == (True, False)
    (answer,) = await stage.type("bob", "/games", Chat("stage", "bob", direct=True))
    assert code in answer.text
    assert another in answer.text


@pytest.mark.parametrize("command", ["board", "record", "moves", "why", "hint"])
async def test_a_code_opens_no_game_of_strangers_elsewhere(store: Store, command: str):
    stage = Stage(store)
    code = await begin_game(stage)
    (stranger,) = await stage.type("dan", f"/{command} {code}", ELSEWHERE)
    assert stranger.text == f"There’s no game {code}, or you can’t see it."
    (watching,) = await stage.type("dan", f"/record {code}", GROUP)
    assert watching.file
    (player,) = await stage.type("ann", f"/record {code}", ELSEWHERE)
    assert player.file


async def test_an_open_challenge_may_be_accepted_by_its_code_from_elsewhere(store: Store):
    stage = Stage(store)
    await stage.type("ann", "/challenge dots 3x3", GROUP)
    code = stage.button("Accept").types.split()[1]
    assert await stage.type("dan", f"/accept {code}", ELSEWHERE) == ()
    (answer,) = await stage.type("ann", "/games", GROUP)
    assert "Ann — Dan" in answer.text


async def test_only_administrators_choose_the_language_of_a_group(store: Store):
    stage = Stage(store)
    (refusal,) = await stage.type("bob", "/language uk chat", GROUP)
    assert refusal.text.startswith("Only an administrator")
    (answer,) = await stage.type("ann", "/language uk chat", GROUP)
    assert "українською" in answer.text
    (reply,) = await stage.type("bob", "/language uk chat", Chat("stage", "bob", direct=True))
    assert "українською" in reply.text


async def test_the_privacy_notice_says_what_is_stored_and_how_to_delete_it(store: Store):
    stage = Stage(store)
    (answer,) = await stage.type("bob", "/privacy", GROUP)
    assert "30 days" in answer.text
    assert [button.types for row in answer.buttons for button in row] == ["/mydata", "/forgetme"]


async def test_another_process_remembers_nobody_who_was_forgotten(store: Store):
    stage, other_stage = Stage(store), Stage(store)
    code = await begin_game(stage)
    await other_stage.type("bob", f"/record {code}", GROUP)
    await stage.type("ann", "/forgetme yes", GROUP)
    await other_stage.router.sweep()
    (answer,) = await other_stage.type("bob", f"/record {code}", GROUP)
    assert "Ann" not in str(answer)
    assert "somebody" in str(answer)


async def test_a_button_that_forgets_asks_again_once_there_are_more_games_to_give_up(store: Store):
    stage = Stage(store)
    await stage.type("ann", "/timezone Europe/Kyiv", GROUP)
    [question] = await stage.type("ann", "/forgetme", GROUP)
    [[sure]] = question.buttons
    await stage.type("ann", "/challenge bot easy dots 2x2", GROUP)
    for types in (sure.types, "/forgetme yes"):
        [again] = await stage.type("ann", types, GROUP, pressed=True)
        assert again.text != question.text
    assert await store.settings.choices(of_person(person("ann")))
    [answer] = await stage.type("ann", again.buttons[0][0].types, GROUP, pressed=True, cause="stage:1")
    assert answer.text.startswith("I’ve forgotten you: 1 game")
    assert not await store.settings.choices(of_person(person("ann")))
    assert await stage.type("ann", again.buttons[0][0].types, GROUP, pressed=True, cause="stage:1") == (answer,)


async def test_a_second_question_waits_for_the_first(store: Store):
    stage = Stage(store)
    await stage.type("ann", "/challenge @bob dots 2x2 pie=0", GROUP)
    await stage.press("bob", "Accept", GROUP)
    for who, move in (("ann", "a1-a2"), ("bob", "b1-b2")):
        await stage.type(who, f"/move {move}", GROUP)
    await stage.type("ann", "/undo", GROUP)
    yes = stage.button("Allow it", GROUP)
    [answer] = await stage.type("ann", "/draw", GROUP)
    assert answer.text == "One question at a time. Answer the open one first."
    assert stage.button("Allow it", GROUP) == yes
    await stage.press("bob", "Don’t allow it", GROUP)
    stage.time += 60
    await stage.type("bob", "/undo", GROUP)
    [answer] = await stage.type("ann", yes.types, GROUP, pressed=True)
    assert answer.text == "That question is no longer open."
