"""A page before a scripted core, and a client that talks to it."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from aiohttp import ClientSession, TCPConnector

from tests.bot.platforms.web.house import House, scripted_house
from tests.bot.platforms.web.scripted import ScriptedCore


@pytest.fixture
async def house(empty_valkey: str) -> AsyncIterator[House]:
    async with scripted_house(empty_valkey) as house:
        yield house


@pytest.fixture
def core(house: House) -> ScriptedCore:
    assert isinstance(house.core, ScriptedCore)
    return house.core


@pytest.fixture
async def client() -> AsyncIterator[ClientSession]:
    async with ClientSession(connector=TCPConnector(limit=0)) as session:
        yield session
