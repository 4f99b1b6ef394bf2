"""A real browser, if this machine has one; in CI it must."""

from __future__ import annotations

import os
import shutil

import pytest

NAMES = ("chromium", "chromium-browser", "google-chrome")
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
MISSING = "The page was not tried in a browser: Chromium is missing. Install it (Debian: apt-get install chromium)."


def executable() -> str:
    """The browser's path; without one the test is skipped, or fails where CI=true."""
    found = next(filter(None, map(shutil.which, NAMES)), None)
    if found is None and os.environ.get("CI") == "true":
        pytest.fail(MISSING, pytrace=False)
    if found is None:
        pytest.skip(MISSING)
    return found
