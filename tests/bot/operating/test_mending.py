"""Repair makes lists and marks good again; old games are forgotten if that was said; doctor names what to mend."""

from __future__ import annotations

from pathlib import Path

import pytest
from pydantic import SecretStr

from bot.operating.backup import repair
from bot.operating.doctor import Finding, examine, modes
from bot.operating.retention import Retention
from bot.settings import Settings
from bot.store.connection import connect
from bot.store.keys import OUTBOX_BEFORE_SLOTS, OVER, chat_games, log
from bot.store.redis import RedisStore
from tests.bot.platforms.telegram.server import TOKEN, BotApi
from tests.bot.platforms.telegram.town import Town
from tests.bot.scripted import CHAT, Stage, person

DAY = 24 * 3600


async def _played(stage: Stage) -> tuple[str, str]:
    """The codes of a running game and a finished one."""
    for _ in range(2):
        await stage.type("ann", "/challenge @bob dots 2x2 pie=0")
        await stage.press("bob", "Accept")
    running, finished = (await stage.store.settings.known(CHAT.key, "")).games
    await stage.type("ann", f"/resign {finished} yes")
    return running, finished


async def test_repair_makes_lists_and_marks_good_again(valkey: str, store: RedisStore):
    stage = Stage(store)
    running, finished = await _played(stage)
    redis = connect(valkey)
    await redis.sadd(chat_games(CHAT.key), "BCDFGH")
    await redis.delete(OVER)
    await redis.hset(OUTBOX_BEFORE_SLOTS, "nonsense", "nonsense")
    await redis.set(log("JKMNPQ"), "no log")
    await redis.aclose()
    await store.boards.add(CHAT.key, running, stage.time + 9 * DAY)
    said = [line async for line in repair(store, stage.time)]
    assert said[0].startswith("JKMNPQ: ")
    assert said[-1].startswith("2 games are on their lists; 2 marks")
    assert (await store.settings.known(CHAT.key, "")).games == (running,)
    assert finished not in {game async for game in store.logs.open_games()}
    assert [mark.game for mark in await store.boards.pending(stage.time)] == [running]


async def test_games_in_which_nothing_happened_for_long_are_forgotten_with_all_their_lists(store: RedisStore):
    stage = Stage(store)
    old = await _played(stage)
    stage.time += 31 * DAY
    new = await _played_on(stage)
    assert await Retention(store, lambda: stage.time, 30).forget() == 2
    assert {game async for game in store.logs.all_games()} == {new}
    assert (await store.settings.known(CHAT.key, "")).games == (new,)
    assert await store.logs.games_of(person("ann").key) == [new]
    assert (await store.boards.place(CHAT.key, old[0])).shown is None
    assert await Retention(store, lambda: stage.time, 30).forget() == 0


async def _played_on(stage: Stage) -> str:
    before = (await stage.store.settings.known(CHAT.key, "")).games
    await stage.type("ann", "/challenge @bob dots 2x2")
    (new,) = set((await stage.store.settings.known(CHAT.key, "")).games) - set(before)
    return new


async def test_nothing_is_forgotten_unless_that_was_said(store: RedisStore):
    stage = Stage(store)
    await _played(stage)
    await Retention(store, lambda: stage.time + 999 * DAY, None).run()
    assert len([game async for game in store.logs.all_games()]) == 2


async def _to_mend(settings: Settings) -> list[Finding]:
    return [finding async for finding in examine(settings) if not finding.well]


TELEGRAM = SecretStr("123456789:" + "A" * 35)
NOBODY = "http://127.0.0.1:1/bot"


async def test_doctor_finds_nothing_where_all_is_well(tmp_path: Path):
    assert await _to_mend(Settings(data_dir=tmp_path, telegram_token=TELEGRAM, telegram_base_url=NOBODY)) == []


async def test_doctor_says_whether_games_can_be_played_in_groups_and_where_the_bot_is_not(tmp_path: Path):
    town = Town()
    town.me |= {"supports_guest_queries": True, "can_join_groups": False}
    api = BotApi(town)
    async with api.serving():
        base = f"{api.address}/bot"
        settings = Settings(data_dir=tmp_path, telegram_token=SecretStr(TOKEN), telegram_base_url=base)
        told = [finding async for finding in modes(settings)]
        said = [words for well, words in told if well]
        assert [words for well, words in told if not well] == [
            "groups cannot add the bot: /setjoingroups at @BotFather"
        ]
        wrong = settings.model_copy(update={"telegram_token": TELEGRAM})
        assert [well async for well, _ in modes(wrong)] == [False]
    privacy, *said = said
    assert "privacy mode is on" in privacy
    assert ["is off" in words for words in said] == [True, False]


async def test_doctor_names_what_to_mend_and_never_a_token(
    valkey: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    Path(".env").touch(0o644)
    token = SecretStr("secret-token")
    wrong = Settings(
        telegram_token=token, telegram_base_url=NOBODY, redis_url=SecretStr("redis://:secret-word@127.0.0.1:1")
    )
    said = " ".join(finding.words for finding in await _to_mend(wrong))
    assert all(word in said for word in ("TELEGRAM_TOKEN", ".env", "the store"))
    assert "secret" not in said
