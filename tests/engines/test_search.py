"""What kernels share: bit counts, an alarm they can see, and caches that notice a change."""

from __future__ import annotations

import numpy as np
import pytest

from engines.game import Limit, Stop
from engines.search import Watch, alarm, kernel, popcount, rung, tight, trailing_zeros


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
    assert any("search.py" in str(part) for part in stamp)
