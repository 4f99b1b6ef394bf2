"""The user's cache folder, for files that take seconds to build and are rebuilt when missing."""

from __future__ import annotations

import os
from pathlib import Path


def folder() -> Path:
    """Return the folder of tables and compiled kernels."""
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "tetradka"
