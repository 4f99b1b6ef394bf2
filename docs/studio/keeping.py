"""Folder of the pictures; files that look the same are not rewritten, so that a git change is always visible."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
from PIL import Image

FOLDER = Path(__file__).parents[1] / "pictures"
ALIKE = 24
"""The most by which a colour channel may differ, since the edges of letters vary between machines."""


def keep(name: str, picture: bytes, folder: Path = FOLDER) -> None:
    """Write a picture, unless the existing one looks the same."""
    folder.mkdir(exist_ok=True)
    path = folder / name
    if not (path.exists() and _looks_same(path.read_bytes(), picture)):
        path.write_bytes(picture)


def _looks_same(old_picture: bytes, new_picture: bytes) -> bool:
    if old_picture == new_picture:
        return True
    before, after = (Image.open(io.BytesIO(each)) for each in (old_picture, new_picture))
    if before.size != after.size or getattr(before, "n_frames", 1) > 1:
        return False
    channels = (np.asarray(each.convert("RGB"), np.int16) for each in (before, after))
    return int(np.abs(np.subtract(*channels)).max()) <= ALIKE
