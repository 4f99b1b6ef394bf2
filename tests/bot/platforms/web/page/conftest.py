"""One browser for all tests of a worker; every test has its own page and its own visitors."""

from __future__ import annotations

import socket
from collections.abc import AsyncIterator
from contextlib import suppress
from random import Random

import pytest
import pytest_asyncio
from playwright.async_api import Browser, expect

from tests.bot.platforms.web.house import House, scripted_house
from tests.bot.platforms.web.page.chromium import start_browser
from tests.bot.platforms.web.page.visitor import Spares, Visitors

PATIENCE = 20_000
"""Milliseconds for which a test waits for what it expects, also on a busy machine."""


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    expect.set_options(timeout=PATIENCE)
    async with start_browser() as browser:
        yield browser


@pytest.fixture(scope="session")
def spares(browser: Browser) -> Spares:
    return Spares(browser)


@pytest_asyncio.fixture(loop_scope="session")
async def visitors(spares: Spares) -> AsyncIterator[Visitors]:
    visitors = Visitors(spares)
    yield visitors
    await visitors.leave()


@pytest.fixture(scope="session")
def port() -> int:
    """One port for every page of a worker, since browsers keep the page's files by its address.

    Systems give no program such a low port that asks for any.
    """
    for port in Random().sample(range(20_000, 30_000), 100):
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
    return 0


@pytest_asyncio.fixture(loop_scope="session")
async def house(empty_valkey: str, port: int) -> AsyncIterator[House]:
    async with scripted_house(empty_valkey, port) as house:
        yield house
