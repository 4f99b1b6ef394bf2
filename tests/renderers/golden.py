"""Pictures kept as SVG text: `GOLDEN=write` in the environment writes them anew, to be looked at and committed."""

from __future__ import annotations

import os
from pathlib import Path

from renderers.scene import Scene
from renderers.svg import svg

FOLDER = Path(__file__).parent / "golden"


def assert_golden(name: str, scene: Scene) -> None:
    """Fails unless the scene is, line by line, the kept picture of that name."""
    path = FOLDER / f"{name}.svg"
    if os.environ.get("GOLDEN") == "write":
        FOLDER.mkdir(exist_ok=True)
        path.write_text(svg(scene), encoding="utf-8")
    kept = path.read_text(encoding="utf-8")
    assert svg(scene).splitlines() == kept.splitlines(), f"{path.name} differs; GOLDEN=write keeps the new picture"
