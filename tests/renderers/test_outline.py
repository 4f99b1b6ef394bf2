"""Points of curves, corners, dashes, arrow heads and hatchings."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from renderers import outline
from renderers.scene import Hatch, Point

lengths = st.floats(1, 900)


def length(points: Sequence[Point]) -> float:
    return sum(math.dist(a, b) for a, b in pairwise(points))


def test_a_curve_starts_and_ends_where_it_should_and_passes_its_middle():
    points = outline.curve((0, 0), (50, 100), (100, 0), steps=2)
    assert points == ((0, 0), (50, 50), (100, 0))


@given(lengths, st.floats(1, 30), st.floats(1, 30))
def test_a_dashed_line_begins_and_ends_with_a_dash(total, dash, gap):
    pieces = list(outline.dashes(((0, 0), (total, 0)), dash, gap))
    assert pieces[0][0] == pytest.approx((0, 0))
    assert pieces[-1][-1][0] == pytest.approx(total)
    assert (len(pieces) > 1) == (total >= 1.5 * gap)
    assert all(length(piece) <= dash + 1e-6 for piece in pieces) or len(pieces) == 1
    assert all(b[0][0] - a[-1][0] >= gap - 1e-6 for a, b in pairwise(pieces))


def test_dashes_go_round_corners():
    pieces = list(outline.dashes(((0, 0), (10, 0), (10, 10)), 4, 4))
    assert sum(length(piece) for piece in pieces) == pytest.approx(12)


def test_a_line_without_length_is_a_single_dot():
    assert list(outline.dashes(((5, 5), (5, 5)), 4, 4)) == [((5, 5), (5, 5))]


def test_an_arrow_head_ends_at_the_end_of_the_line_and_the_shaft_before_it():
    shaft, (tip, left, right) = outline.arrow(((0, 0), (100, 0)), 20)
    assert tip == (100, 0)
    assert shaft == ((0, 0), (80, 0))
    assert (left[0], right[0]) == (80, 80)
    assert left[1] == -right[1]


def test_rounding_stays_inside_the_polygon_and_cuts_its_corners():
    square = ((0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0))
    points = outline.round_corners(square, 3)
    assert all(0 <= x <= 10 and 0 <= y <= 10 for x, y in points)
    assert not set(square) & set(points)
    assert outline.round_corners(square, 0) == square


@given(st.floats(0, 500), st.floats(0, 500))
def test_hatching_lies_on_one_lattice_wherever_the_box_is(x, y):
    for a, b in outline.hatching(Hatch.RISING, (x, y, x + 50, y + 50), 12):
        assert math.isclose((a[0] + a[1]) % 12 % 12, 0, abs_tol=1e-6) or math.isclose((a[0] + a[1]) % 12, 12)
        assert math.isclose(sum(a), sum(b), abs_tol=1e-6)
    for a, b in outline.hatching(Hatch.FALLING, (x, y, x + 50, y + 50), 12):
        assert math.isclose(a[0] - a[1], b[0] - b[1], abs_tol=1e-6)


def test_no_hatch_has_no_lines():
    assert not list(outline.hatching(Hatch.NONE, (0, 0, 50, 50), 12))
