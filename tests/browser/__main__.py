"""What `make test` needs of a browser: `python -m tests.browser` finds or installs one, or says what to type."""

from __future__ import annotations

import sys
from functools import partial

from playwright.sync_api import sync_playwright

from tests.browser.installing import Missing, ensure


def playwright_browser() -> str:
    """Where Playwright's own browser is, or would be."""
    with sync_playwright() as playwright:
        return playwright.chromium.executable_path


if __name__ == "__main__":
    try:
        ensure(playwright_browser, partial(print, flush=True))
    except Missing as missing:
        sys.exit(str(missing))
