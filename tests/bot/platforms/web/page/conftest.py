"""One browser for all tests of a worker; every test has its own page and its own visitors."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest_asyncio
from playwright.async_api import Browser, expect

from tests.bot.platforms.web.house import House, scripted_house
from tests.bot.platforms.web.page.chromium import started
from tests.bot.platforms.web.page.visitor import Visitors

PATIENCE = 20_000
"""Milliseconds for which a test waits for what it expects, also on a busy machine."""


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    expect.set_options(timeout=PATIENCE)
    async with started() as browser:
        yield browser


@pytest_asyncio.fixture(loop_scope="session")
async def visitors(browser: Browser) -> AsyncIterator[Visitors]:
    visitors = Visitors(browser)
    yield visitors
    await visitors.leave()


@pytest_asyncio.fixture(loop_scope="session")
async def house(emptied: str) -> AsyncIterator[House]:
    async with scripted_house(emptied) as house:
        yield house
