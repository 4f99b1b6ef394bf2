"""A loopback Bot API server, a scripted core, and the door between them."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from bot.platforms.telegram import Telegram
from tests.bot.platforms.telegram.opening import door_to, serving
from tests.bot.platforms.telegram.scripted import ScriptedCore
from tests.bot.platforms.telegram.server import BotApi
from tests.bot.platforms.telegram.town import Town


@pytest.fixture
def town() -> Town:
    return Town()


@pytest.fixture
async def api(town: Town) -> AsyncIterator[BotApi]:
    server = BotApi(town)
    async with server.serving():
        yield server


@pytest.fixture
def core() -> ScriptedCore:
    return ScriptedCore()


@pytest.fixture
async def door(api: BotApi, core: ScriptedCore) -> AsyncIterator[Telegram]:
    """The door, open and polling."""
    telegram = door_to(api)
    async with serving(telegram, core):
        yield telegram
