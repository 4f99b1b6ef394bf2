"""The classic heuristic, and the easy level, by the distances."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from engines.game import Limit, Seat
from engines.tupik.classic import classic, easy
from engines.tupik.move import Move
from engines.tupik.rules import Position
from tests.engines.tupik.board import play, random_map, random_walk, start


def gap(position: Position, move: Move) -> int:
    first, second = position.play(move).score
    return second - first if position.turn is Seat.FIRST else first - second


@given(st.integers(4, 16), st.integers(0, 10**6), st.integers(0, 16))
def test_the_gap_is_widened_as_far_as_can_be_unless_a_drive_wins(count, seed, plies):
    position = random_walk(Position(random_map(count, seed)), seed, plies)
    move = classic(position, Limit(seed=seed)).move
    wins = [each for each in position.moves() if each.start and each.goal == position.roads.dead_end]
    if wins:
        assert move in wins
    else:
        assert gap(position, move) == max(gap(position, each) for each in position.moves())


def test_equal_gaps_are_ordered_by_the_mover_s_own_distances_and_then_by_the_seed():
    position = start("1>2,3 2>4 3>4 4>5,6 5>6")
    assert {str(classic(position, Limit(seed=seed)).move) for seed in range(20)} == {"1"}
    fork = start("1>2,3 2>4 3>4")
    chosen = play(fork, "1", "2")
    assert {str(classic(chosen, Limit(seed=seed)).move) for seed in range(20)} == {"1-3"}
    assert classic(position, Limit(seed=5)) == classic(position, Limit(seed=5))


def test_easy_wins_at_once_if_it_looks_and_errs_in_about_a_third_of_its_moves():
    position = play(start(), "6", "1", "5", "2")
    wins = sum(str(easy(position, Limit(seed=seed)).move) == "6-8" for seed in range(600))
    assert 600 * 2 / 3 - 50 < wins < 600


def test_easy_takes_the_longer_way_more_often_than_not():
    position = play(start(), "1", "2", "4", "5", "1-3")
    meant = [str(easy(position, Limit(seed=seed)).move) for seed in range(300)]
    assert len(list(position.moves())) > 1
    assert meant.count("5-6") < 300 / len(list(position.moves()))
