"""How the browser is started for tests."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from playwright.async_api import Browser, async_playwright

from tests.browser.finding import find

ARGUMENTS = [
    "--no-sandbox",
    "--renderer-process-limit=1",
    "--disable-site-isolation-trials",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-features=LocalNetworkAccessChecks,BlockInsecurePrivateNetworkRequests",
]
MISSING = "The page was not tried in a browser: there is none. `make test` installs one."


@asynccontextmanager
async def start_browser() -> AsyncIterator[Browser]:
    """The browser that this machine has; a test that needs it fails where there is none."""
    async with async_playwright() as playwright:
        path = find(lambda: playwright.chromium.executable_path) or pytest.fail(MISSING, pytrace=False)
        browser = await playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield browser
        await browser.close()
