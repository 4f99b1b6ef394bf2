"""Readable random maps: cities spread over the frame, with roads between neighbours that never cross."""

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
    """The density of a map: roads per city, the share of two-way roads, and the roads into the dead end."""

    roads: float = 1.6
    two_way: float = 0.1
    entries: int = 1


def sketch(count: int, chance: Random, style: Style) -> RoadMap:
    """Return a planar map that meets all conditions; equal states of `chance` give equal maps."""
    places = _spread(count, chance)
    while _least_distance(places) < _APART:
        places = _spread(count, chance)
    goal = chance.randrange(count)
    edges = _thin_out(_neighbours(places), count, goal, chance, style)
    return _road_map(places, _direct_edges(edges, count, goal, chance, style))


def _spread(count: int, chance: Random) -> list[Place]:
    """Return places from left to right, each the farthest of many random ones from all earlier ones."""
    places: list[Place] = []
    while len(places) < count:
        options = [_random_place(chance) for _ in range(max(_TRIES, 6 * (count - 20)))]
        places.append(
            max(options, key=lambda place: min((math.dist(place, neighbour) for neighbour in places), default=0.0))
        )
    return sorted(places)


def _random_place(chance: Random) -> Place:
    return round(WIDE * chance.random(), 1), round(HIGH * chance.random(), 1)


def _least_distance(places: list[Place]) -> float:
    return min(math.dist(one, two) for one, two in combinations(places, 2))


def _neighbours(places: list[Place]) -> list[Edge]:
    """Return the Delaunay edges that are short and, if possible, clear of other cities."""
    edges = delaunay([(round(10 * x), round(10 * y)) for x, y in places])
    usual = sorted(math.dist(places[a], places[b]) for a, b in edges)[len(edges) // 2]
    short_edges = [(a, b) for a, b in edges if math.dist(places[a], places[b]) <= _LONGEST * usual]
    choices = ([edge for edge in short_edges if _clearance(edge, places) >= least] for least in _CLEARANCES)
    return next((clear_edges for clear_edges in choices if _is_connected(clear_edges, len(places))), edges)


def delaunay(points: list[Point]) -> list[Edge]:
    """Return the Delaunay edges in order: those with an empty circle through both ends.

    If more than three points lie on an empty circle, the first in order of the edges that cross is taken.
    """
    edges: list[Edge] = []
    for a, b in combinations(range(len(points)), 2):
        room = _empty_circle(points[a], points[b], points)
        if room > 0 or (room == 0 and not any(_cross(points[a], points[b], points[c], points[d]) for c, d in edges)):
            edges.append((a, b))
    return edges


def _empty_circle(a: Point, b: Point, points: list[Point]) -> float:
    """Return a number below 0 unless some circle through a and b has no point inside.

    0 means that the circle passes through a point on each side. Seen from the nearest point on the left and on the
    right, a and b are at most a half turn apart in all; for integers of this size the sum of these angles' cotangents
    has the right sign.
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
    """Return whether the edges a-b and c-d cross away from their ends."""
    return _side(a, b, c) * _side(a, b, d) < 0 and _side(c, d, a) * _side(c, d, b) < 0


def _side(a: Point, b: Point, point: Point) -> int:
    """Return a positive number if the point lies to the left of the path from a to b, a negative one to the right."""
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


def _thin_out(edges: list[Edge], count: int, goal: int, chance: Random, style: Style) -> list[Edge]:
    """Remove as many random edges as can be spared."""
    remaining = list(edges)
    for edge in chance.sample(edges, len(edges)):
        into = sum(goal in each for each in remaining)
        spare = into > style.entries if goal in edge else len(remaining) > style.roads * count
        rest = [each for each in remaining if each != edge]
        if spare and _is_connected(rest, count):
            remaining = rest
    return remaining


def _is_connected(edges: Iterable[Edge], count: int) -> bool:
    return len(_reachable({0}, [*edges, *((b, a) for a, b in edges)])) == count


def _direct_edges(edges: list[Edge], count: int, goal: int, chance: Random, style: Style) -> list[Edge]:
    """Return one or two arrows for each edge, reversed where a city would have no path to the goal."""
    arrows = {edge if chance.random() < 0.5 else edge[::-1] for edge in edges}
    arrows = {(a, b) if a != goal else (b, a) for a, b in arrows}
    while len(sources := _reachable({goal}, [(b, a) for a, b in arrows])) < count:
        reversed_arrow = chance.choice(sorted((a, b) for a, b in arrows if a in sources and b not in sources))
        arrows = (
            arrows - {reversed_arrow} | {reversed_arrow[::-1]}
            if reversed_arrow[0] == goal
            else arrows | {reversed_arrow[::-1]}
        )
    for a, b in sorted(arrows):
        if goal not in (a, b) and chance.random() < style.two_way:
            arrows.add((b, a))
    return sorted(arrows)


def _reachable(cities: set[int], arrows: list[Edge]) -> set[int]:
    while additions := {b for a, b in arrows if a in cities and b not in cities}:
        cities = cities | additions
    return cities


def _road_map(places: list[Place], arrows: list[Edge]) -> RoadMap:
    goals = ([b + 1 for a, b in arrows if a == city] for city in range(len(places)))
    return RoadMap(tuple(tuple(sorted(each)) for each in goals), (), tuple(places))
