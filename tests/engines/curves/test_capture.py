"""The holders of points after a line: capture, priority, taking back, and release."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engines.game import Seat
from tests.engines.curves.sheets import marked_sheet, owners, play_moves

THREE = "a1 i1 c2 e2 g2 p12"
NESTED = "a1 i1 b2 h2 d2 f2 e3 p12"


def test_a_line_captures_all_free_points_in_its_zone():
    position = play_moves(marked_sheet(THREE), "a1-i1 via e5")
    assert owners(position) == {"c2": "first", "e2": "first", "g2": "first"}
    assert position.score == (3, 0)


def test_a_straight_line_holds_nothing():
    assert play_moves(marked_sheet("a1 i1 c2 e2"), "a1-i1").score == (0, 0)


def test_points_on_the_chord_or_beyond_the_line_are_not_captured():
    position = play_moves(marked_sheet("a1 i1 c1 e6 c3 p12"), "a1-i1 via e5")
    assert owners(position) == {"c3": "first"}


def test_a_point_with_a_line_is_not_free_and_not_captured():
    position = play_moves(marked_sheet(THREE), "c2-e2", "a1-i1 via e5")
    assert owners(position) == {"g2": "second"}


def test_a_second_line_of_the_opponent_takes_a_point_back():
    position = play_moves(marked_sheet(THREE), "a1-i1 via e5", "c2-e2")
    assert position.score == (3, 0)
    position = play_moves(position, "pass", "a1-c2")
    assert owners(position) == {"c2": "released", "e2": "first", "g2": "first"}
    assert position.score == (2, 0)


def test_one_line_may_take_back_both_its_ends():
    position = play_moves(marked_sheet(THREE), "a1-i1 via e5", "c2-e2", "pass", "c2-e2 via d1.5")
    assert owners(position) == {"c2": "released", "e2": "released", "g2": "first"}


def test_the_holder_saves_a_point_by_a_line_to_it():
    position = play_moves(marked_sheet(THREE), "a1-i1 via e5", "c2-e2", "a1-c2", "e2-g2", "g2-i1")
    assert owners(position) == {"c2": "first", "e2": "released", "g2": "first"}


def test_the_holder_s_own_lines_take_nothing_back():
    position = play_moves(marked_sheet(THREE), "a1-i1 via e5", "pass", "a1-c2", "pass", "c2-e2", "pass", "e2-g2")
    assert position.score == (3, 0)


def test_a_line_between_held_points_that_captures_releases_its_ends_at_once():
    position = play_moves(marked_sheet("a1 i1 c2 e3 g2 p12"), "a1-i1 via e5", "c2-g2 via e4")
    assert owners(position) == {"c2": "released", "e3": "second", "g2": "released"}
    assert position.score == (0, 1)


def test_a_line_over_a_point_held_before_releases_its_ends_too():
    position = play_moves(marked_sheet(NESTED), "a1-i1 via e6", "d2-f2 via e3.5", "pass", "b2-h2 via e4.5")
    assert owners(position)["e3"] == "second"
    assert owners(position)["b2"] == owners(position)["h2"] == "released"


def test_a_line_that_holds_no_point_releases_nothing():
    position = play_moves(marked_sheet("a1 i1 c2 e3 g2 p12"), "a1-i1 via e5", "c2-g2 via e2.5")
    assert position.score == (3, 0)


def test_a_line_with_one_end_at_a_held_point_releases_nothing():
    position = play_moves(marked_sheet("a3 i3 c4 e4 d2 e1"), "a3-i3 via e7", "e1-e4 via c.5 2.5")
    assert owners(position) == {"c4": "first", "d2": "second", "e4": "first"}


def test_a_line_outside_the_holder_s_zone_releases_nothing():
    position = play_moves(marked_sheet("a5 i5 e6 k1 h3 p12"), "a5-i5 via e9", "e6-k1 via g2")
    assert owners(position) == {"e6": "first", "h3": "second"}


def test_a_line_across_the_ruler_side_of_the_zone_releases_nothing():
    position = play_moves(marked_sheet("a4 i4 c5 g5 e3 p12"), "a4-i4 via e8", "c5-g5 via e2")
    assert owners(position) == {"c5": "first", "g5": "first", "e3": "second"}


def test_a_line_between_points_of_two_zones_releases_nothing():
    points = "b4 f4 d5 h4 n4 j5 g3 p12"
    position = play_moves(marked_sheet(points), "b4-f4 via d7", "pass", "h4-n4 via k7", "d5-j5 via g1.5")
    assert owners(position) == {"d5": "first", "g3": "second", "j5": "first"}


def test_the_holder_s_own_zone_inside_theirs_releases_nothing():
    own_zone = play_moves(marked_sheet("a1 i1 c2 e3 g2 p12"), "a1-i1 via e5", "pass", "c2-g2 via e4")
    assert own_zone.score == (3, 0)


def test_a_released_point_counts_for_nobody_for_good():
    position = play_moves(marked_sheet(THREE), "a1-i1 via e5", "c2-e2", "pass", "c2-e2 via d1.5", "pass", "pass")
    assert position.score == (1, 0)
    position = play_moves(marked_sheet("a1 i1 c2 e2 g2 a2 i2 p12"), "a1-i1 via e5", "c2-e2", "pass", "c2-e2 via d1.5")
    position = play_moves(position, "a2-i2 via e7")
    assert owners(position) == {"c2": "released", "e2": "released", "g2": "first"}


def test_a_later_zone_inside_the_older_one_takes_over():
    position = play_moves(marked_sheet("a1 i1 c1 g1 e2 p12"), "a1-i1 via e5", "c1-g1 via e3")
    assert owners(position) == {"e2": "second"}


def test_a_later_zone_that_overlaps_the_older_one_takes_over():
    position = play_moves(marked_sheet("a3 i3 e4 c5 c1 p12"), "a3-i3 via e7", "c1-c5 via g3")
    assert owners(position) == {"c5": "first", "e4": "second"}


def test_a_later_zone_that_encloses_the_whole_older_line_changes_nothing():
    position = play_moves(marked_sheet("c1 g1 a1 i1 e2 b2"), "c1-g1 via e3", "a1-i1 via e6")
    assert owners(position) == {"b2": "second", "e2": "first"}


@pytest.mark.parametrize("outer", ["a1-i1 via e6", "c1-i1 via d.5 5", "c1-g1 via e6.5"])
def test_a_line_that_shares_ends_with_the_older_one_can_enclose_it(outer):
    position = play_moves(marked_sheet("c1 g1 a1 i1 e2 p12"), "c1-g1 via e3", outer)
    assert owners(position) == {"e2": "first"}


def test_the_inner_one_of_a_player_s_nested_zones_holds():
    outer_first = play_moves(marked_sheet("a1 o1 c1 m1 e1 k1 h2 p12"), "a1-o1 via h10", "pass", "e1-k1 via h3.5")
    assert outer_first.holders[(7, 1)].line == outer_first.lines[1]
    inner_first = play_moves(marked_sheet("a1 o1 c1 m1 e1 k1 h2 p12"), "e1-k1 via h3.5", "pass", "a1-o1 via h10")
    assert inner_first.holders[(7, 1)].line == inner_first.lines[0]
    for position in (outer_first, inner_first):
        between = play_moves(position, "c1-m1 via h6")
        assert owners(between) == {"h2": "first"}


def test_a_seat_can_win_only_with_points_that_it_holds_or_that_have_no_line():
    position = play_moves(marked_sheet("a1 i1 e2 p12 a12 c10"), "a1-i1 via e5")
    assert all(position.can_win(seat) for seat in Seat)  # Second may take e2 over
    position = play_moves(position, "a12-p12", "a1-e2", "a12-c10", "e2-i1")
    assert position.outcome is None
    assert [position.can_win(seat) for seat in Seat] == [True, False]
    assert replace(position, even=True).can_win(Seat.SECOND) is False
    position = replace(position, holdings=())
    assert [replace(position, even=even).can_win(Seat.SECOND) for even in (False, True)] == [False, True]


def test_nobody_gains_from_a_release():
    before = play_moves(marked_sheet(THREE), "a1-i1 via e5", "c2-e2", "pass")
    after = play_moves(before, "c2-e2 via d1.5")
    assert after.score[1] == before.score[1]
