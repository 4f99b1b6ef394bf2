"""The user's cache folder: what lies there takes seconds to make, and is made again where it is missing."""

from __future__ import annotations

import os
from pathlib import Path


def folder() -> Path:
    """Where tables and compiled kernels lie."""
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "tetradka"
