"""What kernels share: bit counts, an alarm they can see, and caches that notice a change."""

from __future__ import annotations

import importlib
import os
import pickle
import platform
import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from threading import Event

import numba
import numpy as np
import pytest
from numba.core import event

import engines
from engines.game import Limit, Stop
from engines.kernels import kernel_cache
from engines.kernels.alarm import Watch, alarm, has_rung
from engines.kernels.compiling import kernel
from engines.kernels.intrinsics import popcount, trailing_zeros
from engines.kernels.loading import warm


@kernel
def counts(word: np.uint64) -> tuple[int, int]:
    return popcount(word), trailing_zeros(word)


def _count_rounds(watch: Watch, most: int) -> int:
    rounds = 0
    while not has_rung(watch) and rounds < most:
        rounds += 1
    return rounds


@pytest.mark.parametrize("word", [1, 40, 2**63, 2**64 - 1])
def test_bits_are_counted_as_python_counts_them(word):
    assert counts(np.uint64(word)) == (word.bit_count(), (word & -word).bit_length() - 1)


count_rounds = kernel(_count_rounds)


def test_an_alarm_rings_by_itself():
    with alarm(Limit(0.01)) as watch:
        count_rounds(watch, 1 << 60)
        assert has_rung(watch)


def test_an_alarm_rings_when_the_clock_of_its_limit_has_reached_the_end():
    readings, third_reading, now = count(), Event(), 0.0

    def clock() -> float:
        if next(readings) == 3:
            third_reading.set()
        return now

    with alarm(Limit(0.001, clock=clock)) as watch:
        third_reading.wait()
        assert not has_rung(watch)
        now = 1.0
        count_rounds(watch, 1 << 60)
        assert has_rung(watch)


def test_a_raised_stop_rings_at_once():
    stop = Stop()
    with alarm(Limit(1000.0, stop=stop)) as watch:
        assert not has_rung(watch)
        stop.raise_()
        assert count_rounds(watch, 10) == 0


def test_an_alarm_that_is_over_does_not_ring():
    with alarm(Limit(1000.0)) as watch:
        assert count_rounds(watch, 10) == 10
    assert not has_rung(watch)


@pytest.fixture
def toy(tmp_path: Path) -> Path:
    """Create a folder with a game of one kernel."""
    (tmp_path / "toy").mkdir()
    (tmp_path / "toy" / "search.py").write_text(TOY)
    return tmp_path


@pytest.fixture
def disk(toy: Path) -> Path:
    """The same, compiled once; `_from_disk` asks a new process to run it."""
    assert _from_disk(toy) == "4 0"
    return toy


@pytest.fixture
def run_fresh(toy: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], str]]:
    """The same without a new process: the toy's modules are new, and so is all that lies on disk."""
    shelf = toy / "cache" / kernel_cache.folder().name
    monkeypatch.setattr(kernel_cache, "folder", lambda: shelf)
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(shelf))
    monkeypatch.setattr(engines, "__path__", [*engines.__path__, str(toy)])
    shelf.mkdir(parents=True)
    yield _run_again
    _forget()


def _run_again() -> str:
    _forget()
    warm("toy")
    kernel_of_toy = importlib.import_module("engines.toy.search").doubled
    return f"{kernel_of_toy(2)} {sum(kernel_of_toy.stats.cache_hits.values())}"


def _forget() -> None:
    for name in [name for name in sys.modules if name.startswith("engines.toy")]:
        del sys.modules[name]


TOY = """
from functools import cache
from engines.kernels.compiling import kernel, part, section, tight

@part
def one(number):
    return number

@section
def two(number):
    return one(number) + one(number)

@tight
def same(number):
    return two(number)

@kernel
def doubled(number):
    return same(number) * one(1)

@cache
def warm():
    doubled(2)
"""
RUN = """
import engines, sys
from engines.kernels.loading import warm
engines.__path__.append(sys.argv[1])
warm("toy")
from engines.toy.search import doubled
print(doubled(2), sum(doubled.stats.cache_hits.values()))
"""


def test_a_part_that_a_kernel_and_a_part_of_it_call_is_compiled_once(run_fresh: Callable[[], str]):
    with event.install_recorder("numba:compile") as recorder:
        assert run_fresh() == "4 0"
    starts = [each.data["dispatcher"] for _, each in recorder.buffer if each.is_start]
    assert [dispatcher.py_func.__name__ for dispatcher in starts] == ["doubled", "same", "one"]


def _from_disk(place: Path, **environment: str) -> str:
    """Run the kernel in a new process; return its answer, and whether it was read from disk."""
    settings = os.environ | {"NUMBA_CACHE_DIR": str(place / "cache")} | environment
    return subprocess.check_output([sys.executable, "-c", RUN, str(place)], env=settings, text=True).strip()


LEARNT = """
import engines, sys
engines.__path__.append(sys.argv[1])
from engines.kernels.compiling import kernel
from engines.toy.search import doubled

def learnt():
    return "numba.np.linalg" in sys.modules

print(doubled(2), learnt())

@kernel
def again(number):
    return doubled(number) + 1

print(again(2), learnt())
"""


def test_a_kernel_from_disk_loads_no_compiler_until_a_caller_is_compiled(toy: Path, run_fresh: Callable[[], str]):
    assert run_fresh() == "4 0"
    program = toy / "learnt.py"
    program.write_text(LEARNT)
    settings = os.environ | {"NUMBA_CACHE_DIR": str(toy / "cache")}
    output = subprocess.check_output([sys.executable, program, str(toy)], env=settings, text=True)
    assert output.splitlines() == ["4 False", "5 True"]


VERSION = pickle.dumps(numba.__version__)


BROKEN = {
    "an empty index": ("nbi", b""),
    "an index with a type that is gone": ("nbi", VERSION + b"cengines.kernels.alarm\nTypeThatIsGone\n."),
    "an index with a module that is gone": ("nbi", VERSION + b"cengines.module_that_is_gone\nType\n."),
    "code that is none": ("nbc", b"no pickle"),
    "code with a type that is gone": ("nbc", b"cengines.kernels.alarm\nTypeThatIsGone\n."),
    "code in another shape": ("nbc", pickle.dumps("no kernel")),
}


@pytest.mark.parametrize(("suffix", "content"), BROKEN.values(), ids=BROKEN.keys())
def test_an_unreadable_cache_is_rebuilt(toy: Path, run_fresh: Callable[[], str], suffix: str, content: bytes):
    assert (run_fresh(), run_fresh()) == ("4 0", "4 1")
    (file,) = toy.rglob(f"*.{suffix}")
    file.write_bytes(content)
    assert (run_fresh(), run_fresh()) == ("4 0", "4 1")


BASELINE = {"NUMBA_CPU_NAME": "x86-64-v2" if platform.machine() in ("x86_64", "AMD64") else "generic"}


@pytest.mark.long
def test_kernels_for_a_named_processor_have_a_cache_of_their_own(disk: Path):
    assert _from_disk(disk, NUMBA_CPU_FEATURES="", **BASELINE) == "4 0"
    assert _from_disk(disk, NUMBA_CPU_FEATURES="", **BASELINE) == "4 1"
    assert _from_disk(disk) == "4 1"
