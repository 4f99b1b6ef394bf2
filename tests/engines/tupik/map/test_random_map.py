"""Random maps: neighbours are those of the Delaunay triangulation, and a seed gives the map that it always gave."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.tupik.map.random_map import Point, delaunay
from engines.tupik.map.text import map_text
from engines.tupik.map_maker import sketches

POINTS = st.lists(st.tuples(st.integers(0, 20), st.integers(0, 12)), min_size=3, max_size=12, unique=True)


def side(a: Point, b: Point, c: Point) -> int:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def is_between(a: Point, b: Point, c: Point) -> bool:
    """Return whether c lies on the way from a to b."""
    return side(a, b, c) == 0 and (a[0] - c[0]) * (b[0] - c[0]) + (a[1] - c[1]) * (b[1] - c[1]) < 0


def are_crossing(a: Point, b: Point, c: Point, d: Point) -> bool:
    return side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0


def circle_side(a: Point, b: Point, c: Point, d: Point) -> int:
    """Return a number above 0 if d lies inside the circle through a, b and c, 0 if it lies on it."""
    (p, q, u), (v, w, x), (y, z, t) = (
        (e[0] - d[0], e[1] - d[1], (e[0] - d[0]) ** 2 + (e[1] - d[1]) ** 2) for e in (a, b, c)
    )
    return (p * (w * t - x * z) - q * (v * t - x * y) + u * (v * z - w * y)) * side(a, b, c)


@given(POINTS)
def test_points_are_joined_unless_an_edge_or_a_point_is_in_the_way(points: list[Point]):
    edges = [(points[a], points[b]) for a, b in delaunay(points)]
    for a, b in combinations(points, 2):
        hindered = any(are_crossing(a, b, *edge) for edge in edges) or any(is_between(a, b, c) for c in points)
        assert ((a, b) in edges) is not hindered


@given(POINTS)
def test_a_triangle_is_drawn_if_its_circle_is_empty_and_never_if_a_point_lies_inside(points: list[Point]):
    edges = set(delaunay(points))
    for corners in combinations(range(len(points)), 3):
        a, b, c = (points[corner] for corner in corners)
        others = [circle_side(a, b, c, point) for point in points if point not in (a, b, c)]
        if side(a, b, c) and max(others, default=-1) < 0:
            assert edges.issuperset(combinations(corners, 2))


SIX = "1@0.1,1.7>4 2@1.5,7.3 3@5.2,7.5>2,4 4@6.9,2.3>1,5 5@9.1,6.8>3,4,6 6@12.8,0.4>4"
TWELVE = (
    "1@0.1,4.5>2 2@0.6,7.5 3@0.8,0.7>1,5,6 4@3,6.5>1 5@4.5,3.8>3,4,6 6@5.3,0.7>5,10 7@5.6,6.6>4 8@8.8,3.7>5,9 "
    "9@9.3,7.9>11 10@9.6,0.1>8,11 11@11.9,3.9>8,9 12@13,0.8>11"
)


@pytest.mark.parametrize(("count", "seed", "text"), [(6, 1, SIX), (12, 7, TWELVE)])
def test_a_seed_gives_the_map_that_running_games_were_begun_on(count: int, seed: int, text: str):
    assert map_text(next(sketches(count, seed))) == text
