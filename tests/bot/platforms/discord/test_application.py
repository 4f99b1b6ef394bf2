"""The list of commands as Discord gets it: in every language, once, where it is wanted."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Iterator
from typing import Any

import pytest

from bot.core.game.people import Chat
from bot.core.ports.platform import Message
from bot.core.ports.store import StoreUnavailableError
from bot.platforms.discord.slash_commands import keep_synced
from tests.bot.logged import first_record
from tests.bot.platforms.discord.scripted import open_adapter
from tests.bot.platforms.discord.standin import CHANNEL, standing_in
from tests.bot.platforms.discord.table import house
from tests.bot.unfinished import Unfinished

NAME = re.compile(r"[-_'\w]{1,32}")
LOCALES = ("en-US", "ru", "uk")


@pytest.fixture
def simcord_bot(empty_valkey):
    return house(empty_valkey)


class Silent(Unfinished):
    """A store that answers from the second question on."""

    is_silent = True

    async def all_updates(self, adapter):
        if self.is_silent:
            self.is_silent = False
            raise StoreUnavailableError
        return await super().claim_updates(adapter)


def entry_name(thing: dict[str, Any], locale: str) -> str:
    return str((thing.get("name_localizations") or {}).get(locale, thing["name"]))


def entries_with_names(command: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield command
    yield from command["options"]


async def test_it_is_what_discord_takes_in_every_language(simcord_env):
    await simcord_env.settle()
    commands = list(simcord_env.backend.commands[None].values())
    assert len(commands) > 30
    for command in (command for command in commands if command["type"] == 1):
        for thing in entries_with_names(command):
            line = [thing["description"], *(thing.get("description_localizations") or {}).values()]
            assert all(1 <= len(text) <= 100 for text in line)
            names = [entry_name(thing, locale) for locale in LOCALES]
            assert all(NAME.fullmatch(name) and name == name.lower() for name in names)
    for locale in LOCALES:
        for things in ([c for c in commands if c["type"] == 1], *(command["options"] for command in commands)):
            names = [entry_name(thing, locale) for thing in things]
            assert len(set(names)) == len(names)


async def test_an_unavailable_store_is_not_mistaken_for_a_refusal_by_discord(simcord_env, caplog, monkeypatch):
    await simcord_env.settle()
    monkeypatch.setattr("bot.platforms.discord.slash_commands._STORE_PAUSE", 0.0)
    updates = Silent()
    with caplog.at_level(logging.WARNING):
        ids = await keep_synced(simcord_env.bot.tree, updates, None)
    assert ids["hint"].isdecimal()
    assert [record.levelname for record in caplog.records] == ["WARNING"]
    assert updates.kept


async def test_commands_go_to_one_server_if_it_is_set(core):
    async with standing_in() as server, open_adapter(server, core, guild=42):
        assert (await server.call("PUT", "/commands")).path == "/applications/1/guilds/42/commands"


async def test_a_refused_list_of_commands_does_not_close_the_adapter(core, caplog: pytest.LogCaptureFixture):
    async with standing_in() as server:
        server.refuses_commands = True
        async with open_adapter(server, core) as adapter:
            await server.call("PUT", "/commands")
            assert await adapter.show(Chat("discord", CHANNEL), Message("Here I am"))
            await first_record(caplog, "bot.platforms.discord.slash_commands", logging.ERROR)


async def test_the_list_of_commands_is_sent_once_until_it_changes(core):
    async with standing_in() as server:
        async with open_adapter(server, core):
            await server.call("PUT", "/applications/1/commands")
            async with asyncio.timeout(60):
                while not core.updates.kept:
                    await asyncio.sleep(0.01)
        server.identified = asyncio.get_running_loop().create_future()
        server.passed.clear()
        async with open_adapter(server, core) as adapter:
            await adapter.show(Chat("discord", CHANNEL), Message("Here I am"))
            await server.call("POST", f"/channels/{CHANNEL}/messages")
    assert core.updates.kept.keys() == {("discord-commands", "all")}
    assert not any(call.method == "PUT" for call in server.passed)


async def test_commands_for_one_server_are_removed_from_all_others(core):
    async with standing_in() as server, open_adapter(server, core, guild=42):
        await server.call("PUT", "/applications/1/guilds/42/commands")
        assert (await server.call("PUT", "/applications/1/commands")).body == []
