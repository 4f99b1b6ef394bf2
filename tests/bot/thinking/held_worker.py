"""A worker whose searches in Dots and Boxes, but for those at the easy level, end only when they are stopped.

Its argument is the server's address.
"""

from __future__ import annotations

import asyncio
import sys
import time
from dataclasses import replace
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

from bot.thinking.workers import Worker
from engines import GAMES
from engines.game import AnyHint, AnyPosition, Hint, Level, Limit


def hold_hint(position: AnyPosition, limit: Limit, level: Level) -> AnyHint:
    while level is not Level.EASY and not limit.stop:
        time.sleep(0.001)
    return Hint((next(iter(position.moves())),), 0, False, ())


if __name__ == "__main__":
    advice: Any = SimpleNamespace(hint=hold_hint)
    with patch.dict(GAMES, dots=replace(GAMES["dots"], advice=advice)):
        asyncio.run(Worker(sys.argv[1], 1).run())
