"""The list of commands as Discord gets it."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from typing import Any

import pytest

from bot.core.ports.store import Unreachable
from bot.platforms.discord.application import keep_synced
from tests.bot.platforms.discord.table import house
from tests.bot.unfinished import Unfinished

NAME = re.compile(r"[-_'\w]{1,32}")
LOCALES = ("en-US", "ru", "uk")


@pytest.fixture
def simcord_bot(emptied):
    return house(emptied)


class Silent(Unfinished):
    """A store that answers from the second question on."""

    is_silent = True

    async def kept_updates(self, door):
        if self.is_silent:
            self.is_silent = False
            raise Unreachable
        return await super().kept_updates(door)


def named(thing: dict[str, Any], locale: str) -> str:
    return str((thing.get("name_localizations") or {}).get(locale, thing["name"]))


def all_named(command: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield command
    yield from command["options"]


async def test_it_is_what_discord_takes_in_every_language(simcord_env):
    await simcord_env.settle()
    commands = list(simcord_env.backend.commands[None].values())
    assert len(commands) > 30
    for command in (command for command in commands if command["type"] == 1):
        for thing in all_named(command):
            said = [thing["description"], *(thing.get("description_localizations") or {}).values()]
            assert all(1 <= len(text) <= 100 for text in said)
            names = [named(thing, locale) for locale in LOCALES]
            assert all(NAME.fullmatch(name) and name == name.lower() for name in names)
    for locale in LOCALES:
        for things in ([c for c in commands if c["type"] == 1], *(command["options"] for command in commands)):
            names = [named(thing, locale) for thing in things]
            assert len(set(names)) == len(names)


async def test_a_store_that_does_not_answer_is_not_taken_for_discord_s_refusal(simcord_env, caplog, monkeypatch):
    await simcord_env.settle()
    monkeypatch.setattr("bot.platforms.discord.application._STORE_PAUSE", 0.0)
    updates = Silent()
    with caplog.at_level(logging.WARNING):
        await keep_synced(simcord_env.bot.tree, updates, None)
    assert [record.levelname for record in caplog.records] == ["WARNING"]
    assert updates.kept
