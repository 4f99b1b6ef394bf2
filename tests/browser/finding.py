"""Which browser of this machine the page is tried in."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

NAMES = (
    "chromium-headless-shell",
    "chrome-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "microsoft-edge",
    "microsoft-edge-stable",
    "msedge",
)
APPLICATIONS = "/Applications"
ON_A_MAC = ("Chromium", "Google Chrome", "Microsoft Edge")
"""Applications, which are on no PATH."""

PATIENCE = 60.0
"""Seconds in which a browser says its version, also on a busy machine."""


def find(download: Callable[[], str]) -> str | None:
    """The path of a browser that starts: one on the PATH, an application, else the one downloaded to that path."""
    there = (*filter(None, map(shutil.which, NAMES)), *map(_application, ON_A_MAC))
    return next(filter(_starts, there), None) or next(filter(_starts, (download(),)), None)


def _application(name: str) -> str:
    return f"{APPLICATIONS}/{name}.app/Contents/MacOS/{name}"


def _starts(path: str) -> bool:
    """Whether it says its version: a name on the PATH may only say how the browser would be installed."""
    if not Path(path).exists():
        return False
    try:
        return subprocess.run([path, "--version"], capture_output=True, timeout=PATIENCE, check=False).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False
