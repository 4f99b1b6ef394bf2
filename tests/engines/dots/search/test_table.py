"""The table keeps what it is told while it has room, and never says more than it was told."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from engines.dots.search import table as table_kernels
from engines.dots.search.table import WAYS, empty
from engines.kernels.compiling import kernel

look_up = kernel(table_kernels.look_up)
store = kernel(table_kernels.store)

BOXES = 25


def numbers(count: int) -> list[tuple[np.uint64, np.uint64]]:
    chance = Random(1)
    words = [np.uint64(chance.getrandbits(64)) for _ in range(2 * count)]
    return list(zip(words[::2], words[1::2], strict=True))


def test_what_was_noted_is_found_and_nothing_else():
    words, (known, unknown) = empty(WAYS), numbers(2)
    store(words, *known, BOXES, 30, -3, 5)
    assert look_up(words, *known, BOXES) == (-3, 5)
    assert look_up(words, *unknown, BOXES) == (-BOXES, BOXES)
    assert look_up(words, known[0], unknown[1], BOXES) == (-BOXES, BOXES)


@pytest.mark.parametrize("boxes", range(1, 31))
def test_every_pair_of_bounds_is_kept(boxes):
    (known,) = numbers(1)
    for low in range(-boxes, boxes + 1, 2):
        for high in range(low, boxes + 1, 2):
            words = empty(WAYS)
            store(words, *known, boxes, 64, low, high)
            assert look_up(words, *known, boxes) == (low, high)


@pytest.mark.parametrize("boxes", [31, 32, 63, 64])
def test_bounds_of_a_vast_board_are_never_said_to_be_narrower_than_they_are(boxes):
    (known,) = numbers(1)
    for low in range(-boxes, boxes + 1, 2):
        for high in range(low, boxes + 1, 2):
            words = empty(WAYS)
            store(words, *known, boxes, 64, low, high)
            least, most = look_up(words, *known, boxes)
            assert -boxes <= least <= low <= high <= most <= boxes
            assert least == low or abs(low) > 29
            assert most == high or abs(high) > 29


def test_bounds_of_one_position_are_joined():
    words, (known,) = empty(WAYS), numbers(1)
    store(words, *known, BOXES, 30, -3, BOXES)
    store(words, *known, BOXES, 30, -BOXES, 5)
    assert look_up(words, *known, BOXES) == (-3, 5)


def test_the_smallest_position_of_a_full_bucket_makes_room():
    words, known = empty(WAYS), numbers(WAYS + 1)
    for size, number in zip((30, 20, 10, *[40] * (WAYS - 3), 15), known, strict=True):
        store(words, *number, BOXES, size, 1, 1)
    kept = [look_up(words, *number, BOXES) == (1, 1) for number in known]
    assert [at for at, is_kept in enumerate(kept) if not is_kept] == [2]


def test_a_table_holds_as_many_positions_as_it_has_words():
    words, known = empty(1 << 16), numbers(1 << 15)
    lost = sum(store(words, *number, BOXES, 30, each % 25 - 12, BOXES) for each, number in enumerate(known))
    assert lost < len(known) / 20
    assert sum(look_up(words, *number, BOXES) != (-BOXES, BOXES) for number in known) == len(known) - lost
