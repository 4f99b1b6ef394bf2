"""Zones, enclosed lines and the sheet's rim are decided exactly, in whole numbers."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from engines.curves.clearance import is_near, stretch
from engines.curves.geometry import encloses, is_in_zone, is_on_sheet, middles_on_sheet
from engines.curves.line import Line, straight_line
from engines.curves.move import read_move

COLUMNS, ROWS = 16, 12
points = st.tuples(st.integers(0, COLUMNS - 1), st.integers(0, ROWS - 1))
spots = st.tuples(st.integers(-50, 1550), st.integers(-50, 1150))
arcs = st.builds(Line, points, points, spots).filter(lambda line: line.start != line.end and not line.is_in_line)
times = st.fractions(0, 1)


def line(text: str) -> Line:
    move = read_move(text, ROWS)
    assert isinstance(move, Line)
    return move


def at(curve: Line, t: Fraction) -> tuple[Fraction, Fraction]:
    """Return the exact place at time `t`."""
    (ax, ay), (bx, by), (cx, cy) = curve.start, curve.end, curve.control
    a, c, b = (1 - t) ** 2, 2 * t * (1 - t), t * t
    return a * 100 * ax + c * cx + b * 100 * bx, a * 100 * ay + c * cy + b * 100 * by


def is_between(curve: Line, place: tuple[int, int]) -> bool:
    """Return whether a place is in the zone, by another way: the ray through it leaves the zone beyond it."""
    (ax, ay), (bx, by) = ((100 * x, 100 * y) for x, y in curve.ends)
    mx, my = curve.middle[0] - Fraction(ax + bx, 2), curve.middle[1] - Fraction(ay + by, 2)
    ux, uy, vx, vy = bx - ax, by - ay, place[0] - ax, place[1] - ay
    area = ux * my - uy * mx
    along, height = (vx * my - vy * mx) / area, (ux * vy - uy * vx) / area
    return 0 < along < 1 and 0 < height < 4 * along * (1 - along)


@given(arcs, spots)
def test_a_place_is_in_the_zone_if_it_lies_between_the_line_and_its_chord(arc, place):
    assert is_in_zone(arc, place) == is_between(arc, place)


@given(points, points, spots)
def test_a_straight_line_has_no_zone(start, end, place):
    assert not is_in_zone(straight_line(start, end), place)


def test_the_zone_is_open():
    arc = line("a1-i1 via e5")
    assert not is_in_zone(arc, (400, 400))
    assert is_in_zone(arc, (400, 399))
    assert not is_in_zone(arc, (400, 0))
    assert is_in_zone(arc, (400, 1))
    assert not is_in_zone(arc, (0, 0))
    assert not is_in_zone(arc, (200, 300))
    assert is_in_zone(arc, (200, 299))


@given(arcs, times)
def test_the_sheet_s_rim_is_half_a_step_around_the_lattice(arc, t):
    if is_on_sheet(arc, COLUMNS, ROWS):
        x, y = at(arc, t)
        assert -50 <= x <= 1550
        assert -50 <= y <= 1150


@pytest.mark.parametrize(
    ("text", "stays"),
    [
        ("a1-i1 via e0.5", True),
        ("a1-i1 via e0.49", False),
        ("a12-i12 via e12.5", True),
        ("a12-i12 via e12.51", False),
        ("a1-a9 via a-.5 5", True),
        ("a1-a9 via a-.51 5", False),
        ("p1-p9 via p.5 5", True),
        ("p1-p9 via p.51 5", False),
        ("a1-p1", True),
        ("a2-i1 via e0.5", False),
    ],
)
def test_a_line_may_touch_the_rim_and_no_more(text, stays):
    assert is_on_sheet(line(text), COLUMNS, ROWS) is stays


def heights(outer: Line, inner: Line) -> list[tuple[Fraction, Fraction]]:
    """Return the places of `inner` at many times, its lowest included: along the chord of `outer`, and above it."""
    (ax, ay), (bx, by) = ((100 * x, 100 * y) for x, y in outer.ends)
    mx, my = outer.middle[0] - Fraction(ax + bx, 2), outer.middle[1] - Fraction(ay + by, 2)
    ux, uy = bx - ax, by - ay
    area = ux * my - uy * mx

    def shares(t: Fraction) -> tuple[Fraction, Fraction]:
        vx, vy = at(inner, t)[0] - ax, at(inner, t)[1] - ay
        return (vx * my - vy * mx) / area, (ux * vy - uy * vx) / area

    start, half, end = (shares(Fraction(i, 2))[1] for i in range(3))
    bend = 2 * (start + end - 2 * half)
    lowest = (3 * start + end - 4 * half) / (2 * bend) if bend else Fraction(0)
    return [shares(t) for t in (*(Fraction(i, 16) for i in range(17)), min(max(lowest, Fraction(0)), Fraction(1)))]


@given(arcs, arcs)
def test_a_line_that_does_not_cross_another_is_enclosed_if_all_of_it_lies_in_the_zone(outer, inner):
    assume(not set(outer.ends) & set(inner.ends) and not is_near(stretch(outer), stretch(inner), 1))
    inside = [height >= 0 and height <= 4 * along * (1 - along) for along, height in heights(outer, inner)]
    assert encloses(outer, inner) == all(inside)


@pytest.mark.parametrize(
    ("outer", "inner", "is_enclosed"),
    [
        ("a1-i1 via e5", "c2-g2 via e4", True),
        ("a1-i1 via e5", "c2-g2 via e0.5", False),
        ("a1-i1 via e5", "c1-g1 via e3", True),
        ("a1-i1 via e5", "c1-g1 via e0.5", False),
        ("a1-i1 via e5", "a1-g2 via e3", True),
        ("a1-i1 via e5", "a1-i1 via e3", True),
        ("a1-i1 via e3", "a1-i1 via e5", False),
        ("a1-i1 via e5", "c2-l2 via g0.5", False),
        ("a1-i1 via e5", "k2-m2 via l4", False),
        ("a1-i1", "c2-g2 via e4", False),
    ],
)
def test_a_zone_encloses_a_line_that_nowhere_leaves_it(outer, inner, is_enclosed):
    assert encloses(line(outer), line(inner)) is is_enclosed


@given(arcs, st.integers(-1, 1), st.integers(-1, 1))
def test_a_line_is_on_the_sheet_if_its_middle_is_within_both_bounds(arc, dx, dy):
    columns = middles_on_sheet(arc.start[0], arc.end[0], COLUMNS)
    rows = middles_on_sheet(arc.start[1], arc.end[1], ROWS)
    for x in (columns[0] + dx, columns[1] + dx, arc.middle[0]):
        for y in (rows[0] + dy, rows[1] + dy, arc.middle[1]):
            way = Line(arc.start, arc.end, (x, y))
            inside = columns[0] <= x <= columns[1] and rows[0] <= y <= rows[1]
            assert way.middle != (x, y) or is_on_sheet(way, COLUMNS, ROWS) == inside
