"""What libraries would load if they found it is left out, unless a setting asks for it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

LOADED = """
import sys
from bot import settings
from bot.operating import spare
spare.leave_out(settings.read())
import bot.app, bot.platforms.telegram
print(*(name for name, module in sys.modules.items() if module))
"""


def loaded(place: Path, **settings: str) -> set[str]:
    """All that a bot with a door to Telegram has loaded before anybody plays."""
    return set(
        subprocess.check_output(
            [sys.executable, "-c", LOADED],
            cwd=place,
            env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)} | settings,
            text=True,
        ).split()
    )


@pytest.mark.parametrize("url", ["", "https://example.com/telegram"], ids=["polling", "webhook"])
def test_only_a_webhook_loads_a_web_server_of_telegrams_and_nothing_paints_or_searches(tmp_path: Path, url: str):
    found = loaded(tmp_path, TELEGRAM_WEBHOOK_URL=url)
    assert {"telegram.ext", "structlog"} <= found
    assert ("tornado" in found) == bool(url)
    assert not {"rich", "click", "PIL", "numpy", "numba", "discord"} & found
