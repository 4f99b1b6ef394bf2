"""Golden pictures as SVG text; `GOLDEN=write` in the environment rewrites them, to be reviewed and committed."""

from __future__ import annotations

import os
from pathlib import Path

from renderers.scene import Scene
from renderers.svg import svg

FOLDER = Path(__file__).parent / "golden"


def assert_golden(name: str, scene: Scene) -> None:
    """Fail unless the scene equals the stored picture of that name, line by line."""
    path = FOLDER / f"{name}.svg"
    if os.environ.get("GOLDEN") == "write":
        FOLDER.mkdir(exist_ok=True)
        path.write_text(svg(scene), encoding="utf-8")
    stored_text = path.read_text(encoding="utf-8")
    assert svg(scene).splitlines() == stored_text.splitlines(), (
        f"{path.name} differs; GOLDEN=write stores the new picture"
    )
