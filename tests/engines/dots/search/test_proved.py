"""What the proofs that come with the program say is true, and known next to at once."""

from __future__ import annotations

from random import Random

import pytest

from engines.dots.grid import Grid, grid
from engines.dots.search import exact
from engines.dots.search.board import empty_board
from engines.dots.search.exact import exact_value, exact_value_or_bound
from engines.dots.search.proved import PLIES, proof_table
from engines.dots.search.root import Root
from engines.dots.search.table import BIG, empty_table
from engines.dots.search.workspace import workspaces
from engines.game import Limit
from engines.kernels.alarm import alarm

MARGINS = {(3, 3): -3, (2, 5): -2, (5, 2): -2, (3, 4): 0, (4, 3): 0, (4, 4): 0}
ENOUGH, AT_ONCE = Limit(60.0), Limit(60.0, nodes=1000)


def proof_bounds(board: Grid, drawn_sides: int) -> tuple[int, int]:
    """Bounds on the margin to come, by the proof alone; where boxes are on offer, none."""
    words = proof_table(board)
    assert words is not None
    with alarm(ENOUGH) as watch:
        root = Root(empty_board(board), workspaces(words.copy(), None), watch)
        least, most = root.bounds(board.full & ~drawn_sides)
        return -most, -least


@pytest.mark.parametrize("size", MARGINS)
def test_the_value_of_a_board_with_a_proof_is_known_at_once(size: tuple[int, int]):
    solution = exact_value(grid(*size), 0, AT_ONCE)
    assert solution is not None
    assert solution.margin == MARGINS[size]


@pytest.mark.parametrize("size", MARGINS)
def test_best_play_by_both_is_known_at_once_move_by_move(size: tuple[int, int]):
    board, drawn_sides, result = grid(*size), 0, MARGINS[size]
    for _ in range(PLIES - 1):
        solution = exact_value(board, drawn_sides, AT_ONCE)
        assert solution is not None
        assert solution.margin == result
        side = 1 << solution.best_sides[0]
        boxes = sum((board.full & ~drawn_sides & box) == side for box in board.boxes)
        drawn_sides, result = drawn_sides | side, result - boxes if boxes else -result


@pytest.mark.parametrize(("size", "count"), [((3, 3), 30), ((2, 5), 4)])
def test_a_search_without_the_proof_agrees_with_its_bounds(
    size: tuple[int, int], count: int, monkeypatch: pytest.MonkeyPatch
):
    _check_bounds(size, count, 3, monkeypatch)


@pytest.mark.long
@pytest.mark.parametrize("size", [size for size in MARGINS if size != (4, 4)])
def test_a_search_without_the_proof_agrees_with_its_bounds_in_a_thousand_positions(
    size: tuple[int, int], large_seed: int, monkeypatch: pytest.MonkeyPatch
):
    _check_bounds(size, 1000, large_seed, monkeypatch)


def _check_bounds(size: tuple[int, int], count: int, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    table = empty_table(BIG)
    monkeypatch.setattr(exact, "proof_table", lambda _: None)
    monkeypatch.setattr(exact, "search_table", lambda _: table)
    board, chance, answer = grid(*size), Random(seed), 0
    for _ in range(count):
        drawn_sides = sum(1 << side for side in chance.sample(range(board.sides), chance.randrange(PLIES)))
        least, most = proof_bounds(board, drawn_sides)
        if least > -len(board.boxes) or most < len(board.boxes):
            answer += 1
            solution = exact_value_or_bound(board, drawn_sides, ENOUGH)
            assert solution is not None
            assert least <= solution.margin <= most
    assert answer > count / 10
