"""Small starts that a seat wins whatever the other plays, and starts with few places to win."""

from __future__ import annotations

import pytest

from engines import GAMES
from engines.decided import has_few_places, winning_seat
from engines.game import Limit, Seat
from engines.kernels.loading import warm
from tests.engines.starts import options


@pytest.mark.parametrize(
    ("game", "start", "seat"),
    [
        ("dots", "size=1x1", Seat.SECOND),
        ("dots", "size=1x1 pie=1", Seat.SECOND),
        ("dots", "size=2x1", None),
        ("dots", "size=3x1", Seat.SECOND),
        ("dots", "size=2x2", Seat.FIRST),
        ("tupik", "map=1>2,3;2>1,4;3>1,4", Seat.FIRST),
    ],
)
def test_a_small_start_is_won_by_the_seat_that_wins_with_best_play(game: str, start: str, seat: Seat | None):
    position = GAMES[game].start(options(start), 0)
    assert winning_seat(position) is seat
    warm(game)  # compiling is no part of the limit
    value = GAMES[game].solve(position, Limit(30.0)).value
    assert {1: Seat.FIRST, 0: None, -1: Seat.SECOND}[(value > 0) - (value < 0)] is seat


@pytest.mark.parametrize("game", GAMES)
def test_of_the_usual_start_it_is_not_known_who_wins(game: str):
    assert winning_seat(GAMES[game].start(GAMES[game].offer.defaults({}), 0)) is None


def test_boards_below_3x3_have_few_places():
    sizes = ("1x1", "2x2", "2x4", "3x3", "2x5", "5x5")
    few = [has_few_places(GAMES["dots"].start({"size": size}, 0)) for size in sizes]
    assert few == [True, True, True, False, False, False]
