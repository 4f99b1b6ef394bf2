"""Distances between curves, compared with brute force on dense samples."""

from __future__ import annotations

from math import dist

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from engines.curves.clearance import Stretch, is_near, is_near_place, meet, stretch
from engines.curves.joints import are_closer_than, is_too_narrow, meet_again, pieces
from engines.curves.line import Line, straight_line
from tests.engines.curves.test_geometry import arcs, line, points, spots
from tests.samples import examples

few = settings(max_examples=examples(8))
STEPS = 120
lines = arcs | st.builds(straight_line, points, points).filter(lambda each: each.start != each.end)
shared_arcs = (
    st.tuples(lines, lines)
    .map(lambda pair: (pair[0], Line(pair[0].start, pair[1].end, pair[1].middle)))
    .filter(lambda pair: pair[1].start != pair[1].end and not pair[1].folds_back)
)


def samples(curve: Line) -> list[tuple[float, float]]:
    curve_stretch = stretch(curve)
    return [curve_stretch.at(i / STEPS) for i in range(STEPS + 1)]


def grain(curve: Line) -> float:
    """Return the greatest distance of any place on the curve from a sample."""
    curve_stretch = stretch(curve)
    return (
        dist((curve_stretch.ax, curve_stretch.ay), (curve_stretch.cx, curve_stretch.cy))
        + dist((curve_stretch.cx, curve_stretch.cy), (curve_stretch.bx, curve_stretch.by))
    ) / STEPS


@given(lines, spots, st.floats(1, 400))
def test_a_place_is_near_a_line_as_brute_force_says(curve, place, least):
    closest = min(dist(sample, place) for sample in samples(curve))
    assume(not closest - grain(curve) <= least <= closest + 0.001)
    assert is_near_place(stretch(curve), place, least) == (closest < least)


@few
@given(lines, lines, st.floats(1, 400))
def test_two_lines_are_near_as_brute_force_says(one, two, least):
    closest = min(dist(p, q) for p in samples(one) for q in samples(two))
    assume(not closest - grain(one) - grain(two) <= least <= closest + 0.001)
    assert is_near(stretch(one), stretch(two), least) == (closest < least)


@given(lines, lines, st.floats(1, 400))
def test_nearness_does_not_depend_on_the_order_of_the_lines(one, two, least):
    assert is_near(stretch(one), stretch(two), least) == is_near(stretch(two), stretch(one), least)


@given(lines)
def test_a_stretch_lies_in_its_box_and_near_its_chord(curve):
    curve_stretch = stretch(curve)
    chord = Stretch(
        (curve_stretch.ax, curve_stretch.ay),
        ((curve_stretch.ax + curve_stretch.bx) / 2, (curve_stretch.ay + curve_stretch.by) / 2),
        (curve_stretch.bx, curve_stretch.by),
    )
    for x, y in samples(curve):
        assert curve_stretch.left - 1e-6 <= x <= curve_stretch.right + 1e-6
        assert curve_stretch.low - 1e-6 <= y <= curve_stretch.high + 1e-6
        assert not is_near_place(chord, (x, y), 0) and is_near_place(chord, (x, y), curve_stretch.dev + 1)


@given(lines, lines)
def test_lines_meet_if_they_are_near_at_any_clearance(one, two):
    assume(not set(one.ends) & set(two.ends))
    assert meet((stretch(one),), (stretch(two),)) == is_near(stretch(one), stretch(two), 0.01)


@pytest.mark.parametrize(
    ("one", "two", "least", "close"),
    [
        ("a1-i1 via e5", "a2-i2 via e6", 20, False),
        ("a1-d5", "b2-e6", 20, False),
        ("a1-d5", "b2-e6", 20.01, True),
        ("a1-i1", "a2-i2", 100, False),
        ("a1-i1", "a2-i2", 100.01, True),
        ("a1-i1 via e1.4", "a2-i2 via e1.61", 20, False),
        ("a1-i1 via e1.4", "a2-i2 via e1.59", 20, True),
    ],
)
def test_the_clearance_itself_is_far_enough(one, two, least, close):
    assert is_near(stretch(line(one)), stretch(line(two)), least) is close


@pytest.mark.parametrize(
    ("one", "two", "narrow"),
    [
        ("a1-h1", "a1-h3", False),
        ("a1-h1", "a1-i3", True),
        ("a1-h1", "a1-a8", False),
        ("e1-h1", "a1-e1", False),
        ("a1-i1 via e5", "a1-i1 via e4", True),
        ("a1-i1 via e5", "a1-i1 via e3", False),
        ("a1-i1 via e5", "a1-c5", True),
    ],
)
def test_lines_leave_a_shared_end_at_15_degrees_or_more(one, two, narrow):
    first, second = line(one), line(two)
    assert any(is_too_narrow(first, second, end) for end in first.ends if end in second.ends) is narrow


@given(shared_arcs)
def test_pieces_make_up_the_line_and_lie_within_their_circle_or_without(pair):
    curve, other_line = pair
    shared_ends = tuple(end for end in curve.ends if end in other_line.ends)
    for piece, discs in pieces(curve, shared_ends):
        for i in range(1, 10):
            place = piece.at(i / 10)
            for bit, end in enumerate(shared_ends):
                away = dist(place, (100 * end[0], 100 * end[1]))
                assert away < 100.001 if discs >> bit & 1 else away > 99.999


@few
@given(shared_arcs)
def test_near_a_shared_end_lines_may_be_close_and_elsewhere_not(pair):
    one, two = pair
    shared_ends = tuple(end for end in one.ends if end in two.ends)
    assume(not any(is_too_narrow(one, two, end) for end in shared_ends))
    centres = [(100 * x, 100 * y) for x, y in shared_ends]
    gaps = [
        dist(p, q)
        for p in samples(one)
        for q in samples(two)
        if not any(dist(p, centre) < 100 and dist(q, centre) < 100 for centre in centres)
    ]
    closest = min(gaps, default=1000.0)
    if closest < 20:
        assert are_closer_than(one, two, shared_ends, 20)
    elif closest > 20 + grain(one) + grain(two) and not meet_again(one, two, shared_ends):
        assert not are_closer_than(one, two, shared_ends, 20)


@pytest.mark.parametrize(
    ("one", "two", "again"),
    [
        ("a1-i1", "a1-i5", False),
        ("a1-i1 via e5", "a1-i1 via e3", False),
        ("a1-i1 via e5", "a1-i5", True),
        ("a1-i1", "a1-a3 via b0.75", True),
        ("a1-b1 via b.5 6", "a1-b1", False),
        ("a1-b1 via b.5 6", "b1-b3", False),
        ("a1-b1 via b.5 6", "b1-b8", True),
        ("e5-m5", "e5-e6 via e.5 4.8", True),
    ],
)
def test_lines_that_share_an_end_may_not_meet_again(one, two, again):
    first, second = line(one), line(two)
    assert meet_again(first, second, tuple(end for end in first.ends if end in second.ends)) is again
