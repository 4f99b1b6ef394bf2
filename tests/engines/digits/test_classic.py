"""The classic heuristics against the worked example of the rules."""

from __future__ import annotations

from engines.digits.classic import classic, easy
from engines.digits.rules import Position
from engines.digits.worth import placing_values, throwing_values
from engines.game import Limit, advance
from tests.engines.digits.test_rules import WORKED_EXAMPLE, play, start


def test_on_the_empty_board_corners_edges_and_inner_cells_are_worth_24_40_and_64():
    position = start()
    named = {position.grid.name(place): value for place, value in placing_values(position).items()}
    assert (named["a1"], named["c1"], named["c3"]) == (24, 40, 64)


def test_each_choice_of_the_worked_example_is_the_single_highest():
    position, highest = play(start(), *WORKED_EXAMPLE[:2]), []
    for cell in WORKED_EXAMPLE[2:]:
        values = placing_values(position)
        best_value = max(values.values())
        assert [position.grid.name(place) for place, value in values.items() if value == best_value] == [cell]
        assert str(classic(position, Limit()).move) == cell
        highest.append(best_value)
        position = play(position, cell)
    assert highest == [64, 61, 60, 54, 45, 43]


def test_every_order_of_tied_throws_ends_16_to_12():
    ends = set()
    for seed in range(40):
        position: Position = play(start(), *WORKED_EXAMPLE)
        while position.outcome is None:
            position, _ = advance(position, classic(position, Limit(seed=seed)).move)
        ends.add(position.score)
    assert ends == {(16, 12)}


def test_a_throw_counts_the_opponents_digits_twice_and_takes_off_the_own():
    position = play(start(), *WORKED_EXAMPLE)
    named = {position.grid.name(place): value for place, value in throwing_values(position).items()}
    assert named == {"a6": -1, "b6": 1, "c6": 1, "a5": 1, "a4": 1, "c4": 3}


def test_easy_seldom_places_a_digit_on_the_best_cell():
    position = play(start(), *WORKED_EXAMPLE[:2])
    best_moves = {str(classic(position, Limit(seed=seed)).move) for seed in range(20)}
    result = sum(str(easy(position, Limit(seed=seed)).move) in best_moves for seed in range(600))
    assert result < 600 * len(best_moves) / len(list(position.moves()))
