"""Kernels are loaded behind a hint's back: until then it is a guess, afterwards it is not."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from engines.kernels import kernel_cache, loading

ASK = """
from engines import GAMES
from engines.game import Level, Limit
position = GAMES["dots"].start({"size": SIZE}, 0)
print([reason.code for reason in GAMES["dots"].hint(position, Limit(SECONDS), Level.STRONG).reasons])
"""


def _hint_reasons(size: str, seconds: str) -> str:
    program = ASK.replace("SIZE", repr(size)).replace("SECONDS", seconds)
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout


def test_a_hint_before_the_kernels_are_loaded_is_marked_as_a_guess():
    assert "guess" in _hint_reasons("3x3", "0.0")


def test_a_hint_with_time_to_load_them_is_proved():
    assert "proved-loss" in _hint_reasons("3x3", "600.0")


def test_a_small_position_is_proved_before_the_kernels_are_loaded():
    assert "proved-loss" in _hint_reasons("1x1", "0.5")


def test_playing_loads_no_compiler():
    program = "import sys; from engines import GAMES; print('numba' in sys.modules)"
    assert subprocess.check_output([sys.executable, "-c", program], text=True).strip() == "False"


TOY = """
from functools import cache
from engines.kernels.compiling import kernel

@kernel
def doubled(number):
    return 2 * number

@cache
def warm():
    doubled(2)
"""
EVERYWHERE = """
import engines
from pathlib import Path
engines.__path__.append(str(Path(__file__).parent))
"""
EXPECTED = """
import threading
from engines.kernels.loading import load_in_background

load_in_background("toy", compiles=True)
for thread in threading.enumerate():
    if thread is not threading.main_thread():
        thread.join()
from engines.toy.search import doubled
print(*map(len, (doubled.signatures, doubled.stats.cache_hits, doubled.stats.cache_misses)))
"""


ENDLESS = """
import threading

def warm():
    threading.Event().wait()
"""


def _with_toy(folder: Path, search: str) -> dict[str, str]:
    """Return an environment in which a game `toy` with this search is installed."""
    (folder / "toy").mkdir()
    (folder / "toy" / "search.py").write_text(search)
    (folder / "sitecustomize.py").write_text(EVERYWHERE)
    search_path = os.pathsep.join((str(folder), *sys.path))
    return os.environ | {"NUMBA_CACHE_DIR": str(folder / "cache"), "PYTHONPATH": search_path}


def test_an_expected_game_is_compiled_by_another_process_and_read_by_this_one(tmp_path: Path):
    environment = _with_toy(tmp_path, TOY)
    output = subprocess.check_output([sys.executable, "-c", EXPECTED], env=environment, text=True)
    assert output.split() == ["1", "1", "0"]


def test_a_compiler_exits_even_if_its_parent_died_before_it_started(tmp_path: Path):
    dead_parent = subprocess.Popen([sys.executable, "-c", ""])
    dead_parent.wait()
    command = [sys.executable, "-m", "engines.kernels.share", "toy", "", str(dead_parent.pid)]
    environment = _with_toy(tmp_path, ENDLESS)
    compiler = subprocess.run(command, check=False, capture_output=True, env=environment, timeout=60)
    assert (compiler.returncode, compiler.stderr) == (1, b"")


@pytest.fixture
def slowly(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], list[str]]]:
    """Loading any game takes until this is called; it tells what has begun and ended by then."""
    let_go, answer = threading.Event(), list[str]()

    def warm(game: str) -> None:
        answer.append(f"{game} begins")
        let_go.wait()
        answer.append(f"{game} ends")

    def end() -> list[str]:
        let_go.set()
        for thread in threading.enumerate():
            if thread.name.endswith("chess"):
                thread.join()
        return answer

    monkeypatch.setattr(loading, "warm", warm)
    monkeypatch.setattr(kernel_cache, "is_complete", lambda game: True)
    yield end
    end()


def test_loading_in_the_background_returns_at_once_and_runs_once(slowly: Callable[[], list[str]]):
    loading.load_in_background("chess")
    loading.load_in_background("chess")
    assert slowly() == ["chess begins", "chess ends"]


def test_a_hint_waits_for_the_background_load_before_it_compiles(slowly: Callable[[], list[str]]):
    loading.load_in_background("chess")
    assert not loading.is_ready("chess")
    assert slowly() == ["chess begins", "chess ends"] * 2
