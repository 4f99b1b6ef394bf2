"""Lists of open games are rebuilt from the ends of their logs while games go on."""

from __future__ import annotations

import re
import time

import pytest

from bot.core.ports.store import DEADLINES
from bot.core.repository import Games
from bot.core.upkeep.reindexing import rebuild
from bot.store.connection import connect
from bot.store.keys import LOGS
from bot.store.redis import RedisStore
from tests.bot.round_trips import count_round_trips
from tests.bot.scripted import CHAT, Stage, person


async def _begin_game(stage: Stage, against: str = "@bob") -> str:
    """The code of a new game of Ann's."""
    await stage.type("ann", f"/challenge {against} dots 1x1 pie=0")
    match = re.search(r"1x1[^·]* · (\w{6})", "\n".join(message.text for _, _, message in stage.adapter.shown[-1:]))
    assert match
    return match[1]


async def _forget_lists(valkey: str) -> None:
    redis = connect(valkey)
    await redis.delete(*[key for key in await redis.keys("tetradka:*") if LOGS not in str(key)])
    await redis.aclose()


async def _rebuild(store: RedisStore) -> None:
    await rebuild(store, Games(store), (), time.time())


@pytest.fixture
async def stage(store: RedisStore) -> Stage:
    return Stage(store)


async def test_lists_that_were_lost_are_there_again(valkey: str, store: RedisStore, stage: Stage):
    offer = await _begin_game(stage)
    running = await _begin_game(stage)
    await stage.type("bob", f"/accept {running}")
    declined = await _begin_game(stage)
    await stage.type("bob", f"/decline {declined}")
    game = await _begin_game(stage)
    await stage.type("bob", f"/accept {game}")
    await stage.type("ann", f"/resign {game} yes")
    await _forget_lists(valkey)
    await _rebuild(store)
    assert (await store.settings.facts_for(CHAT.key, "")).games == tuple(sorted((offer, running)))
    assert await store.people.games_of(person("bob").key) == sorted((offer, running))
    assert [*await store.boards.due_games(DEADLINES, stage.time + 601)] == [offer]
    assert {code async for code in store.logs.open_games()} == {offer, running}


async def test_a_player_who_accepted_an_open_challenge_finds_the_game_again(
    valkey: str, store: RedisStore, stage: Stage
):
    code = await _begin_game(stage, against="")
    await stage.type("carl", f"/accept {code}")
    await _forget_lists(valkey)
    await _rebuild(store)
    assert await store.people.games_of(person("carl").key) == [code]


async def test_a_game_of_an_older_schema_is_replayed_if_its_last_move_may_have_ended_it(
    valkey: str, store: RedisStore, stage: Stage
):
    code = await _begin_game(stage)
    await stage.type("bob", f"/accept {code}")
    lines = ["first", "second"] * 2
    for version, (seat, move) in enumerate(zip(lines, ("a1-a2", "a1-b1", "b1-b2", "a2-b2"), strict=True), 3):
        moved = f'{{"kind":"moved","at":1,"seat":"{seat}","text":"{move}"}}'
        assert await store.logs.append(code, version, f'{{"events":[{moved}],"cause":"","schema":1}}')
    await _rebuild(store)
    assert await store.people.games_of(person("ann").key) == []


async def test_games_that_are_open_are_not_replayed(valkey: str, store: RedisStore, stage: Stage, monkeypatch):
    for _ in range(3):
        await _begin_game(stage)
    await _forget_lists(valkey)
    trips = count_round_trips(monkeypatch)
    await _rebuild(store)
    assert len(trips) <= 5
    assert len(await store.people.games_of(person("ann").key)) == 3


async def test_a_game_that_ends_while_it_is_looked_at_stays_off_the_lists(
    valkey: str, store: RedisStore, stage: Stage, monkeypatch
):
    code = await _begin_game(stage)
    await stage.type("bob", f"/accept {code}")
    look = store.logs.ends
    ended: list[str] = []

    async def ends_meanwhile(codes):
        result = await look(codes)
        if not ended:
            ended.append(code)
            await stage.type("ann", f"/resign {code} yes")
        return result

    monkeypatch.setattr(store.logs, "ends", ends_meanwhile)
    await _rebuild(store)
    assert ended
    assert await store.people.games_of(person("ann").key) == []
    assert [each async for each in store.logs.open_games()] == []
