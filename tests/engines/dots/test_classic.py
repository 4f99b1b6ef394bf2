"""The classic level plays its heuristic exactly; the easy level errs on purpose."""

from __future__ import annotations

from random import Random

import pytest

from engines.dots.classic import classic, easy
from engines.dots.move import Move
from engines.dots.rules import Position
from engines.dots.taking import captures, cost
from engines.game import Limit, Seat
from tests.engines.dots.test_rules import after

ROW = ("a1-b1", "a2-b2", "b1-c1", "b2-c2")


def test_a_free_box_is_taken_two_at_once_first():
    position = after("size=3x1", *ROW, "c1-d1", "c2-d2", "a1-a2")
    hint = classic(position, Limit())
    assert (str(hint.move), hint.reasons[0].code) == ("b1-b2", "takes-box")
    both = after("size=3x1", *ROW, "c1-d1", "c2-d2", "a1-a2", "b1-b2 d1-d2")
    assert str(classic(both, Limit()).move) == "c1-c2"
    assert classic(both, Limit()).value == 2


def test_without_a_free_box_no_third_side_is_given():
    position = after("size=2x2", "a1-b1", "a1-a2")
    for seed in range(20):
        hint = classic(position, Limit(seed=seed))
        assert hint.reasons[0].code == "gives-no-third-side"
        assert str(hint.move) not in {"b1-b2", "a2-b2"}


def test_forced_to_give_it_gives_the_least():
    row_of_three = ("a1-b1", "b1-c1", "c1-d1", "a2-b2", "b2-c2", "c2-d2")
    position = after("size=3x2", *row_of_three, "b2-b3", "c3-d3")
    hint = classic(position, Limit(seed=1))
    assert str(hint.move) in {"a2-a3", "a3-b3"}
    assert (hint.value, hint.reasons[0].code) == (-1, "gives-third-side")


def test_the_cost_of_a_side_is_what_can_be_taken_in_one_go():
    position = after("size=3x1", *ROW, "c1-d1", "c2-d2")
    assert [cost(position.grid, position.drawn_sides, position.grid.index[side]) for side in ("a1-a2", "b1-b2")] == [
        3,
        3,
    ]
    assert cost(position.grid, 0, 0) == 0


def test_a_colour_is_chosen_by_its_boxes():
    assert str(classic(after("size=1x1 pie=5", "a1-a2 a1-b1 a2-b2 b1-b2"), Limit()).move) == "keep"


@pytest.mark.parametrize("level", [classic, easy])
def test_equal_seeds_give_equal_advice(level):
    position = after("default", "a1-a2")
    assert level(position, Limit(60.0, seed=7)) == level(position, Limit(60.0, seed=7))
    assert len({level(position, Limit(seed=seed)).move for seed in range(30)}) > 1


def test_the_easy_level_misses_about_a_third_of_what_it_sees():
    position = after("size=5x5", "a1-a2", "a1-b1", "a2-b2")
    taken = sum(str(easy(position, Limit(seed=seed)).move) == "b1-b2" for seed in range(600))
    assert 0.6 < taken / 600 < 0.75


@pytest.mark.parametrize(("stronger", "weaker"), [(classic, easy)])
def test_classic_beats_easy(stronger, weaker):
    points = 0.0
    for seed in range(30):
        position, seat = after("size=3x3"), Seat.FIRST if seed % 2 else Seat.SECOND
        while position.outcome is None:
            level = stronger if position.turn is seat else weaker
            position = position.play(level(position, Limit(seed=seed)).move)
        points += position.outcome.winner is seat
    assert points >= 25


def test_easy_loses_most_games_to_a_player_who_only_takes_boxes():
    lost = 0
    for seed in range(60):
        position, chance, seat = after("size=3x3"), Random(seed), Seat.FIRST if seed % 2 else Seat.SECOND
        while position.outcome is None:
            move = easy(position, Limit(seed=seed)).move if position.turn is seat else _greedy(position, chance)
            position = position.play(move)
        lost += position.outcome.winner is seat.opponent
    assert lost >= 40


def _greedy(position: Position, chance: Random) -> Move:
    sides = list(position.open_sides())
    free = [side for side in sides if captures(position.grid, position.drawn_sides, side)]
    return Move((position.grid.names[chance.choice(free or sides)],))
