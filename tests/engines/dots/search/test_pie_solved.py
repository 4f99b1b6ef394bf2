"""The pie rule solved, compared with plain minimax over every set-up and both choices."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from engines.dots.grid import grid
from engines.dots.move import Move
from engines.dots.options import start
from engines.dots.rules import Position, Stage
from engines.dots.search import solve
from engines.game import Limit, Seat, Solution
from engines.refusals import Refusal
from tests.engines.dots.truth import minimax

ENOUGH = Limit(600.0)


def final(position: Position) -> int:
    """First's boxes less Second's at the end, by minimax over the rules alone."""
    margin = max(minimax_of(position.grid.cols, position.grid.rows)(position.drawn_sides).values(), default=0)
    first, second = position.score
    return first - second + (margin if position.mover is Seat.FIRST else -margin)


minimax_of = cache(minimax)


def expected_solution(position: Position) -> int:
    """First's lead in the end where Second chooses best, and First sets up best before."""
    if position.stage is Stage.PLAY:
        return final(position)
    after = [expected_solution(position.play(move)) for move in position.moves()]
    return max(after) if position.stage is Stage.SETUP else min(after)


def by_minimax(position: Position) -> Solution[Move]:
    sign = 1 if position.turn is Seat.FIRST else -1
    worth = {move: sign * expected_solution(position.play(move)) for move in position.moves()}
    first, second = position.score
    highest = max(worth.values())
    return Solution(highest - sign * (first - second), tuple(move for move in worth if worth[move] == highest))


@pytest.mark.parametrize(("size", "pie"), [("1x1", "5"), ("2x1", "4"), ("2x2", "2"), ("2x2", "3")])
def test_a_set_up_is_solved_as_minimax_solves_it(size: str, pie: str) -> None:
    position = start({"size": size, "pie": pie})
    assert solve(position, ENOUGH) == by_minimax(position)


def test_the_choice_is_solved_as_minimax_solves_it() -> None:
    chance = Random(1)
    for _ in range(30):
        position = start({"size": "2x2", "pie": "5"})
        while position.stage is Stage.SETUP:
            position = position.play(chance.choice(list(position.moves())))
        assert solve(position, ENOUGH) == by_minimax(position)


def test_a_set_up_out_of_reach_is_refused() -> None:
    with pytest.raises(Refusal) as error:
        solve(Position(grid(5, 5), pie=5, stage=Stage.SETUP), Limit(0.2))
    assert error.value.code == "unsolved"
