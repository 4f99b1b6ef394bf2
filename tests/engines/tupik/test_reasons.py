"""Reasons for drives where every move has the same result: the car that wins, and the moves that a win loses."""

from __future__ import annotations

from engines.explaining import explain
from engines.game import Limit, Reason, Seat
from engines.review import judge_move
from engines.tupik import GAME
from engines.tupik.map.roadmap import bits
from engines.tupik.rules import Position
from tests.engines.tupik.board import start

LIMIT = Limit(60.0)
TWO_WAY = "1>2,3 2>1,3 3>1,2,4 4>3,5 5>4,6,7 6>5,7 7>6,8"


def drive(turn: Seat) -> Position:
    return Position(start(TWO_WAY).roads, first=bits((1, 2)), second=bits((4, 5)), turn=turn)


def test_each_move_of_a_lost_position_is_explained_by_the_car_that_none_stops():
    position = drive(Seat.FIRST)
    for move in position.moves():
        explanation = explain(GAME, position, move, LIMIT)
        assert explanation.value == explanation.best_value == -1
        assert Reason("no-move-stops", city=5, steps=2) in explanation.reasons
        assert "holds-longest" not in {reason.code for reason in explanation.facts}


def test_a_judgement_says_that_a_win_comes_later_than_it_could():
    position = drive(Seat.SECOND)
    late_move, quick_move = position.read("4-3"), position.read("5-7")
    for move, delays in ((late_move, {Reason("wins-later", turns=1)}), (quick_move, set())):
        judgement = judge_move(GAME, position, str(move), explain(GAME, position, move, LIMIT))
        assert not judgement.loss
        assert {reason for reason in judgement.reasons if reason.code == "wins-later"} == delays
