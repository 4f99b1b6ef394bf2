"""Each move has one notation, and a line is the same in both directions."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.curves.line import Line, straight_line, symmetric_arc
from engines.curves.move import Mark, Pass, read_move

ROWS = 20
points = st.tuples(st.integers(0, 25), st.integers(0, ROWS - 1))
spots = st.tuples(st.integers(-50, 2550), st.integers(-50, 100 * (ROWS - 1) + 50))
lines = st.builds(Line, points, points, spots)


@given(lines | st.builds(Mark, points) | st.builds(straight_line, points, points))
def test_every_move_is_read_as_it_is_written(move):
    assert read_move(str(move), ROWS) == move


@given(points, points, spots)
def test_a_line_is_the_same_from_both_ends(start, end, middle):
    assert Line(start, end, middle) == Line(end, start, middle)
    assert hash(Line(start, end, middle)) == hash(Line(end, start, middle))


@given(points, points)
def test_a_middle_halfway_gives_the_straight_line(start, end):
    half = 50 * (start[0] + end[0]), 50 * (start[1] + end[1])
    assert Line(start, end, half) == straight_line(start, end)
    assert "via" not in str(straight_line(start, end))


def test_a_middle_elsewhere_on_the_ruler_gives_the_straight_line_or_folds_back():
    assert Line((0, 0), (8, 0), (300, 0)) == straight_line((0, 0), (8, 0))
    assert Line((0, 0), (8, 0), (200, 0)) == straight_line((0, 0), (8, 0))
    assert Line((0, 0), (8, 0), (199, 0)).folds_back
    assert not Line((0, 0), (8, 0), (199, 1)).folds_back
    assert not straight_line((0, 0), (8, 0)).folds_back


@given(lines)
def test_the_line_passes_through_its_middle_at_half_time(line):
    if not line.is_straight:
        for axis in (0, 1):
            a, c, b = 100 * line.start[axis], line.control[axis], 100 * line.end[axis]
            assert a + 2 * c + b == 4 * line.middle[axis]


@pytest.mark.parametrize(
    ("middle", "spelling"),
    [
        ((200, 800), "c9"),
        ((200, 850), "c9.5"),
        ((250, 850), "c.5 9.5"),
        ((225, 805), "c.25 9.05"),
        ((203, 800), "c.03 9"),
        ((-50, 0), "a-.5 1"),
        ((-5, -50), "a-.05 0.5"),
        ((0, -25), "a0.75"),
        ((1550, 1150), "p.5 12.5"),
    ],
)
def test_a_middle_is_spelled_with_halves_where_exact_and_at_most_two_decimals(middle, spelling):
    assert str(Line((3, 3), (9, 5), middle)) == f"d4-j6 via {spelling}"


def test_left_and_right_are_those_of_the_way_from_the_first_point_typed():
    assert read_move("a3-f3 +2.5", 12) == Line((0, 2), (5, 2), (250, 450))
    assert read_move("a3-f3 -2.5", 12) == Line((0, 2), (5, 2), (250, -50))
    assert read_move("f3-a3 +2.5", 12) == read_move("a3-f3 -2.5", 12)


@given(points, points, st.integers(-999, 999))
def test_a_symmetric_arc_has_its_middle_as_far_from_both_ends(start, end, hundredths):
    line = symmetric_arc(start, end, hundredths / 100)
    x, y = line.middle
    squares = [(x - 100 * px) ** 2 + (y - 100 * py) ** 2 for px, py in (start, end)]
    away = (x - 50 * (start[0] + end[0])) ** 2 + (y - 50 * (start[1] + end[1])) ** 2
    assert abs(squares[0] ** 0.5 - squares[1] ** 0.5) <= 2**0.5
    assert abs(away**0.5 - abs(hundredths)) <= 1 or start == end


def test_a_pass_is_a_word():
    assert str(Pass()) == "pass"
    assert read_move("Pass", 12) == Pass()
