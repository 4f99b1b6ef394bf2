"""The log of a finished game takes little room, and reads as before."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.core.ports.store import Ends, Listing
from bot.store.connection import connect
from bot.store.keys import log
from bot.store.logs import pack, unpack
from bot.store.redis import RedisStore
from tests.bot.scripted import CHAT, Stage

GAME = "XKTRWQ"


@given(st.lists(st.text(st.characters(), max_size=60), max_size=5))
def test_unpacking_a_packed_log_returns_it(entries: list[str]):
    assert unpack(pack(entries)) == entries


@pytest.mark.parametrize("text", ["", "no packed log", "\xff", pack([])[:-1]])
def test_a_text_that_is_not_a_packed_log_is_rejected(text: str):
    with pytest.raises(ValueError):
        unpack(text)


async def _write_finished_game(store: RedisStore, *entries: str) -> None:
    for version, entry in enumerate(entries, 1):
        assert await store.logs.append(GAME, version, entry)
    await store.logs.list_game(Listing(GAME, (CHAT.key,), (), open=False))


async def test_the_log_of_a_finished_game_reads_as_before_from_any_version(valkey: str, store: RedisStore):
    await _write_finished_game(store, "one", "two", "three")
    redis = connect(valkey)
    assert await redis.xlen(log(GAME)) == 1
    await redis.aclose()
    assert [await store.logs.load(GAME, since) for since in range(5)] == [
        ["one", "two", "three"],
        ["two", "three"],
        ["three"],
        [],
        [],
    ]
    assert await store.logs.ends([GAME]) == {GAME: Ends(3, ("one", "two"), "three")}
    assert await store.logs.versions([GAME, "BCDFGH"]) == {GAME: 3, "BCDFGH": 0}


async def test_a_finished_log_still_accepts_only_the_next_entry(store: RedisStore):
    await _write_finished_game(store, "one", "two", "three")
    assert [await store.logs.append(GAME, version, "late") for version in (1, 2, 3, 5)] == [False] * 4
    assert await store.logs.append(GAME, 4, "four")
    assert await store.logs.load(GAME, 1) == ["two", "three", "four"]
    await store.logs.list_game(Listing(GAME, (CHAT.key,), (), open=False))
    assert await store.logs.load(GAME, 3) == ["four"]


async def test_a_game_of_sixty_moves_takes_at_most_four_kilobytes(valkey: str, store: RedisStore):
    stage = Stage(store)
    await stage.type("ann", "/challenge @bob dots 5x5 pie=0")
    await stage.press("bob", "Accept")
    (code,) = (await store.settings.facts_for(CHAT.key, "")).games
    await _play_out(stage, code)
    redis = connect(valkey)
    taken = await redis.memory_usage(log(code), samples=0) or 0
    await redis.aclose()
    assert len(await store.logs.load(code, 0)) > 60
    assert 0 < taken <= 4000
    assert "wins" in (await stage.type("ann", f"/board {code}"))[0].text


async def _play_out(stage: Stage, code: str) -> None:
    lines = [f"{a}{n}-{b}{n}" for n in range(1, 7) for a, b in zip("abcdef", "bcdef", strict=False)]
    lines += [f"{a}{n}-{a}{n + 1}" for n in range(1, 6) for a in "abcdef"]
    for number, line in enumerate(lines):
        for who in ("ann", "bob"):
            if not await stage.type(who, f"/move {code} {line}", cause=f"stage:{number}"):
                break
