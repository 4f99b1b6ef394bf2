"""The table keeps what it is told while it has room, and all of it when it grows."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from engines.dots.search import table as table_kernels
from engines.dots.search.table import BUCKET, empty, grown
from engines.game import Limit, Stop
from engines.kernels.alarm import alarm
from engines.kernels.compiling import kernel

look_up = kernel(table_kernels.look_up)
store = kernel(table_kernels.store)

BOXES = 25
WORDS = 1 << 22


def numbers(count: int) -> list[tuple[np.uint64, np.uint64]]:
    chance = Random(1)
    words = [np.uint64(chance.getrandbits(64)) for _ in range(2 * count)]
    return list(zip(words[::2], words[1::2], strict=True))


def test_what_was_noted_is_found_and_nothing_else():
    words, (known, unknown) = empty(BUCKET), numbers(2)
    store(words, *known, 30, -3, 5)
    assert look_up(words, *known, BOXES) == (-3, 5)
    assert look_up(words, *unknown, BOXES) == (-BOXES, BOXES)
    assert look_up(words, known[0], unknown[1], BOXES) == (-BOXES, BOXES)


def test_bounds_of_one_position_are_joined():
    words, (known,) = empty(BUCKET), numbers(1)
    store(words, *known, 30, -3, BOXES)
    store(words, *known, 30, -BOXES, 5)
    assert look_up(words, *known, BOXES) == (-3, 5)


def test_the_smallest_position_of_a_full_bucket_makes_room():
    words, known = empty(BUCKET), numbers(5)
    for size, number in zip((30, 20, 10, 40, 15), known, strict=True):
        store(words, *number, size, 1, 1)
    assert [look_up(words, *number, BOXES) == (1, 1) for number in known] == [True, True, False, True, True]


def test_a_table_that_grows_keeps_all_it_holds():
    words, known = empty(WORDS), numbers(20_000)
    for each, number in enumerate(known):
        store(words, *number, 30, each % 25, BOXES)
    with alarm(Limit(60.0)) as watch:
        larger = grown(words, watch)
    assert larger.size == 2 * words.size
    assert all(look_up(larger, *number, BOXES) == (each % 25, BOXES) for each, number in enumerate(known))


@pytest.mark.parametrize("stopped", [False, True])
def test_a_table_grows_until_it_is_stopped(stopped):
    words, stop = empty(WORDS), Stop()
    words.fill(1)
    if stopped:
        stop.raise_()
    with alarm(Limit(60.0, stop=stop)) as watch:
        assert grown(words, watch).any() != stopped
