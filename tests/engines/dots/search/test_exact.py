"""The exact search says what plain minimax says, of whole small boards and of samples of bigger ones."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from random import Random

import numpy as np
import pytest

from engines.dots.grid import Grid, grid
from engines.dots.search import exact, workspace
from engines.dots.search import root as root_kernels
from engines.dots.search.board import search_position
from engines.dots.search.exact import ExactValue, exact_value, exact_value_or_bound, margins
from engines.dots.search.proved import proof_table
from engines.dots.search.root import Root
from engines.dots.search.table import WAYS, Words, empty_table, new_table, shared_table
from engines.dots.search.workspace import workspaces
from engines.game import Limit, Stop
from engines.game import perft as perft_by_rules
from engines.kernels.alarm import alarm
from engines.kernels.compiling import kernel
from tests.engines.dots.test_rules import after
from tests.engines.dots.truth import flat_table, minimax
from tests.samples import cases

perft = kernel(root_kernels.perft)

ENOUGH = Limit(60.0)
KNOWN = {
    **{f"1x{n}": -(n % 2) for n in range(1, 9)},
    "2x2": 2,
    "2x3": -2,
    "2x4": 2,
    "2x5": -2,
    "3x3": -3,
    "3x4": 0,
}


def clear_shared() -> None:
    """Empty the shared table, also of what proofs say, which is read again when it is needed."""
    proof_table.cache_clear()
    shared_table().fill(0)


def random_sides(sides: int, count: int, chance: Random) -> int:
    return sum(1 << side for side in chance.sample(range(sides), count))


@pytest.mark.parametrize(("size", "margin"), KNOWN.items())
def test_empty_boards_have_their_known_values(size, margin, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(exact, "proof_table", lambda _: None)
    cols, rows = map(int, size.split("x"))
    for shape in (grid(cols, rows), grid(rows, cols)):
        solution = exact_value(shape, 0, ENOUGH)
        assert solution is not None
        assert solution.margin == margin


@pytest.mark.parametrize("size", [(1, 1), (2, 1), pytest.param((1, 3), marks=pytest.mark.long)])
def test_every_move_on_the_smallest_boards_has_its_true_value(size):
    shape, truths = grid(*size), minimax(*size)
    for drawn_sides in range(1 << shape.sides):
        assert margins(shape, drawn_sides, ENOUGH) == truths(drawn_sides)


@pytest.mark.parametrize(
    ("size", "step"), [((2, 2), 41), ((2, 3), 4801), pytest.param((2, 3), 97, marks=pytest.mark.long), ((4, 1), 119)]
)
def test_positions_of_small_boards_have_their_true_values(size, step):
    shape, truths = grid(*size), minimax(*size)
    for drawn_sides in range(0, 1 << shape.sides, step):
        assert margins(shape, drawn_sides, ENOUGH) == truths(drawn_sides)


@cases(40, 600)
def test_late_positions_of_three_by_three_have_their_true_values(count):
    chance, shape, truths = Random(3), grid(3, 3), minimax(3, 3)
    for _ in range(count):
        drawn_sides = random_sides(24, chance.randrange(13, 24), chance)
        assert margins(shape, drawn_sides, ENOUGH) == truths(drawn_sides)


def wrong_values(size: tuple[int, int], every: Iterable[int], words: Words | None = None) -> list[int]:
    """The positions among those whose margin differs from the flat table's."""
    shape, table_of_all = grid(*size), flat_table(*size)
    solution = search_position(shape, 0)
    assert solution is not None
    with alarm(Limit(3600.0)) as watch:
        root = Root(solution, workspaces(new_table(shape.sides) if words is None else words, None), watch)
        return [
            drawn_sides
            for drawn_sides in every
            if root.value(shape.full & ~drawn_sides, 0) != table_of_all[drawn_sides]
        ]


@pytest.mark.parametrize(("size", "step"), [((2, 2), 1), ((2, 3), 37), pytest.param((2, 3), 7, marks=pytest.mark.long)])
def test_small_boards_agree_with_a_flat_table(size, step):
    assert wrong_values(size, range(0, 1 << grid(*size).sides, step)) == []


