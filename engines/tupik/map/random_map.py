"""Random maps that can be read: cities spread over the frame, roads between neighbours that never cross."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations
from random import Random

from engines.tupik.map.frame import CAR, HIGH, WIDE
from engines.tupik.map.roadmap import Place, RoadMap

Edge = tuple[int, int]
"""Two cities, counted from 0, the lower one first."""
Point = tuple[int, int]
"""A place in tenths of a step, in which random places are drawn: triangulated without rounding."""

_TRIES = 24
_APART = 1.1 * CAR
_CLEARANCES = (1.5 * CAR, 1.2 * CAR, 0.9 * CAR, 0.0)
_LONGEST = 2.1


@dataclass(frozen=True)
class Style:
    """How dense a map is: roads for each city, the part of them that is two-way, and roads into the dead end."""

    roads: float = 1.6
    two_way: float = 0.1
    entries: int = 1


def sketch(count: int, chance: Random, style: Style) -> RoadMap:
    """A planar map that meets all conditions; equal states of `chance` give equal maps."""
    places = _spread(count, chance)
    while _nearest(places) < _APART:
        places = _spread(count, chance)
    goal = chance.randrange(count)
    edges = _thinned(_neighbours(places), count, goal, chance, style)
    return _numbered(places, _directed(edges, count, goal, chance, style))


def _spread(count: int, chance: Random) -> list[Place]:
    """Each place is the one of many random ones that lies farthest from all before it; from left to right."""
    places: list[Place] = []
    while len(places) < count:
        drawn = [_random_place(chance) for _ in range(max(_TRIES, 6 * (count - 20)))]
        places.append(max(drawn, key=lambda place: min((math.dist(place, other) for other in places), default=0.0)))
    return sorted(places)


def _random_place(chance: Random) -> Place:
    return round(WIDE * chance.random(), 1), round(HIGH * chance.random(), 1)


def _nearest(places: list[Place]) -> float:
    return min(math.dist(one, other) for one, other in combinations(places, 2))


def _neighbours(places: list[Place]) -> list[Edge]:
    """The edges of the Delaunay triangulation that are short and, as far as can be, clear of other cities."""
    edges = delaunay([(round(10 * x), round(10 * y)) for x, y in places])
    usual = sorted(math.dist(places[a], places[b]) for a, b in edges)[len(edges) // 2]
    short = [(a, b) for a, b in edges if math.dist(places[a], places[b]) <= _LONGEST * usual]
    found = ([edge for edge in short if _clearance(edge, places) >= least] for least in _CLEARANCES)
    return next((clear for clear in found if _joined(clear, len(places))), edges)


def delaunay(points: list[Point]) -> list[Edge]:
    """The edges of the Delaunay triangulation, in order: some circle through both ends has no other point inside.

    Where more than three points lie on an empty circle, of edges that cross the first in order is taken.
    """
    edges: list[Edge] = []
    for a, b in combinations(range(len(points)), 2):
        room = _empty_circle(points[a], points[b], points)
        if room > 0 or (room == 0 and not any(_cross(points[a], points[b], points[c], points[d]) for c, d in edges)):
            edges.append((a, b))
    return edges


def _empty_circle(a: Point, b: Point, points: list[Point]) -> float:
    """Below 0 unless there is a circle through a and b with no point inside; 0: it passes through a point on each side.

    Seen from the nearest point on the left and on the right, a and b are at most a half turn apart in all; for whole
    numbers of this size the sum of these angles' cotangents has the right sign.
    """
    left = right = math.inf
    for point in points:
        side, ahead = _side(a, b, point), _dot(point, a, b)
        if side > 0:
            left = min(left, ahead / side)
        elif side < 0:
            right = min(right, -ahead / side)
        elif ahead < 0:
            return -math.inf
    return left + right


def _cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether the edges a-b and c-d meet away from their ends."""
    return _side(a, b, c) * _side(a, b, d) < 0 and _side(c, d, a) * _side(c, d, b) < 0


def _side(a: Point, b: Point, point: Point) -> int:
    """Above 0 if the point lies on the left of the way from a to b, below 0 on the right."""
    return (b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0])


def _dot(point: Point, a: Point, b: Point) -> int:
    return (a[0] - point[0]) * (b[0] - point[0]) + (a[1] - point[1]) * (b[1] - point[1])


def _clearance(edge: Edge, places: list[Place]) -> float:
    (x, y), (u, v) = places[edge[0]], places[edge[1]]
    length = math.hypot(u - x, v - y)

    def away(place: Place) -> float:
        part = ((place[0] - x) * (u - x) + (place[1] - y) * (v - y)) / length**2
        part = min(1.0, max(0.0, part))
        return math.dist(place, (x + part * (u - x), y + part * (v - y)))

    return min((away(place) for index, place in enumerate(places) if index not in edge), default=math.inf)


def _thinned(edges: list[Edge], count: int, goal: int, chance: Random, style: Style) -> list[Edge]:
    """Without as many random edges as can be spared."""
    left = list(edges)
    for edge in chance.sample(edges, len(edges)):
        into = sum(goal in other for other in left)
        spare = into > style.entries if goal in edge else len(left) > style.roads * count
        rest = [other for other in left if other != edge]
        if spare and _joined(rest, count):
            left = rest
    return left


def _joined(edges: Iterable[Edge], count: int) -> bool:
    return len(_reached({0}, [*edges, *((b, a) for a, b in edges)])) == count


def _directed(edges: list[Edge], count: int, goal: int, chance: Random, style: Style) -> list[Edge]:
    """One arrow for each edge, or two; turned where needed, so that every city has its way to the goal."""
    arrows = {edge if chance.random() < 0.5 else edge[::-1] for edge in edges}
    arrows = {(a, b) if a != goal else (b, a) for a, b in arrows}
    while len(reached := _reached({goal}, [(b, a) for a, b in arrows])) < count:
        wrong = chance.choice(sorted((a, b) for a, b in arrows if a in reached and b not in reached))
        arrows = arrows - {wrong} | {wrong[::-1]} if wrong[0] == goal else arrows | {wrong[::-1]}
    for a, b in sorted(arrows):
        if goal not in (a, b) and chance.random() < style.two_way:
            arrows.add((b, a))
    return sorted(arrows)


def _reached(found: set[int], arrows: list[Edge]) -> set[int]:
    while fresh := {b for a, b in arrows if a in found and b not in found}:
        found = found | fresh
    return found


def _numbered(places: list[Place], arrows: list[Edge]) -> RoadMap:
    goals = ([b + 1 for a, b in arrows if a == city] for city in range(len(places)))
    return RoadMap(tuple(tuple(sorted(each)) for each in goals), (), tuple(places))
