"""The stages of a game, turns, passes, the end, and what a position promises."""

from __future__ import annotations

import pickle
from dataclasses import replace

import pytest

from engines.curves.line import Line
from engines.curves.move import Mark, Pass
from engines.curves.options import start
from engines.curves.sample import in_sample
from engines.game import Outcome, Seat, perft
from tests.engines.curves.sheets import marked, owners, played, refusal


def test_the_default_sheet_has_16_by_12_points_of_which_12_are_marked():
    position = start({})
    assert dict(position.settings) == {"size": "16x12", "points": "12"}
    assert len(list(position.moves())) == 16 * 12
    assert [str(move) for move in position.moves()][:2] == ["a1", "a2"]
    assert str(list(position.moves())[-1]) == "p12"


def test_players_mark_in_turn_and_first_begins_both_stages():
    position = start({"points": "4"})
    turns = [position.turn]
    for point in ("a1", "i1", "c2", "e2"):
        assert position.marking
        position = played(position, point)
        turns.append(position.turn)
    assert turns == [Seat.FIRST, Seat.SECOND] * 2 + [Seat.FIRST]
    assert not position.marking


def test_of_an_odd_number_of_points_first_marks_one_more_and_second_draws_first():
    position = start({"points": "3"})
    turns = []
    for point in ("a1", "i1", "c2"):
        turns.append(position.turn)
        position = played(position, point)
    assert turns == [Seat.FIRST, Seat.SECOND, Seat.FIRST]
    assert (position.marking, position.turn) == (False, Seat.SECOND)


def test_a_point_is_marked_once_and_on_the_sheet():
    position = played(start({}), "e7")
    assert refusal(position, "e7").code == "point-marked"
    assert refusal(position, "q7").code == "off-sheet"
    assert "e7" not in {str(move) for move in position.moves()}
    assert refusal(position, "e7").fields["example"] == "a1"


def test_lines_and_passes_wait_until_all_points_are_marked():
    position = played(start({"points": "4"}), "a1", "i1")
    for text in ("a1-i1", "pass"):
        found = refusal(position, text)
        assert (found.code, found.fields["left"]) == ("points-first", 2)


def test_no_point_is_marked_later():
    found = refusal(marked("a1 i1 c2 e2"), "p12")
    assert (found.code, found.fields["part"]) == ("lines-now", "p12")


def test_a_turn_is_one_line_or_a_pass():
    position = marked("a1 i1 c2 e2")
    for text, turn in (("a1-i1 via e5", Seat.SECOND), ("pass", Seat.FIRST), ("c2-e2", Seat.SECOND)):
        position = played(position, text)
        assert position.turn is turn


def test_two_passes_in_a_row_end_the_game_and_more_held_points_win():
    position = played(marked("a1 i1 c2 e2"), "a1-i1 via e5", "pass", "pass")
    assert position.outcome == Outcome(Seat.FIRST, "both-passed")
    assert list(position.moves()) == []
    assert refusal(position, "c2-e2").code == "game-over"
    assert "example" not in refusal(position, "pass").fields


def test_second_wins_with_more_points_and_equal_is_a_draw():
    assert played(marked("a1 i1 c2 e2"), "pass", "a1-i1 via e5", "pass", "pass").outcome == Outcome(
        Seat.SECOND, "both-passed"
    )
    assert played(marked("a1 i1 c2 e2"), "pass", "pass").outcome == Outcome(None, "both-passed")


def test_a_line_between_two_passes_keeps_the_game_going():
    position = played(marked("a1 i1 c2 e2"), "pass", "a1-i1 via e5", "pass")
    assert position.outcome is None


LATE = ("g10-o4 via l.2 8.6", "e6-m7 via h.88 7.49", "e6-o4")


def test_the_game_ends_when_no_line_is_left():
    position = played(marked("a1 d1 a4 d4", "4x4"), "a1-d1", "a4-d4", "a1-a4", "d1-d4")
    assert position.outcome == Outcome(None, "no-line-left")
    assert list(position.moves()) == []
    assert position.line_left is None


def test_the_game_goes_on_while_any_line_is_left_though_the_sample_is_empty():
    position = played(marked("e6 g10 m7 o4"), *LATE)
    assert position.outcome is None
    left, last = position.moves()
    assert (left, last) == (position.line_left, Pass())
    assert isinstance(left, Line)
    assert not in_sample(left)
    assert left in position.bends(*left.ends)
    assert played(position, "g10-m7 via j.5 8.5").score == (0, 0)


def test_the_line_that_is_left_does_not_depend_on_what_was_known_before():
    position = played(marked("e6 g10 m7 o4"), *LATE, "pass")
    assert replace(position, witness=None).line_left == position.line_left


def test_passing_is_always_allowed():
    position = marked("a1 i1 c2 e2")
    assert list(position.moves())[-1] == Pass()
    assert played(position, "pass").outcome is None


def test_positions_are_values():
    one = played(marked("a1 i1 c2 e2"), "a1-i1 via e5", "pass")
    two = played(marked("a1 i1 c2 e2"), "i1-a1 via e5", "PASS")
    assert one == two
    assert hash(one) == hash(two)
    assert pickle.loads(pickle.dumps(one)) == one
    assert one != marked("a1 i1 c2 e2")


def test_owners_name_what_is_held_or_was_released():
    position = played(marked("a1 i1 c2 e3 g2 p12"), "a1-i1 via e5")
    assert owners(position) == {"c2": "first", "e3": "first", "g2": "first"}
    assert owners(played(position, "c2-g2 via e4")) == {"c2": "released", "e3": "second", "g2": "released"}
    assert owners(marked("a1 i1 c2 e2")) == {}


def test_moves_are_counted_as_they_are_listed():
    position = marked("a1 d1 a4 d4", "4x4")
    assert perft(position, 1) == len(list(position.moves()))
    assert perft(position, 2) == sum(len(list(position.play(move).moves())) for move in position.moves())


@pytest.mark.parametrize("move", [Mark((0, 0)), Pass(), Line((0, 0), (1, 0), (50, 0))])
def test_nothing_is_played_after_the_end(move):
    over = played(marked("a1 i1 c2 e2"), "pass", "pass")
    assert refusal(over, str(move)).code == "game-over"
