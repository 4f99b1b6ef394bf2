"""The command `tetradka` by a clock that jumps: how many seconds it is ahead stands in the file `CLOCK_AHEAD`."""

from __future__ import annotations

import os
import time
from pathlib import Path

from bot.__main__ import main

_ahead = Path(os.environ["CLOCK_AHEAD"])
_time = time.time


def _jumping() -> float:
    return _time() + float(_ahead.read_text("ascii") or 0)


if __name__ == "__main__":
    time.time = _jumping
    main([])
