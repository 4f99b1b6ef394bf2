"""The `tetradka` command with a clock that jumps ahead by the seconds in the file `CLOCK_AHEAD`.

A second number in that file adds elapsed seconds to all clocks, so that a short outage counts as a longer one.
"""

from __future__ import annotations

import os
import time
from pathlib import Path

_ahead = Path(os.environ["CLOCK_AHEAD"])
_time, _monotonic = time.time, time.monotonic


def _jumping() -> float:
    return _time() + sum(_read())


def _hurrying() -> float:
    return _monotonic() + sum(_read()[1:])


def _read() -> list[float]:
    return [float(word) for word in _ahead.read_text("ascii").split()]


if __name__ == "__main__":
    time.time, time.monotonic = _jumping, _hurrying
    from bot.__main__ import main

    main([])
