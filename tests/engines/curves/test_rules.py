"""The stages of a game, turns, passes, the end, and the guarantees of a position."""

from __future__ import annotations

import pickle
from dataclasses import replace

import pytest

from engines.curves.line import Line
from engines.curves.move import Mark, Pass
from engines.curves.options import start
from engines.curves.sample import is_in_sample
from engines.game import Outcome, Seat, perft
from tests.engines.curves.sheets import marked_sheet, owners, play_moves, refusal


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
        assert position.is_marking
        position = play_moves(position, point)
        turns.append(position.turn)
    assert turns == [Seat.FIRST, Seat.SECOND] * 2 + [Seat.FIRST]
    assert not position.is_marking


def test_first_marks_the_last_of_an_odd_number_and_second_draws_first():
    position = start({"points": "3"})
    turns = []
    for point in ("a1", "i1", "c2"):
        turns.append(position.turn)
        position = play_moves(position, point)
    assert turns == [Seat.FIRST, Seat.SECOND, Seat.FIRST]
    assert (position.is_marking, position.turn) == (False, Seat.SECOND)


def test_a_point_is_marked_once_and_on_the_sheet():
    position = play_moves(start({}), "e7")
    assert refusal(position, "e7").code == "point-marked"
    assert refusal(position, "q7").code == "off-sheet"
    assert "e7" not in {str(move) for move in position.moves()}
    assert refusal(position, "e7").fields["example"] == "a1"


def test_lines_and_passes_wait_until_all_points_are_marked():
    position = play_moves(start({"points": "4"}), "a1", "i1")
    for text in ("a1-i1", "pass"):
        refused = refusal(position, text)
        assert (refused.code, refused.fields["left"]) == ("points-first", 2)


def test_no_point_is_marked_in_the_second_stage():
    refused = refusal(marked_sheet("a1 i1 c2 e2"), "p12")
    assert (refused.code, refused.fields["part"]) == ("lines-now", "p12")


def test_a_turn_is_one_line_or_a_pass():
    position = marked_sheet("a1 i1 c2 e2")
    for text, turn in (("a1-i1 via e5", Seat.SECOND), ("pass", Seat.FIRST), ("c2-e2", Seat.SECOND)):
        position = play_moves(position, text)
        assert position.turn is turn


def test_two_passes_in_a_row_end_the_game_and_more_held_points_win():
    position = play_moves(marked_sheet("a1 i1 c2 e2"), "a1-i1 via e5", "pass", "pass")
    assert position.outcome == Outcome(Seat.FIRST, "both-passed")
    assert list(position.moves()) == []
    assert refusal(position, "c2-e2").code == "game-over"
    assert "example" not in refusal(position, "pass").fields


def test_second_wins_with_more_points_and_equal_is_a_draw():
    assert play_moves(marked_sheet("a1 i1 c2 e2"), "pass", "a1-i1 via e5", "pass", "pass").outcome == Outcome(
        Seat.SECOND, "both-passed"
    )
    assert play_moves(marked_sheet("a1 i1 c2 e2"), "pass", "pass").outcome == Outcome(None, "both-passed")


def test_a_line_between_two_passes_keeps_the_game_going():
    position = play_moves(marked_sheet("a1 i1 c2 e2"), "pass", "a1-i1 via e5", "pass")
    assert position.outcome is None


LATE = ("g10-o4 via l.2 8.6", "e6-m7 via h.88 7.49", "e6-o4")


def test_the_game_ends_when_no_line_is_left():
    position = play_moves(marked_sheet("a1 d1 a4 d4", "4x4"), "a1-d1", "a4-d4", "a1-a4", "d1-d4")
    assert position.outcome == Outcome(None, "no-line-left")
    assert list(position.moves()) == []
    assert position.remaining_line is None


def test_the_game_goes_on_while_any_line_is_left_though_the_sample_is_empty():
    position = play_moves(marked_sheet("e6 g10 m7 o4"), *LATE)
    assert position.outcome is None
    remaining_line, last = position.moves()
    assert (remaining_line, last) == (position.remaining_line, Pass())
    assert isinstance(remaining_line, Line)
    assert not is_in_sample(remaining_line)
    assert remaining_line in position.bends(*remaining_line.ends)
    assert play_moves(position, "g10-m7 via j.5 8.5").score == (0, 0)


def test_the_remaining_line_does_not_depend_on_the_witness():
    position = play_moves(marked_sheet("e6 g10 m7 o4"), *LATE, "pass")
    assert replace(position, witness=None).remaining_line == position.remaining_line


def test_passing_is_always_allowed():
    position = marked_sheet("a1 i1 c2 e2")
    assert list(position.moves())[-1] == Pass()
    assert play_moves(position, "pass").outcome is None


def test_positions_are_values():
    one = play_moves(marked_sheet("a1 i1 c2 e2"), "a1-i1 via e5", "pass")
    two = play_moves(marked_sheet("a1 i1 c2 e2"), "i1-a1 via e5", "PASS")
    assert one == two
    assert hash(one) == hash(two)
    assert pickle.loads(pickle.dumps(one)) == one
    assert one != marked_sheet("a1 i1 c2 e2")


def test_owners_name_held_and_released_points():
    position = play_moves(marked_sheet("a1 i1 c2 e3 g2 p12"), "a1-i1 via e5")
    assert owners(position) == {"c2": "first", "e3": "first", "g2": "first"}
    assert owners(play_moves(position, "c2-g2 via e4")) == {"c2": "released", "e3": "second", "g2": "released"}
    assert owners(marked_sheet("a1 i1 c2 e2")) == {}


def test_moves_are_counted_as_they_are_listed():
    position = marked_sheet("a1 d1 a4 d4", "4x4")
    assert perft(position, 1) == len(list(position.moves()))
    assert perft(position, 2) == sum(len(list(position.play(move).moves())) for move in position.moves())


@pytest.mark.parametrize("move", [Mark((0, 0)), Pass(), Line((0, 0), (1, 0), (50, 0))])
def test_no_move_is_legal_after_the_end(move):
    over = play_moves(marked_sheet("a1 i1 c2 e2"), "pass", "pass")
    assert refusal(over, str(move)).code == "game-over"
