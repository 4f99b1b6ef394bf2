"""Kernels are loaded behind a hint's back: until then it is a guess, afterwards it is not."""

from __future__ import annotations

import subprocess
import sys

ASK = """
from engines import GAMES
from engines.game import Level, Limit
position = GAMES["dots"].start({"size": "1x1"}, 0)
print([reason.code for reason in GAMES["dots"].hint(position, Limit(SECONDS), Level.STRONG).reasons])
"""


def _asked(seconds: str) -> str:
    program = ASK.replace("SECONDS", seconds)
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout


def test_a_hint_asked_before_the_kernels_are_loaded_says_that_it_is_a_guess():
    assert "guess" in _asked("0.0")


def test_a_hint_with_time_to_load_them_is_proved():
    assert "proved-loss" in _asked("600.0")


def test_playing_loads_no_compiler():
    program = "import sys; from engines import GAMES; print('numba' in sys.modules)"
    assert subprocess.check_output([sys.executable, "-c", program], text=True).strip() == "False"
