"""The shape of each arrow on the drawn map: straight, or slightly bent to avoid a city."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from engines.tupik.map.places import city_places
from engines.tupik.map.roadmap import Place, RoadMap

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Lines = NDArray[np.float64]
    Ends = NDArray[np.int_]
    Flags = NDArray[np.bool_]

CITY = 0.45
GAP = 0.06
_CLEAR = CITY + 0.2
_BENDS = (0.0, 0.5, -0.5, 0.8, -0.8, 1.2, -1.2)
_TWO_WAY_BENDS = (0.42, 0.65, 0.9, 1.2)
_SAMPLES = 16
_SIDES = ((-1.0, 1.0), (1.0, 1.0), (0.0, 1.3), (1.0, -1.0), (-1.0, -1.0))
_TAG, _ENOUGH = 0.45, 0.4
_UP_OR_DOWN, _NAME, _NAME_WIDTHS = (-1.0, 1.0), 0.72, (-0.6, -0.3, 0.0, 0.3, 0.6)
_BESIDE = max(math.hypot(_NAME, max(_NAME_WIDTHS)), _TAG * max(math.hypot(*side) for side in _SIDES))
_MEETING, _APART = 1.15, 0.3


@dataclass(frozen=True)
class Road:
    """A road from rim to rim; `control` is the control point of a quadratic Bézier curve, None if straight."""

    start: Place
    end: Place
    control: Place | None = None


@lru_cache(maxsize=64)
def roads_of(roads: RoadMap) -> Mapping[tuple[int, int], Road]:
    """Return the road of each arrow (from, to); places are in steps of the frame."""
    places = city_places(roads)
    return {road: _way(roads, places, *road) for road in roads.roads()}


@lru_cache(maxsize=64)
def name_sides(roads: RoadMap) -> tuple[float, ...]:
    """Return for each city whether there is more room for its name above (1) or below it (-1)."""
    ends = _near_cities(roads)
    return tuple(_name_side(place, _around(place, ends)) for place in city_places(roads))


def _name_side(city: Place, ends: list[Place]) -> float:
    return max(_UP_OR_DOWN, key=lambda up: sum(_room(city, (x, up * _NAME), ends) for x in _NAME_WIDTHS))


@lru_cache(maxsize=64)
def free_sides(roads: RoadMap) -> tuple[Place, ...]:
    """Return for each city the direction (right, up) for its number, clear of roads and of its name."""
    ends, names = _near_cities(roads), name_sides(roads)
    return tuple(
        _free_side(place, name if roads.name(city) else 0.0, _around(place, ends))
        for city, (place, name) in enumerate(zip(city_places(roads), names, strict=True), 1)
    )


def _free_side(city: Place, name: float, ends: list[Place]) -> Place:
    """Return the roomiest side, opposite to the city's name if it has one."""
    sides = (side for side in _SIDES if not name or side[1] * name < 0)
    return max(sides, key=lambda side: _room(city, (_TAG * side[0], _TAG * side[1]), ends))


def _near_cities(roads: RoadMap) -> list[Place]:
    """Return the ends of all roads, and points along them."""
    return [end for road in roads_of(roads).values() for end in (road.start, road.end, *_points(road))]


def _around(city: Place, ends: list[Place]) -> list[Place]:
    """Return the points that leave less than `_ENOUGH` room next to a city."""
    return [end for end in ends if math.dist(city, end) < _BESIDE + _ENOUGH]


def _room(city: Place, away: Place, ends: list[Place]) -> float:
    spot = city[0] + away[0], city[1] + away[1]
    return round(min(_ENOUGH, *(math.dist(spot, end) for end in ends)), 3)


def tangles(roads: RoadMap) -> int:
    """Return the number of pairs of roads that cross or come too close, except near a common city."""
    import numpy as np  # slow to import, and only map making needs it

    ways = roads_of(roads)
    places, ends = np.array(city_places(roads)), np.array(list(ways)) - 1
    lines = np.array([list(_points(way)) for way in ways.values()])
    away = np.linalg.norm(lines[:, :, None] - places, axis=3) > _MEETING
    return sum(_tangle_count(index, lines, ends, away) for index in range(len(lines)))


def _tangle_count(index: int, lines: Lines, ends: Ends, away: Flags) -> int:
    """Return the number of later lines that come close to one, away from common cities."""
    import numpy as np

    later, other_ends = lines[index + 1 :], ends[index + 1 :]
    is_near = np.linalg.norm(lines[index][:, None, None] - later, axis=3) < _APART
    both = np.ones(len(later), np.bool_)
    for city in ends[index]:
        meets = (other_ends == city).any(axis=1)
        both &= meets
        is_near &= ~meets[None, :, None] | (away[index, :, None, None, city] & away[None, index + 1 :, :, city])
    return int((is_near.any(axis=(0, 2)) & ~both).sum())


def _way(roads: RoadMap, places: tuple[Place, ...], start: int, goal: int) -> Road:
    """Return the least bent road that avoids other cities; both directions of a two-way road bend right."""
    obstacles = [place for city, place in enumerate(places, 1) if city not in (start, goal)]
    two_way = start in roads.arrows[goal - 1]
    ways = [_bend_road(places[start - 1], places[goal - 1], bend) for bend in (_TWO_WAY_BENDS if two_way else _BENDS)]
    return next((way for way in ways if _clearance(way, obstacles) >= _CLEAR), ways[0])


def _bend_road(start: Place, goal: Place, bend: float) -> Road:
    """Return the road whose middle lies `bend` steps to the right of the straight one."""
    (x, y), (u, v) = start, goal
    length = math.dist(start, goal) or 1.0
    control = (x + u) / 2 + 2 * bend * (v - y) / length, (y + v) / 2 - 2 * bend * (u - x) / length
    return Road(_rim(start, control), _rim(goal, control), control if bend else None)


def _rim(city: Place, towards: Place) -> Place:
    part = (CITY + GAP) / max(math.dist(city, towards), 1e-9)
    return city[0] + part * (towards[0] - city[0]), city[1] + part * (towards[1] - city[1])


def _clearance(road: Road, obstacles: list[Place]) -> float:
    return min((math.dist(point, obstacle) for point in _points(road) for obstacle in obstacles), default=math.inf)


def _points(road: Road) -> Iterator[Place]:
    """Yield points along a road, without its ends."""
    (x, y), (u, v) = road.start, road.end
    a, b = road.control or ((x + u) / 2, (y + v) / 2)
    for step in range(1, _SAMPLES):
        t = step / _SAMPLES
        start, middle, end = (1 - t) ** 2, 2 * t * (1 - t), t * t
        yield start * x + middle * a + end * u, start * y + middle * b + end * v
