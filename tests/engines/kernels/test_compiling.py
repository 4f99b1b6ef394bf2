"""What kernels share: bit counts, an alarm they can see, and caches that notice a change."""

from __future__ import annotations

import pickle
from pathlib import Path

import numba
import numpy as np
import pytest

from engines.game import Limit, Stop
from engines.kernels.alarm import Watch, alarm, rung
from engines.kernels.compiling import kernel, tight
from engines.kernels.intrinsics import popcount, trailing_zeros


@kernel
def counts(word: np.uint64) -> tuple[int, int]:
    return popcount(word), trailing_zeros(word)


def _waited(watch: Watch, most: int) -> int:
    rounds = 0
    while not rung(watch) and rounds < most:
        rounds += 1
    return rounds


@pytest.mark.parametrize("word", [1, 40, 2**63, 2**64 - 1])
def test_bits_are_counted_as_python_counts_them(word):
    assert counts(np.uint64(word)) == (word.bit_count(), (word & -word).bit_length() - 1)


waited = tight(_waited)


def test_an_alarm_rings_by_itself():
    with alarm(Limit(0.01)) as watch:
        waited(watch, 1 << 60)
        assert rung(watch)


def test_a_raised_stop_rings_at_once():
    stop = Stop()
    with alarm(Limit(1000.0, stop=stop)) as watch:
        assert not rung(watch)
        stop.raise_()
        assert waited(watch, 10) == 0


def test_an_alarm_that_is_over_does_not_ring():
    with alarm(Limit(1000.0)) as watch:
        assert waited(watch, 10) == 10
    assert not rung(watch)


def test_a_cached_kernel_is_stamped_with_all_files_of_its_search():
    stamp = vars(tight(_waited))["_cache"]._cache_file._source_stamp
    assert any("alarm.py" in str(part) for part in stamp)


def _doubled(number: int) -> int:
    return 2 * number


def _from_disk(number: int) -> tuple[int, bool]:
    """What a kernel made anew answers, and whether it was read from disk for that."""
    doubled = kernel(_doubled)
    return doubled(number), bool(vars(doubled)["_cache_hits"])


@pytest.fixture
def disk(tmp_path, monkeypatch):
    """The folder where a kernel is stored, which was compiled once."""
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path))
    assert _from_disk(2) == (4, False)
    assert _from_disk(3) == (6, True)
    return tmp_path


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
def test_a_cache_that_cannot_be_read_is_made_anew(disk: Path, suffix: str, content: bytes):
    (broken,) = disk.rglob(f"*.{suffix}")
    broken.write_bytes(content)
    assert _from_disk(4) == (8, False)
    assert _from_disk(5) == (10, True)
