"""The rules of curves read a second time, slowly: arcs as many places, zones as polygons, middles on a fine grid.

It shares no code with the engine but the names of points. Where it calls a line legal it is, for it asks for a little
more room than the rules do.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

Place = tuple[float, float]
Arc = tuple[Place, Place, Place]
"""Both ends and the middle, in steps."""
Places = NDArray[np.float64]

COUNT = 64
TIMES = np.linspace(0, 1, COUNT)[:, None]
MORE = 0.02


@dataclass(frozen=True)
class Sheet:
    """Points on a sheet, the arcs with the seats that drew them, and the holder and arc of each held point."""

    size: tuple[int, int]
    marks: tuple[Place, ...]
    arcs: tuple[tuple[Arc, str], ...]
    holders: dict[Place, tuple[str, Arc]]

    def ends(self) -> list[Place]:
        """Return the points where another line may end."""
        return [mark for mark in self.marks if self.lines_at(mark) < 2]

    def lines_at(self, mark: Place) -> int:
        """Count the lines at a point."""
        return sum(mark in arc[:2] for arc, _ in self.arcs)

    def after(self, arc: Arc, seat: str) -> dict[Place, tuple[str, Arc]]:
        """Return the holder of each point after an arc; the holder of a released point is `nobody`."""
        drawn_arcs, holders, zone = (*self.arcs, (arc, seat)), dict(self.holders), places(arc)
        for mark in self.marks:
            is_free = not any(mark in drawn_arc[:2] for drawn_arc, _ in drawn_arcs)
            if is_free and are_in_zone(zone, np.array([mark]))[0]:
                older = holders.get(mark)
                if older is None or not encloses(zone, older[1]):
                    holders[mark] = seat, arc
        freed_ends = [end for end in arc[:2] if end in holders and holders[end][0] == opponent_of(seat)]
        is_nested = len(freed_ends) == 2 and self._is_nested(arc, seat, holders)
        for end in freed_ends:
            if is_nested or sum(end in drawn_arc[:2] for drawn_arc, drawer in drawn_arcs if drawer == seat) == 2:
                holders[end] = "nobody", arc
        return holders

    def _is_nested(self, arc: Arc, seat: str, holders: dict[Place, tuple[str, Arc]]) -> bool:
        zone = places(arc)
        has_one = any(
            holder == seat and are_in_zone(zone, np.array([mark]))[0] for mark, (holder, _) in holders.items()
        )
        outer = (places(drawn_arc) for drawn_arc, drawer in self.arcs if drawer == opponent_of(seat))
        return has_one and any(
            are_in_zone(each, np.array(arc[:2])).all() and encloses_path(each, zone) for each in outer
        )

    def replies(
        self, grain: float, over: Place | None = None, at: Place | None = None, to: Collection[Place] = ()
    ) -> Iterator[Arc]:
        """Yield the legal arcs with middles on a grid: those over a point, or those from one point to others."""
        columns, rows = self.size
        axes = np.arange(-0.5, columns - 0.49, grain), np.arange(-0.5, rows - 0.49, grain)
        middles = np.stack(np.meshgrid(*axes, indexing="ij"), -1).reshape(-1, 2)
        for one, two in combinations(self.ends(), 2):
            if over in (one, two) or (at is not None and not (at in (one, two) and {one, two} & {*to})):
                continue
            few = middles[covers(one, two, middles, over)] if over is not None else middles
            arcs = ((one, two, (float(x), float(y))) for x, y in few)
            yield from (arc for arc in arcs if self.is_legal(arc))

    def is_legal(self, arc: Arc) -> bool:
        """Return whether an arc is legal with a little clearance to spare."""
        way, (columns, rows) = places(arc), self.size
        if way.min() < -0.5 or (way.max(axis=0) > (columns - 0.5, rows - 0.5)).any() or folds_back(arc):
            return False
        if any(self.lines_at(end) > 1 or end not in self.marks for end in arc[:2]):
            return False
        others = np.array([mark for mark in self.marks if mark not in arc[:2]]).reshape(-1, 2)
        if len(others) and gaps(way, others).min() < 0.25 + MORE:
            return False
        return not any(collide(arc, drawn_arc) for drawn_arc, _ in self.arcs)


def opponent_of(seat: str) -> str:
    return "second" if seat == "first" else "first"


def places(arc: Arc) -> Places:
    """Return an arc as places along it."""
    start, end, middle = (np.array(place) for place in arc)
    control = 2 * middle - (start + end) / 2
    way: Places = (1 - TIMES) ** 2 * start + 2 * TIMES * (1 - TIMES) * control + TIMES**2 * end
    return way


def covers(one: Place, two: Place, middles: Places, place: Place) -> NDArray[np.bool_]:
    """Return for many middles whether the polygon between arc and chord contains a place, by rays to the right."""
    start, end, times = np.array(one), np.array(two), np.linspace(0, 1, 24)[:, None]
    control = 2 * middles - (start + end) / 2
    ways = (1 - times) ** 2 * start + times**2 * end + (2 * times * (1 - times)) * control[:, None, :]
    return is_ray_odd(ways[..., 0], ways[..., 1], place)


def is_ray_odd(x: Places, y: Places, place: Place) -> NDArray[np.bool_]:
    """Return whether a ray to the right from a place crosses the closed polygons an odd number of times.

    A place on the chord lies in none.
    """
    if (
        abs((x[..., -1] - x[..., 0]) * (place[1] - y[..., 0]) - (y[..., -1] - y[..., 0]) * (place[0] - x[..., 0])).max()
        < 1e-9
    ):
        return np.zeros(x.shape[:-1], np.bool_)
    nx, ny = np.roll(x, -1, axis=-1), np.roll(y, -1, axis=-1)
    spans = (y > place[1]) != (ny > place[1])
    with np.errstate(divide="ignore", invalid="ignore"):
        meets = x + (place[1] - y) / (ny - y) * (nx - x) > place[0]
    is_odd: NDArray[np.bool_] = (spans & meets).sum(axis=-1) % 2 == 1
    return is_odd


def are_in_zone(zone: Places, marks: Places) -> NDArray[np.bool_]:
    """Return for each place whether it lies in the polygon of an arc and its chord."""
    return np.array([is_ray_odd(zone[:, 0], zone[:, 1], (x, y)) for x, y in marks], np.bool_)


def encloses(zone: Places, arc: Arc) -> bool:
    return encloses_path(zone, places(arc))


def encloses_path(zone: Places, way: Places) -> bool:
    """Return whether a polygon contains all of a path, except for places on its rim."""
    inside = are_in_zone(zone, way)
    chord = zone[-1] - zone[0]
    off = np.abs(cross(chord, way - zone[0])) / max(float(np.hypot(*chord)), 1e-9)
    is_near_rim = gaps(way, zone).min(axis=1) < 0.03
    return bool((inside | is_near_rim | (off < 1e-6)).all())


def cross(one: Places, two: Places) -> Places:
    """Return twice the signed area of two directions, positive to the left of the first."""
    area: Places = one[..., 0] * two[..., 1] - one[..., 1] * two[..., 0]
    return area


def folds_back(arc: Arc) -> bool:
    start, end, middle = (np.array(place) for place in arc)
    control = 2 * middle - (start + end) / 2
    return abs(float(cross(end - start, control - start))) < 1e-9 and bool((control - start) @ (control - end) > 0)


def gaps(way: Places, places_beside: Places) -> Places:
    distances: Places = np.hypot(*(way[:, None, :] - places_beside[None, :, :]).transpose(2, 0, 1))
    return distances


def collide(arc: Arc, second_arc: Arc) -> bool:
    """Return whether two arcs come too near to each other, or leave a shared end too narrowly or meet beside it."""
    way, beside = places(arc), places(second_arc)
    distances = gaps(way, beside)
    shared_ends = [end for end in arc[:2] if end in second_arc[:2]]
    if any(leave_narrowly(arc, second_arc, end) for end in shared_ends):
        return True
    is_excused = np.zeros(distances.shape, np.bool_)
    for end in shared_ends:
        is_near, close = (np.hypot(*(each - end).T) < 1 for each in (way, beside))
        is_excused |= is_near[:, None] & close[None, :]
    if (distances < 0.2 + MORE)[~is_excused].any():
        return True
    return bool(shared_ends) and meet(way, beside, shared_ends)


def leave_narrowly(arc: Arc, second_arc: Arc, end: Place) -> bool:
    directions = []
    for start, last, middle in (arc, second_arc):
        control = 2 * np.array(middle) - (np.array(start) + last) / 2
        directions.append(control - end)
    one, two = directions
    return bool(one @ two > np.cos(np.radians(15.2)) * np.hypot(*one) * np.hypot(*two))


def meet(way: Places, beside: Places, shared_ends: list[Place]) -> bool:
    """Return whether two paths cross anywhere except at an end they share."""
    p, q, r, s = way[:-1, None], way[1:, None], beside[None, :-1], beside[None, 1:]
    sides = cross(q - p, r - p) * cross(q - p, s - p), cross(s - r, p - r) * cross(s - r, q - r)
    crossing = (sides[0] < 0) & (sides[1] < 0)
    for end in shared_ends:
        touches = np.hypot(*(way - end).T) < 1e-9, np.hypot(*(beside - end).T) < 1e-9
        first, second = (each[:-1] | each[1:] for each in touches)
        crossing &= ~(first[:, None] & second[None, :])
    return bool(crossing.any())
