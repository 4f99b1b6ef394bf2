"""The compiled geometry of the search agrees with the rules."""

from __future__ import annotations

import numpy as np
from hypothesis import assume, example, given
from hypothesis import strategies as st

from engines.curves import geometry
from engines.curves.legality import Sheet, is_path_clear
from engines.curves.line import Line, straight_line
from engines.curves.search import geometry as geometry_kernels
from engines.curves.search import glance as glance_kernels
from engines.curves.search import joints as joints_kernels
from engines.curves.search.geometry import new_scratch
from engines.curves.search.glance import CLOSE, UNSURE, build_chains
from engines.curves.search.joints import find_cuts
from engines.kernels.compiling import kernel
from tests.engines.curves.test_clearance import lines, shared_arcs
from tests.engines.curves.test_geometry import COLUMNS, ROWS, points, spots

encloses = kernel(geometry_kernels.encloses)
in_zone = kernel(geometry_kernels.is_in_zone)
glance = kernel(glance_kernels.quick_verdict)
collide = kernel(joints_kernels.collide)
fits = kernel(joints_kernels.fits)
joined_collide = kernel(joints_kernels.joined_lines_collide)

DESK = new_scratch()
SHEET = Sheet(COLUMNS, ROWS)


def table(*each: Line) -> np.ndarray:
    """Return lines in the form of the kernels."""
    return np.array([[100 * v for v in one.start] + [*one.control] + [100 * v for v in one.end] for one in each])


@given(lines, spots)
def test_zones_are_the_same_to_the_last_hundredth(curve, place):
    assert in_zone(table(curve), 0, *place) == geometry.is_in_zone(curve, place)


@given(lines, lines)
def test_zones_enclose_the_same_lines(one, two):
    assume(not one.is_straight)
    assert encloses(table(one, two), 0, 1) == geometry.encloses(one, two)


@given(lines, lines)
def test_lines_collide_as_in_the_rules(one, two):
    assume(_on(one))
    assert collide(table(one, two), 0, 1, DESK) == (not is_path_clear(one, Sheet(99, 99), (), (two,)))


def _on(curve: Line) -> bool:
    return geometry.is_on_sheet(curve, 99, 99)


@given(shared_arcs)
@example((straight_line((9, 10), (10, 10)), Line((9, 10), (10, 10), (500, 500))))
def test_lines_with_shared_ends_collide_as_in_the_rules(pair):
    one, two = pair
    assume(_on(one))
    assert collide(table(one, two), 0, 1, DESK) == (not is_path_clear(one, Sheet(99, 99), (), (two,)))


@given(shared_arcs)
def test_the_fast_test_for_one_shared_end_agrees(pair):
    both = table(*pair)
    assume(len(set(pair[0].ends) & set(pair[1].ends)) == 1)
    assert joined_collide(both, find_cuts(both, DESK), 0, 1, DESK) == collide(both, 0, 1, DESK)


@given(lines, lines)
def test_the_quick_test_is_never_wrong(one, two):
    assume(not set(one.ends) & set(two.ends))
    both = table(one, two)
    verdict = glance(build_chains(both), 0, 1)
    assert verdict == UNSURE or (verdict == CLOSE) == collide(both, 0, 1, DESK)


@given(lines, st.lists(points, max_size=6, unique=True))
def test_lines_fit_the_sheet_and_points_as_in_the_rules(curve, marks):
    places = np.array([[100 * x, 100 * y] for x, y in marks], np.int64).reshape(-1, 2)
    corner = np.array([100 * (COLUMNS - 1), 100 * (ROWS - 1)])
    assert fits(table(curve), 0, places, corner, DESK) == is_path_clear(curve, SHEET, marks, ())
