"""The folder of the pictures; what looks as before stays as it is, so that a change in git is one to the eye."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
from PIL import Image

FOLDER = Path(__file__).parents[1] / "pictures"
ALIKE = 24
"""How far a channel of a pixel may be from what it was: letters' edges are not the same on every machine."""


def keep(name: str, picture: bytes, folder: Path = FOLDER) -> None:
    """Writes a picture, unless the one that is there looks the same."""
    folder.mkdir(exist_ok=True)
    path = folder / name
    if not (path.exists() and _alike(path.read_bytes(), picture)):
        path.write_bytes(picture)


def _alike(one: bytes, other: bytes) -> bool:
    if one == other:
        return True
    before, after = (Image.open(io.BytesIO(each)) for each in (one, other))
    if before.size != after.size or getattr(before, "n_frames", 1) > 1:
        return False
    channels = (np.asarray(each.convert("RGB"), np.int16) for each in (before, after))
    return int(np.abs(np.subtract(*channels)).max()) <= ALIKE
