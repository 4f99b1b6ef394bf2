"""The real browser of this machine."""

from __future__ import annotations

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
    """The browser's path; the tests that need one fail where there is none."""
    found = next(filter(None, map(shutil.which, NAMES)), None)
    return found or pytest.fail(MISSING, pytrace=False)
