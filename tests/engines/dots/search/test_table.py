"""The table keeps what it is told while it has room, and never says more than it was told."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import numpy as np
import pytest

from engines.dots.search import table as table_kernels
from engines.dots.search.table import MAX_COST, PERMANENT, WAYS, Words, empty_table
from engines.kernels.compiling import kernel

look_up = kernel(table_kernels.look_up)
store = kernel(table_kernels.store)
cost_of = kernel(table_kernels.cost_of)

BOXES = 25


def numbers(count: int) -> list[tuple[np.uint64, np.uint64]]:
    chance = Random(1)
    words = [np.uint64(chance.getrandbits(64)) for _ in range(2 * count)]
    return list(zip(words[::2], words[1::2], strict=True))


def test_only_stored_bounds_are_found():
    words, (stored_numbers, unknown) = empty_table(WAYS), numbers(2)
    store(words, *stored_numbers, BOXES, 0, -3, 5)
    assert look_up(words, *stored_numbers, BOXES) == (-3, 5)
    assert look_up(words, *unknown, BOXES) == (-BOXES, BOXES)
    assert look_up(words, stored_numbers[0], unknown[1], BOXES) == (-BOXES, BOXES)


@pytest.mark.parametrize("boxes", range(1, 31))
def test_every_pair_of_bounds_can_be_stored(boxes):
    (stored_numbers,) = numbers(1)
    for low in range(-boxes, boxes + 1, 2):
        for high in range(low, boxes + 1, 2):
            words = empty_table(WAYS)
            store(words, *stored_numbers, boxes, 0, low, high)
            assert look_up(words, *stored_numbers, boxes) == (low, high)


@pytest.mark.parametrize("boxes", [31, 32, 63, 64])
def test_bounds_of_a_huge_board_are_never_narrowed(boxes):
    (stored_numbers,) = numbers(1)
    for low in range(-boxes, boxes + 1, 2):
        for high in range(low, boxes + 1, 2):
            words = empty_table(WAYS)
            store(words, *stored_numbers, boxes, 0, low, high)
            least, most = look_up(words, *stored_numbers, boxes)
            assert -boxes <= least <= low <= high <= most <= boxes
            assert least == low or abs(low) > 29
            assert most == high or abs(high) > 29


def test_bounds_of_one_position_are_joined():
    words, (stored_numbers,) = empty_table(WAYS), numbers(1)
    store(words, *stored_numbers, BOXES, 0, -3, BOXES)
    store(words, *stored_numbers, BOXES, 0, -BOXES, 5)
    assert look_up(words, *stored_numbers, BOXES) == (-3, 5)


def is_kept(words: Words, number: tuple[np.uint64, np.uint64]) -> bool:
    return look_up(words, *number, BOXES) == (1, 1)


def full_bucket(costs: Sequence[int], stored_numbers: Sequence[tuple[np.uint64, np.uint64]]) -> Words:
    words = empty_table(WAYS)
    for cost, number in zip(costs, stored_numbers, strict=False):
        store(words, *number, BOXES, cost, 1, 1)
    return words


def test_the_cheapest_position_of_a_full_bucket_makes_room():
    stored_numbers = numbers(WAYS + 1)
    words = full_bucket((5, 4, 2, 6, 6, 6, 6, 6, 3), stored_numbers)
    assert [at for at, number in enumerate(stored_numbers) if not is_kept(words, number)] == [2]


def test_only_permanent_positions_stay_in_a_full_bucket():
    stored_numbers = numbers(200)
    words = full_bucket((PERMANENT, *[MAX_COST] * (WAYS - 1), *[0, 1] * 96), stored_numbers)
    assert [at for at in range(WAYS) if is_kept(words, stored_numbers[at])] == [0]


def test_a_position_keeps_its_highest_cost():
    stored_numbers = numbers(WAYS + 1)
    words = full_bucket([3] * WAYS, stored_numbers)
    store(words, *stored_numbers[0], BOXES, 5, 1, 1)
    store(words, *stored_numbers[0], BOXES, 1, 1, 1)
    for number in (*stored_numbers[1:], *stored_numbers[1:]):
        store(words, *number, BOXES, 4, 1, 1)
    assert is_kept(words, stored_numbers[0])


def test_a_cost_is_how_often_an_effort_can_be_halved():
    assert [cost_of(effort) for effort in (0, 1, 2, 3, 4, 1000, 1 << 14, 1 << 40)] == [
        0,
        0,
        1,
        1,
        2,
        9,
        MAX_COST,
        MAX_COST,
    ]


def test_a_table_holds_as_many_positions_as_it_has_words():
    words, stored_numbers = empty_table(1 << 16), numbers(1 << 15)
    lost = sum(store(words, *number, BOXES, 0, each % 25 - 12, BOXES) for each, number in enumerate(stored_numbers))
    assert lost < len(stored_numbers) / 20
    assert (
        sum(look_up(words, *number, BOXES) != (-BOXES, BOXES) for number in stored_numbers)
        == len(stored_numbers) - lost
    )
