"""The levels are what they are called: strong beats classic, classic beats easy, with either to begin."""

from __future__ import annotations

import pytest

from engines.digits import GAME
from engines.game import Level, Limit, Seat, advance
from engines.kernels.loading import warm
from tests.samples import cases


@pytest.fixture(scope="module", autouse=True)
def warm_kernels():
    warm("digits")


def points(stronger: Level, lower: Level, seat: Seat, seed: int) -> float:
    """Return the points of the better level in one game from this seat."""
    position = GAME.start({}, 0)
    while position.outcome is None:
        limit = Limit(600.0, nodes=4000, seed=seed)
        position, _ = advance(position, GAME.hint(position, limit, stronger if position.turn is seat else lower).move)
    winner = position.outcome.winner
    return 0.5 if winner is None else float(winner is seat)


@cases(4, 12)
@pytest.mark.parametrize(("stronger", "lower"), [(Level.STRONG, Level.CLASSIC), (Level.CLASSIC, Level.EASY)])
def test_a_level_makes_more_points_than_the_one_below(stronger, lower, count):
    wins = sum(points(stronger, lower, seat, seed) for seat in Seat for seed in range(count))
    assert wins > 0.6 * 2 * count
