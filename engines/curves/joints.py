"""Lines that share an end: the angle between them there, and the clearance they keep from there on.

Two places, one on each line, need no clearance if both lie within one step of the same shared end; there the lines
only may not meet again. Any other two places keep the full clearance. Two lines may share both ends; then this holds
at each. The test cuts both lines where they cross the circle of one step around a shared end.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from math import cos, hypot, radians, sqrt

from engines.curves.clearance import Stretch, is_near, meet, stretch
from engines.curves.line import STEP, Line, Point, Spot, spot

APART = radians(15)
_HALVINGS = 48
_BRIEF = 1e-9

Piece = tuple[Stretch, int]


def is_too_narrow(one: Line, two: Line, end: Point) -> bool:
    """Return whether two lines leave their shared end at less than 15 degrees.

    The angle is never exactly 15 degrees, because all coordinates are whole.
    """
    (ux, uy), (vx, vy) = _heading(one, end), _heading(two, end)
    return ux * vx + uy * vy > cos(APART) * hypot(ux, uy) * hypot(vx, vy)


def _heading(line: Line, end: Point) -> Spot:
    (x, y), (ex, ey) = line.control, spot(end)
    return x - ex, y - ey


def are_closer_than(one: Line, two: Line, shared_ends: tuple[Point, ...], least: float) -> bool:
    """Return whether two lines with shared ends meet again, or come closer than `least` elsewhere."""
    for first, discs in pieces(one, shared_ends):
        for second, other_discs in pieces(two, shared_ends):
            if meet((first,), (second,)) if discs & other_discs else is_near(first, second, least):
                return True
    return False


def meet_again(one: Line, two: Line, shared_ends: tuple[Point, ...]) -> bool:
    """Return whether two lines have a place in common besides their shared ends."""
    return meet([part for part, _ in pieces(one, shared_ends)], [part for part, _ in pieces(two, shared_ends)])


@lru_cache(maxsize=1024)
def pieces(line: Line, shared_ends: tuple[Point, ...]) -> tuple[Piece, ...]:
    """Cut a line at the circles; return the pieces, each with a bit for each circle it lies within.

    A piece that touches a shared end begins there.
    """
    times = {0.0, 1.0} if len(shared_ends) == 1 else {0.0, 0.5, 1.0}
    for end in shared_ends:
        times.update(time for time in _crossing_times(line, end) if _BRIEF < time < 1 - _BRIEF)
    return tuple(_piece(line, shared_ends, since, until) for since, until in pairwise(sorted(times)))


def _piece(line: Line, shared_ends: tuple[Point, ...], since: float, until: float) -> Piece:
    (ax, ay), (cx, cy), (bx, by) = spot(line.start), line.control, spot(line.end)
    curve = stretch(line)
    x, y = curve.at((since + until) / 2)
    discs = sum(1 << bit for bit, end in enumerate(shared_ends) if hypot(x - STEP * end[0], y - STEP * end[1]) < STEP)
    a, c, b = (1 - since) * (1 - until), since + until - 2 * since * until, since * until
    control = a * ax + c * cx + b * bx, a * ay + c * cy + b * by
    first, last = curve.at(since), curve.at(until)
    backwards = until == 1.0 and line.end in shared_ends
    return (Stretch(last, control, first) if backwards else Stretch(first, control, last)), discs


def _crossing_times(line: Line, end: Point) -> Iterator[float]:
    """Yield the times at which a line crosses the circle of one step around one of its ends."""
    (ax, ay), (cx, cy), (bx, by) = spot(line.start), line.control, spot(line.end)
    if end == line.end:
        (ax, ay), (bx, by) = (bx, by), (ax, ay)
    p = 2 * (cx - ax), 2 * (cy - ay)
    q = bx - ax - p[0], by - ay - p[1]
    for since, until in pairwise((0.0, *_turning_times(p, q), 1.0)):
        time = _crossing_time(p, q, since, until)
        if time is not None:
            yield 1.0 - time if end == line.end else time


def _turning_times(p: Spot, q: Spot) -> list[float]:
    """Return the times at which the distance |t(p + tq)| turns: the roots of 2qq t² + 3pq t + pp."""
    pp, pq, qq = p[0] * p[0] + p[1] * p[1], p[0] * q[0] + p[1] * q[1], q[0] * q[0] + q[1] * q[1]
    under = 9 * pq * pq - 8 * pp * qq
    if under <= 0 or qq == 0:
        return []
    return [t for t in ((-3 * pq - sqrt(under)) / (4 * qq), (-3 * pq + sqrt(under)) / (4 * qq)) if 0 < t < 1]


def _crossing_time(p: Spot, q: Spot, since: float, until: float) -> float | None:
    """Return when t(p + tq) crosses the circle of one step; the distance must be monotonic in between."""

    def outside(t: float) -> bool:
        return t * hypot(p[0] + t * q[0], p[1] + t * q[1]) >= STEP

    ends_outside = outside(until)
    if outside(since) == ends_outside:
        return None
    for _ in range(_HALVINGS):
        middle = (since + until) / 2
        since, until = (since, middle) if outside(middle) == ends_outside else (middle, until)
    return until
