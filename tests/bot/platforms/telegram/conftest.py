"""A loopback Bot API server, a scripted core, and the adapter between them."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from bot.core.router import Router
from bot.platforms.telegram import Telegram
from bot.store.redis import RedisStore
from tests.bot.platforms.telegram.house import living
from tests.bot.platforms.telegram.opening import adapter_to, serving
from tests.bot.platforms.telegram.people import Human
from tests.bot.platforms.telegram.scripted import ScriptedCore
from tests.bot.platforms.telegram.server import BotApi
from tests.bot.platforms.telegram.town import Room, Town


@pytest.fixture
def town() -> Town:
    return Town()


@pytest.fixture
def ann(town: Town) -> Human:
    return Human(town, "Ann")


@pytest.fixture
def friends(town: Town) -> Room:
    return town.group("Friends")


@pytest.fixture
async def api(town: Town) -> AsyncIterator[BotApi]:
    server = BotApi(town)
    async with server.serving():
        yield server


@pytest.fixture
def core() -> ScriptedCore:
    return ScriptedCore()


@pytest.fixture
async def adapter(api: BotApi, core: ScriptedCore) -> AsyncIterator[Telegram]:
    """The adapter, open and polling."""
    telegram = adapter_to(api)
    async with serving(telegram, core):
        yield telegram


@pytest.fixture
async def house(api: BotApi, store: RedisStore) -> AsyncIterator[Router]:
    """The real core behind the adapter."""
    async with living(api, store) as router:
        yield router
