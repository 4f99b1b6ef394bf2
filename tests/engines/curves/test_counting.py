"""Exact counting agrees with the rules, move by move, and gives no result where too many lines are left."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

import pytest

from engines import LADDERS
from engines.curves.counting import FEW, is_lost_after, winning_moves
from engines.curves.line import Line
from engines.curves.options import start
from engines.curves.rules import Position
from engines.game import Seat

RUNG = LADDERS["curves"][4]


def play_texts(settings: Mapping[str, str], texts: Sequence[str]) -> Position:
    position = start(settings)
    for text in texts:
        position = position.play(position.read(text))
    return position


@cache
def result(position: Position) -> int:
    """Return the result for the mover by the rules, as long as a line of the sample is left."""
    if position.passes == 2 or not any(isinstance(move, Line) for move in position.moves()) or position.outcome:
        first, second = position.score
        return (1 if first > second else -1) * (1 if position.turn is Seat.FIRST else -1)
    return max(-result(position.play(move)) for move in position.moves())


@pytest.mark.sample(one_in=3)
@pytest.mark.parametrize("late_game", [("b5-d5", "e1-g6 via g3"), ("b5-d5", "c2-d1"), ("b5-d5", "pass", "c2-e1")])
def test_counting_finds_exactly_the_winning_moves_of_the_rules(late_game):
    position = play_texts(RUNG.settings, (*RUNG.opening(0), *late_game))
    wins = tuple(move for move in position.moves() if result(position.play(move)) < 0)
    assert winning_moves(position) == wins
    assert tuple(move for move in position.moves() if is_lost_after(position, move)) == wins


def test_nothing_is_counted_while_points_are_marked_or_many_lines_are_left():
    settings, points = {"size": "8x6", "points": "4"}, ("a1", "h1", "c2", "e3")
    assert winning_moves(play_texts(settings, points[:2])) == ()
    position = play_texts(settings, points)
    assert len(list(position.moves())) > FEW + 1
    assert winning_moves(position) == ()