@pytest.mark.long
def test_a_whole_board_and_thousands_of_positions_of_a_bigger_one_agree_with_a_flat_table(large_seed: int):
    chance = Random(large_seed)
    assert wrong_values((2, 3), range(1 << 17)) == []
    assert wrong_values((3, 3), [chance.randrange(1 << 24) for _ in range(50_000)]) == []


def test_a_table_too_small_for_a_search_costs_only_time():
    assert wrong_values((2, 3), range(0, 1 << 17, 101), empty_table(WAYS)) == []


def test_late_positions_of_four_by_four_have_their_true_values():
    chance, shape, truths = Random(10), grid(4, 4), minimax(4, 4)
    for _ in range(20):
        drawn_sides = random_sides(40, chance.randrange(28, 40), chance)
        assert margins(shape, drawn_sides, ENOUGH) == truths(drawn_sides)


@cases(25, 300)
def test_the_best_sides_are_those_of_the_highest_value(count):
    chance, shape, truths = Random(5), grid(3, 2), minimax(3, 2)
    for _ in range(count):
        drawn_sides = random_sides(17, chance.randrange(5, 17), chance)
        worths = truths(drawn_sides)
        solution = exact_value(shape, drawn_sides, ENOUGH, shape.sides)
        assert solution is not None
        assert solution.margin == max(worths.values())
        assert set(solution.best_sides) == {side for side, worth in worths.items() if worth == solution.margin}


def test_a_big_board_is_exact_once_little_of_it_is_open():
    chance, small, big = Random(6), grid(3, 3), grid(9, 9)
    wall = sum(1 << side for side, name in enumerate(small.names) if name.count("d") == 2 or name.count("4") == 2)
    for _ in range(20):
        drawn_sides = wall | random_sides(24, 9, chance)
        image = big.full
        for side in range(24):
            if not drawn_sides >> side & 1:
                image &= ~(1 << big.index[small.names[side]])
        assert exact_value(big, image, ENOUGH) == replace_names(exact_value(small, drawn_sides, ENOUGH), small, big)


def replace_names(result: ExactValue | None, small: Grid, big: Grid) -> ExactValue:
    assert result is not None
    return ExactValue(result.margin, tuple(big.index[small.names[side]] for side in result.best_sides))


def test_a_board_too_big_for_one_word_has_no_exact_value():
    assert exact_value(grid(6, 6), 0, ENOUGH) is None
    assert margins(grid(6, 6), 0, ENOUGH) == {}


def test_a_bound_proved_before_the_limit_is_true():
    shape, chance, bounds = grid(4, 2), Random(7), []
    for drawn_sides in (random_sides(shape.sides, 4, chance) for _ in range(12)):
        worths = margins(shape, drawn_sides, ENOUGH)
        for nodes in (300, 1000, 3000):
            solution = exact_value_or_bound(shape, drawn_sides, Limit(60.0, nodes=nodes))
            if solution and solution.is_bound:
                assert 0 <= solution.margin <= worths[solution.best_sides[0]]
                bounds.append(solution.margin == max(worths.values()))
    assert len(bounds) > 10
    assert any(bounds)


@cases(1, 8)
def test_the_first_side_asked_about_does_not_change_the_value(count):
    shape, chance = grid(4, 2), Random(11)
    for _ in range(count):
        drawn_sides = random_sides(shape.sides, 4, chance)
        worths = margins(shape, drawn_sides, ENOUGH)
        for first in worths:
            whole = exact_value_or_bound(shape, drawn_sides, ENOUGH, shape.sides, first=first)
            assert whole == exact_value(shape, drawn_sides, ENOUGH, shape.sides)
            left = exact_value_or_bound(shape, drawn_sides, Limit(60.0, nodes=300), first=first)
            assert left is None or left.margin <= worths[left.best_sides[0]]


