"""Distances between curves compared by bisection: right unless the true distance is within 1e-6 step of the limit.

A stretch of a quadratic Bézier curve from A to B with control point C lies within |A - 2C + B| / 4 of its chord, point
by point, and halving the stretch divides that by four. So the distance of two stretches differs from the distance of
their chords by no more than both deviations. Where that does not decide the question, the more bent stretch is halved.
Straight stretches are decided at once. Lengths are floats in hundredths of a step.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import hypot, sqrt

from engines.curves.line import Line, spot

Place = tuple[float, float]
TOLERANCE = 1e-4
_BENT = 16.0


class Stretch:
    """A part of a line: ends A and B, control point C, its deviation from the chord, and its bounding box."""

    __slots__ = ("_halves", "ax", "ay", "bx", "by", "cx", "cy", "dev", "high", "left", "low", "right")

    def __init__(self, start: Place, control: Place, end: Place) -> None:
        (ax, ay), (cx, cy), (bx, by) = start, control, end
        self.ax, self.ay, self.cx, self.cy, self.bx, self.by = ax, ay, cx, cy, bx, by
        dx, dy = (ax - 2 * cx + bx) / 4, (ay - 2 * cy + by) / 4
        self.dev = sqrt(dx * dx + dy * dy)
        self.left, self.right = (ax, bx) if ax < bx else (bx, ax)
        self.low, self.high = (ay, by) if ay < by else (by, ay)
        if dx > 0:
            self.left -= dx
        else:
            self.right -= dx
        if dy > 0:
            self.low -= dy
        else:
            self.high -= dy
        self._halves: tuple[Stretch, Stretch] | None = None

    @property
    def halves(self) -> tuple[Stretch, Stretch]:
        """Return both halves, computed on first use."""
        if self._halves is None:
            px, py = (self.ax + self.cx) / 2, (self.ay + self.cy) / 2
            qx, qy = (self.cx + self.bx) / 2, (self.cy + self.by) / 2
            middle = (px + qx) / 2, (py + qy) / 2
            first = Stretch((self.ax, self.ay), (px, py), middle)
            self._halves = first, Stretch(middle, (qx, qy), (self.bx, self.by))
        return self._halves

    def at(self, t: float) -> Place:
        """Return the point of the stretch at time t, from 0 to 1."""
        a, c, b = (1 - t) * (1 - t), 2 * t * (1 - t), t * t
        return a * self.ax + c * self.cx + b * self.bx, a * self.ay + c * self.cy + b * self.by


@lru_cache(maxsize=1536)
def stretch(line: Line) -> Stretch:
    """Return all of a line as a stretch."""
    return Stretch(spot(line.start), line.control, spot(line.end))


def is_near_place(curve: Stretch, place: Place, least: float) -> bool:
    """Return whether a stretch comes closer to a place than `least`."""
    x, y = place
    pending = [curve]
    while pending:
        part = pending.pop()
        if part.left - x >= least or x - part.right >= least or part.low - y >= least or y - part.high >= least:
            continue
        gap = _gap_to_place(place, part.ax, part.ay, part.bx, part.by)
        if gap - part.dev >= least - TOLERANCE:
            continue
        if gap + part.dev < least:
            return True
        pending += part.halves
    return False


def is_near(first: Stretch, second: Stretch, least: float) -> bool:
    """Return whether two stretches come closer to each other than `least`."""
    pending = [(first, second)]
    while pending:
        one, two = pending.pop()
        if (
            one.left - two.right >= least
            or two.left - one.right >= least
            or one.low - two.high >= least
            or two.low - one.high >= least
        ):
            continue
        slack = one.dev + two.dev
        if slack < _BENT:
            gap = chord_gap(one, two)
            if gap - slack >= least - TOLERANCE:
                continue
            if gap + slack < least:
                return True
        if one.dev > two.dev:
            pending += [(half, two) for half in one.halves]
        else:
            pending += [(one, half) for half in two.halves]
    return False


def meet(firsts: Sequence[Stretch], seconds: Sequence[Stretch]) -> bool:
    """Return whether two sets of stretches have a place in common, except a start A that two of them share.

    Seen from a shared A, a stretch lies between its tangent there and its far end. So two such stretches whose
    directions never agree do not meet again.
    """
    pending = [(one, two) for one in firsts for two in seconds]
    while pending:
        one, two = pending.pop()
        if one.left > two.right or two.left > one.right or one.low > two.high or two.low > one.high:
            continue
        is_rooted = one.ax == two.ax and one.ay == two.ay
        if is_rooted and _diverge(one, two):
            continue
        slack = one.dev + two.dev
        if not is_rooted and slack < _BENT:
            gap = chord_gap(one, two)
            if gap > slack:
                continue
            if slack <= TOLERANCE:
                return True
        if (
            is_rooted
            and max(one.right - one.left, one.high - one.low, two.right - two.left, two.high - two.low) < TOLERANCE
        ):
            return True
        pending += [(half, second_half) for half in one.halves for second_half in two.halves]
    return False


def _diverge(one: Stretch, two: Stretch) -> bool:
    """Return whether two stretches leave the A they share in directions that have none in common."""
    ones = (one.cx - one.ax, one.cy - one.ay), (one.bx - one.ax, one.by - one.ay)
    twos = (two.cx - two.ax, two.cy - two.ay), (two.bx - two.ax, two.by - two.ay)
    turns = [ux * vy - uy * vx for ux, uy in ones for vx, vy in twos]
    ahead = [ux * vx + uy * vy for ux, uy in ones for vx, vy in twos]
    return min(turns) > 0 or max(turns) < 0 or max(ahead) < 0


def chord_gap(one: Stretch, two: Stretch) -> float:
    """Return the distance between the chords of two stretches."""
    ax, ay, bx, by = one.ax, one.ay, one.bx, one.by
    px, py, qx, qy = two.ax, two.ay, two.bx, two.by
    ux, uy, vx, vy = bx - ax, by - ay, qx - px, qy - py
    p, q = ux * (py - ay) - uy * (px - ax), ux * (qy - ay) - uy * (qx - ax)
    a, b = vx * (ay - py) - vy * (ax - px), vx * (by - py) - vy * (bx - px)
    if ((p > 0) != (q > 0)) and ((a > 0) != (b > 0)):
        return 0.0
    return min(
        _gap_to_place((px, py), ax, ay, bx, by),
        _gap_to_place((qx, qy), ax, ay, bx, by),
        _gap_to_place((ax, ay), px, py, qx, qy),
        _gap_to_place((bx, by), px, py, qx, qy),
    )


def _gap_to_place(place: Place, ax: float, ay: float, bx: float, by: float) -> float:
    """Return the distance from a place to the segment from A to B."""
    (x, y), ux, uy = place, bx - ax, by - ay
    vx, vy = x - ax, y - ay
    square = ux * ux + uy * uy
    along = ux * vx + uy * vy
    if along <= 0 or square == 0:
        return hypot(vx, vy)
    if along >= square:
        return hypot(x - bx, y - by)
    return abs(ux * vy - uy * vx) / sqrt(square)
