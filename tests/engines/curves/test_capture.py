"""Who holds what after a line: capture, priority, taking back, and release."""

from __future__ import annotations

import pytest

from tests.engines.curves.sheets import marked, owners, played

THREE = "a1 i1 c2 e2 g2 p12"
NESTED = "a1 i1 b2 h2 d2 f2 e3 p12"


def test_all_free_points_in_the_zone_become_the_drawer_s():
    position = played(marked(THREE), "a1-i1 via e5")
    assert owners(position) == {"c2": "first", "e2": "first", "g2": "first"}
    assert position.score == (3, 0)


def test_a_straight_line_holds_nothing():
    assert played(marked("a1 i1 c2 e2"), "a1-i1").score == (0, 0)


def test_points_on_the_chord_or_beyond_the_line_are_not_captured():
    position = played(marked("a1 i1 c1 e6 c3 p12"), "a1-i1 via e5")
    assert owners(position) == {"c3": "first"}


def test_a_point_with_a_line_is_not_free_and_not_captured():
    position = played(marked(THREE), "c2-e2", "a1-i1 via e5")
    assert owners(position) == {"g2": "second"}


def test_a_second_line_of_the_opponent_takes_a_point_back():
    position = played(marked(THREE), "a1-i1 via e5", "c2-e2")
    assert position.score == (3, 0)
    position = played(position, "pass", "a1-c2")
    assert owners(position) == {"c2": "released", "e2": "first", "g2": "first"}
    assert position.score == (2, 0)


def test_one_line_may_take_back_both_its_ends():
    position = played(marked(THREE), "a1-i1 via e5", "c2-e2", "pass", "c2-e2 via d1.5")
    assert owners(position) == {"c2": "released", "e2": "released", "g2": "first"}


def test_the_holder_saves_a_point_by_a_line_of_their_own():
    position = played(marked(THREE), "a1-i1 via e5", "c2-e2", "a1-c2", "e2-g2", "g2-i1")
    assert owners(position) == {"c2": "first", "e2": "released", "g2": "first"}


def test_the_holder_s_own_lines_take_nothing_back():
    position = played(marked(THREE), "a1-i1 via e5", "pass", "a1-c2", "pass", "c2-e2", "pass", "e2-g2")
    assert position.score == (3, 0)


def test_a_line_between_held_points_that_captures_releases_its_ends_at_once():
    position = played(marked("a1 i1 c2 e3 g2 p12"), "a1-i1 via e5", "c2-g2 via e4")
    assert owners(position) == {"c2": "released", "e3": "second", "g2": "released"}
    assert position.score == (0, 1)


def test_so_does_one_that_has_a_point_of_its_drawer_in_its_zone_already():
    position = played(marked(NESTED), "a1-i1 via e6", "d2-f2 via e3.5", "pass", "b2-h2 via e4.5")
    assert owners(position)["e3"] == "second"
    assert owners(position)["b2"] == owners(position)["h2"] == "released"


def test_one_that_holds_nothing_releases_nothing():
    position = played(marked("a1 i1 c2 e3 g2 p12"), "a1-i1 via e5", "c2-g2 via e2.5")
    assert position.score == (3, 0)


def test_one_with_only_one_end_at_a_held_point_releases_nothing():
    position = played(marked("a3 i3 c4 e4 d2 e1"), "a3-i3 via e7", "e1-e4 via c.5 2.5")
    assert owners(position) == {"c4": "first", "d2": "second", "e4": "first"}


def test_one_outside_the_holder_s_zone_releases_nothing():
    position = played(marked("a5 i5 e6 k1 h3 p12"), "a5-i5 via e9", "e6-k1 via g2")
    assert owners(position) == {"e6": "first", "h3": "second"}


def test_one_that_crosses_the_ruler_side_of_the_holder_s_zone_releases_nothing():
    position = played(marked("a4 i4 c5 g5 e3 p12"), "a4-i4 via e8", "c5-g5 via e2")
    assert owners(position) == {"c5": "first", "g5": "first", "e3": "second"}


def test_one_between_points_of_two_zones_releases_nothing():
    points = "b4 f4 d5 h4 n4 j5 g3 p12"
    position = played(marked(points), "b4-f4 via d7", "pass", "h4-n4 via k7", "d5-j5 via g1.5")
    assert owners(position) == {"d5": "first", "g3": "second", "j5": "first"}


def test_the_holder_s_own_zone_inside_theirs_releases_nothing():
    own = played(marked("a1 i1 c2 e3 g2 p12"), "a1-i1 via e5", "pass", "c2-g2 via e4")
    assert own.score == (3, 0)


def test_a_released_point_counts_for_nobody_for_good():
    position = played(marked(THREE), "a1-i1 via e5", "c2-e2", "pass", "c2-e2 via d1.5", "pass", "pass")
    assert position.score == (1, 0)
    position = played(marked("a1 i1 c2 e2 g2 a2 i2 p12"), "a1-i1 via e5", "c2-e2", "pass", "c2-e2 via d1.5")
    position = played(position, "a2-i2 via e7")
    assert owners(position) == {"c2": "released", "e2": "released", "g2": "first"}


def test_a_later_zone_inside_the_older_one_takes_over():
    position = played(marked("a1 i1 c1 g1 e2 p12"), "a1-i1 via e5", "c1-g1 via e3")
    assert owners(position) == {"e2": "second"}


def test_a_later_zone_that_overlaps_the_older_one_takes_over():
    position = played(marked("a3 i3 e4 c5 c1 p12"), "a3-i3 via e7", "c1-c5 via g3")
    assert owners(position) == {"c5": "first", "e4": "second"}


def test_a_later_zone_that_encloses_the_whole_older_line_changes_nothing():
    position = played(marked("c1 g1 a1 i1 e2 b2"), "c1-g1 via e3", "a1-i1 via e6")
    assert owners(position) == {"b2": "second", "e2": "first"}


@pytest.mark.parametrize("outer", ["a1-i1 via e6", "c1-i1 via d.5 5", "c1-g1 via e6.5"])
def test_sharing_ends_with_the_older_line_is_enclosing_it_too(outer):
    position = played(marked("c1 g1 a1 i1 e2 p12"), "c1-g1 via e3", outer)
    assert owners(position) == {"e2": "first"}


def test_of_one_s_own_nested_zones_the_inner_one_holds():
    outer_first = played(marked("a1 o1 c1 m1 e1 k1 h2 p12"), "a1-o1 via h10", "pass", "e1-k1 via h3.5")
    assert outer_first.held[(7, 1)].line == outer_first.lines[1]
    inner_first = played(marked("a1 o1 c1 m1 e1 k1 h2 p12"), "e1-k1 via h3.5", "pass", "a1-o1 via h10")
    assert inner_first.held[(7, 1)].line == inner_first.lines[0]
    for position in (outer_first, inner_first):
        between = played(position, "c1-m1 via h6")
        assert owners(between) == {"h2": "first"}


def test_nobody_gains_from_a_release():
    before = played(marked(THREE), "a1-i1 via e5", "c2-e2", "pass")
    after = played(before, "c2-e2 via d1.5")
    assert after.score[1] == before.score[1]