@pytest.mark.parametrize("limit", [Limit(60.0, nodes=50), Limit(0.0)])
def test_a_search_that_was_cut_short_claims_nothing(limit):
    assert exact_value(grid(2, 8), 0, limit) is None


def test_threads_that_search_together_find_what_one_finds():
    chance, shape = Random(8), grid(4, 4)
    for _ in range(5):
        drawn_sides = random_sides(40, 14, chance)
        clear_shared()
        together = exact_value(shape, drawn_sides, replace(ENOUGH, threads=3), shape.sides)
        clear_shared()
        assert together == exact_value(shape, drawn_sides, ENOUGH, shape.sides)


@pytest.mark.parametrize("threads", [1, 2])
def test_a_search_that_may_take_long_has_a_table_of_its_own(monkeypatch, threads):
    monkeypatch.setattr(exact, "VAST", 26)
    monkeypatch.setattr(exact, "LARGE", 1 << 20)
    monkeypatch.setattr(exact, "proof_table", lambda _: None)
    clear_shared()
    solution = exact_value(grid(2, 5), 0, replace(ENOUGH, threads=threads))
    assert solution is not None
    assert solution.margin == -2
    assert not shared_table().any()


def test_two_rows_of_eight_from_the_empty_board_may_take_long(monkeypatch):
    monkeypatch.setattr(exact, "PATIENCE", 0.0)
    clear_shared()
    assert exact_value(grid(2, 8), 0, Limit(0.2)) is None
    assert not shared_table().any()


def test_a_raised_stop_ends_all_threads_of_a_search():
    stop = Stop()
    stop.raise_()
    assert exact_value(grid(5, 5), 0, Limit(1000.0, threads=3, stop=stop)) is None


def test_a_raised_stop_ends_a_search_that_would_take_hours():
    stop = Stop()
    stop.raise_()
    assert exact_value(grid(5, 5), 0, Limit(1000.0, stop=stop)) is None


@pytest.mark.parametrize(("size", "depth"), [("1x1", 4), ("2x1", 7), ("2x2", 4), ("3x3", 3)])
def test_the_kernel_counts_as_many_sequences_as_the_rules(size, depth):
    position = after(f"size={size}")
    solution = search_position(position.grid, 0)
    assert solution is not None
    assert perft(workspaces(new_table(0), None)[0], np.uint64(solution.sides), depth) == perft_by_rules(position, depth)


def count_search(shape: Grid, drawn_sides: int, words: int) -> dict[str, int]:
    solution = search_position(shape, drawn_sides)
    assert solution is not None
    with alarm(ENOUGH) as watch:
        root = Root(solution, workspaces(empty_table(words), None), watch)
        root.value(solution.sides, 0)
    names = ("NODES", "MOVES_LISTED", "MOVES_KNOWN", "REPLACEMENTS", "CUTOFFS", "FIRST_MOVE_CUTOFFS", "CHAINS_ONLY")
    return {name: int(root.workspaces[0].counts[getattr(workspace, name)]) for name in names}


def test_a_search_counts_what_it_does():
    small, large = (count_search(grid(3, 3), 0, words) for words in (1 << 8, 1 << 21))
    for counts in (small, large):
        assert 0 < counts["MOVES_KNOWN"] < counts["MOVES_LISTED"]
        assert 0 < counts["FIRST_MOVE_CUTOFFS"] < counts["CUTOFFS"]
        assert 0 < counts["CHAINS_ONLY"] < counts["NODES"]
    assert large["REPLACEMENTS"] == 0 < small["REPLACEMENTS"]
    assert large["NODES"] < small["NODES"]


def test_every_position_of_two_chains_is_counted_as_chains_alone():
    shape = grid(2, 3)
    drawn_sides = sum(
        1 << shape.upright(1, row) | 1 << shape.upright(0, row) | 1 << shape.upright(2, row) for row in range(3)
    )
    counts = count_search(shape, drawn_sides, 1 << 16)
    assert counts["CHAINS_ONLY"] == counts["NODES"] > 0
