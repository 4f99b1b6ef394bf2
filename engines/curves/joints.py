"""Two lines that share an end: how far apart they leave it, and how close they may come from there on.

Two places, one on each line, need no clearance if both lie within one step of the same shared end; there the lines
only may not meet again. Any other two places keep the full clearance. Two lines may share both ends, and then this
holds at each. To decide it, both lines are cut where they pass the circle of one step around a shared end.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from math import cos, hypot, radians, sqrt

from engines.curves.clearance import Stretch, meet, near, stretch
from engines.curves.line import STEP, Line, Point, Spot, spot

APART = radians(15)
_HALVINGS = 48
_BRIEF = 1e-9

Piece = tuple[Stretch, int]


def too_narrow(one: Line, two: Line, end: Point) -> bool:
    """Whether two lines leave their shared end at less than 15 degrees (which whole coordinates never meet exactly)."""
    (ux, uy), (vx, vy) = _heading(one, end), _heading(two, end)
    return ux * vx + uy * vy > cos(APART) * hypot(ux, uy) * hypot(vx, vy)


def _heading(line: Line, end: Point) -> Spot:
    (x, y), (ex, ey) = line.control, spot(end)
    return x - ex, y - ey


def closer_than(one: Line, two: Line, shared: tuple[Point, ...], least: float) -> bool:
    """Whether two lines with shared ends meet again, or come closer than `least` where they must not."""
    for first, discs in pieces(one, shared):
        for second, others in pieces(two, shared):
            if meet((first,), (second,)) if discs & others else near(first, second, least):
                return True
    return False


def meet_again(one: Line, two: Line, shared: tuple[Point, ...]) -> bool:
    """Whether two lines have a place in common besides their shared ends."""
    return meet([part for part, _ in pieces(one, shared)], [part for part, _ in pieces(two, shared)])


@lru_cache(maxsize=1024)
def pieces(line: Line, shared: tuple[Point, ...]) -> tuple[Piece, ...]:
    """The line cut at the circles, each piece with a bit for each circle it lies within.

    A piece that touches a shared end begins there.
    """
    times = {0.0, 1.0} if len(shared) == 1 else {0.0, 0.5, 1.0}
    for end in shared:
        times.update(time for time in _passing(line, end) if _BRIEF < time < 1 - _BRIEF)
    return tuple(_piece(line, shared, since, until) for since, until in pairwise(sorted(times)))


def _piece(line: Line, shared: tuple[Point, ...], since: float, until: float) -> Piece:
    (ax, ay), (cx, cy), (bx, by) = spot(line.start), line.control, spot(line.end)
    whole = stretch(line)
    x, y = whole.at((since + until) / 2)
    discs = sum(1 << bit for bit, end in enumerate(shared) if hypot(x - STEP * end[0], y - STEP * end[1]) < STEP)
    a, c, b = (1 - since) * (1 - until), since + until - 2 * since * until, since * until
    control = a * ax + c * cx + b * bx, a * ay + c * cy + b * by
    first, last = whole.at(since), whole.at(until)
    backwards = until == 1.0 and line.end in shared
    return (Stretch(last, control, first) if backwards else Stretch(first, control, last)), discs


def _passing(line: Line, end: Point) -> Iterator[float]:
    """The times at which a line passes the circle of one step around one of its ends."""
    (ax, ay), (cx, cy), (bx, by) = spot(line.start), line.control, spot(line.end)
    if end == line.end:
        (ax, ay), (bx, by) = (bx, by), (ax, ay)
    p = 2 * (cx - ax), 2 * (cy - ay)
    q = bx - ax - p[0], by - ay - p[1]
    for since, until in pairwise((0.0, *_turning(p, q), 1.0)):
        time = _crossing(p, q, since, until)
        if time is not None:
            yield 1.0 - time if end == line.end else time


def _turning(p: Spot, q: Spot) -> list[float]:
    """The times at which t(p + tq) stops going away from the origin or coming back: roots of 2qq t² + 3pq t + pp."""
    pp, pq, qq = p[0] * p[0] + p[1] * p[1], p[0] * q[0] + p[1] * q[1], q[0] * q[0] + q[1] * q[1]
    under = 9 * pq * pq - 8 * pp * qq
    if under <= 0 or qq == 0:
        return []
    return [t for t in ((-3 * pq - sqrt(under)) / (4 * qq), (-3 * pq + sqrt(under)) / (4 * qq)) if 0 < t < 1]


def _crossing(p: Spot, q: Spot, since: float, until: float) -> float | None:
    """When t(p + tq) passes the circle of one step, between two times where its distance only grows or only falls."""

    def outside(t: float) -> bool:
        return t * hypot(p[0] + t * q[0], p[1] + t * q[1]) >= STEP

    late = outside(until)
    if outside(since) == late:
        return None
    for _ in range(_HALVINGS):
        middle = (since + until) / 2
        since, until = (since, middle) if outside(middle) == late else (middle, until)
    return until
