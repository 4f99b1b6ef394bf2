"""Doctor says what the platforms let the bot do, and names what to fix, never a token."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr

from bot.features import COMMANDS
from bot.operating.commands import Finding, application, examine, modes
from bot.settings import Settings
from bot.store import embedded
from tests.bot.platforms.discord.conftest import addresses
from tests.bot.platforms.discord.standin import TOKEN, standing_in
from tests.bot.platforms.telegram.server import TOKEN as TELEGRAM_TOKEN
from tests.bot.platforms.telegram.server import BotApi
from tests.bot.platforms.telegram.town import Town

__all__ = ["addresses"]
BOTH: dict[str, Any] = {"integration_types_config": {"0": {}, "1": {}}}
MESSAGE_CONTENT = 1 << 19
TELEGRAM = SecretStr("123456789:" + "A" * 35)
NOBODY = "http://127.0.0.1:1/bot"


async def examine_with(answer: dict[str, Any], commands: bool = True, **settings: Any) -> list[tuple[bool, str]]:
    async with standing_in() as server:
        server.application = answer
        everywhere = {"integration_types": [0, 1], "contexts": [0, 1, 2], "type": 1}
        server.commands = [{"name": command.name, **everywhere} for command in COMMANDS.listed if commands]
        given = {"discord_token": SecretStr(TOKEN), "discord_rest_url": server.rest_url, **settings}
        return [finding async for finding in application(Settings.model_validate(given))]


async def test_doctor_lists_what_is_on_where_all_is_well(addresses):
    answer = await examine_with(BOTH)
    assert [well for well, _ in answer] == [True] * 3
    people, incoming_text, listed = (words for _, words in answer)
    assert people.startswith("people can install the bot for themselves")
    assert "requests no privileged intents" in incoming_text
    assert listed == f"Discord lists all {len(COMMANDS.listed)} commands, in servers, private chats and groups"


@pytest.mark.parametrize(
    ("answer", "settings", "phrase"),
    [
        ({"integration_types_config": {"1": {}}}, {}, "choose Guild Install"),
        ({"interactions_endpoint_url": "https://elsewhere.example"}, {}, "clear Interactions Endpoint URL"),
        ({}, {"discord_message_content": True}, "turn it on at discord.com/developers, under Bot"),
    ],
)
async def test_doctor_names_each_fault_with_its_place(addresses, answer, settings, phrase):
    [words] = [words for well, words in await examine_with(BOTH | answer, **settings) if not well]
    assert phrase in words


async def test_optional_modes_are_no_faults(addresses):
    answer = {"integration_types_config": {"0": {}}, "bot_public": False, "flags": MESSAGE_CONTENT}
    people, public, incoming_text, listed = await examine_with(answer, commands=False, discord_message_content=True)
    assert "people cannot install" in people[1]
    assert "only its owner" in public[1]
    assert "reads bare moves" in incoming_text[1]
    assert f"0 of {len(COMMANDS.listed)}" in listed[1]
    assert all(well for well, _ in (people, public, incoming_text, listed))


async def test_a_wrong_token_is_a_fault_and_an_unreachable_platform_is_not(addresses):
    assert await examine_with(BOTH, discord_token=SecretStr("wrong")) == [
        (False, "DISCORD_TOKEN: Discord does not know this token")
    ]
    [silent] = await examine_with(BOTH, discord_rest_url="http://127.0.0.1:1/api/v10/")
    assert silent[0]
    assert "does not answer now" in silent[1]


async def _faults_to_fix(settings: Settings) -> list[Finding]:
    return [finding async for finding in examine(settings) if not finding.well]


async def test_doctor_finds_nothing_where_all_is_well(tmp_path: Path):
    assert await _faults_to_fix(Settings(data_dir=tmp_path, telegram_token=TELEGRAM, telegram_base_url=NOBODY)) == []


async def test_doctor_says_whether_games_can_be_played_in_groups_and_where_the_bot_is_not(tmp_path: Path):
    town = Town()
    town.me |= {"supports_guest_queries": True, "can_join_groups": False}
    api = BotApi(town)
    async with api.serving():
        base = f"{api.address}/bot"
        settings = Settings(data_dir=tmp_path, telegram_token=SecretStr(TELEGRAM_TOKEN), telegram_base_url=base)
        answer = [finding async for finding in modes(settings)]
        text = [words for well, words in answer if well]
        assert [words for well, words in answer if not well] == [
            "groups cannot add the bot: send /setjoingroups to @BotFather"
        ]
        wrong = settings.model_copy(update={"telegram_token": TELEGRAM})
        assert [well async for well, _ in modes(wrong)] == [False]
    privacy, *text = text
    assert "privacy mode is on" in privacy
    assert ["is off" in words for words in text] == [True, False]


async def test_doctor_names_faults_and_never_a_token(valkey: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    Path(".env").touch(0o644)
    token = SecretStr("secret-token")
    wrong = Settings(
        telegram_token=token, telegram_base_url=NOBODY, redis_url=SecretStr("redis://:secret-word@127.0.0.1:1")
    )
    text = " ".join(finding.words for finding in await _faults_to_fix(wrong))
    assert all(word in text for word in ("TELEGRAM_TOKEN", ".env", "the store"))
    assert "secret" not in text


@pytest.mark.parametrize(
    ("free", "is_well"), [(embedded.AMPLE_BYTES, True), (embedded.AMPLE_BYTES - 1, False), (0, False)]
)
async def test_a_nearly_full_disk_is_a_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, free: int, is_well: bool):
    monkeypatch.setattr(embedded, "free_space", lambda data: free)
    findings = [finding async for finding in examine(Settings(data_dir=tmp_path)) if "DATA_DIR:" in finding.words]
    assert [finding.well for finding in findings][1:2] == [is_well]
