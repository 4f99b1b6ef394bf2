"""What libraries would load if they found it is left out."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

LOADED = """
import sys
from bot.operating import spare
spare.leave_out()
import bot.app, bot.platforms.telegram
print(*(name for name, module in sys.modules.items() if module))
"""


def loaded(place: Path) -> set[str]:
    """All that a bot with a door to Telegram has loaded before anybody plays."""
    return set(
        subprocess.check_output(
            [sys.executable, "-c", LOADED],
            cwd=place,
            env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
            text=True,
        ).split()
    )


def test_nothing_that_paints_or_searches_or_that_is_never_asked_for_is_loaded_before_anybody_plays(tmp_path: Path):
    found = loaded(tmp_path)
    assert {"telegram.ext", "structlog"} <= found
    assert not {"rich", "click", "PIL", "numpy", "numba", "discord"} & found
