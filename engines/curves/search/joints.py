"""Which lines are in each other's way, in compiled code; lines with shared ends are cut at circles as in the rules."""

from __future__ import annotations

from math import hypot, sqrt

import numpy as np
from numpy.typing import NDArray

from engines.curves.search.geometry import (
    BRIEF,
    HALVINGS,
    LINE_CLEARANCE,
    NARROW,
    OTHERS,
    POINT_CLEARANCE,
    SHARED,
    STEP,
    TIMES,
    TOLERANCE,
    Desk,
    Lines,
    Stretch,
    bend,
    boxes_apart,
    first_half,
    gap_to_place,
    last_half,
    meet,
    near,
    pair,
    put,
    whole,
)
from engines.kernels.compiling import kernel, part, section, tight


@part
def collide(lines: Lines, one: int, two: int, desk: Desk) -> bool:
    """Whether two lines are in each other's way."""
    count = _shared(lines, one, two, desk)
    if count == 0:
        return near(whole(lines, one), whole(lines, two), LINE_CLEARANCE, desk)
    for end in range(count):
        if _too_narrow(lines, one, two, desk[SHARED + end, 0], desk[SHARED + end, 1]):
            return True
    return _closer(lines, one, two, count, desk)


@tight
def _shared(lines: Lines, one: int, two: int, desk: Desk) -> int:
    """Lays the shared ends of two lines on the desk; how many."""
    count = 0
    for i in (0, 4):
        for j in (0, 4):
            if lines[one, i] == lines[two, j] and lines[one, i + 1] == lines[two, j + 1]:
                desk[SHARED + count, 0], desk[SHARED + count, 1] = float(lines[one, i]), float(lines[one, i + 1])
                count += 1
    return count


@tight
def _too_narrow(lines: Lines, one: int, two: int, x: float, y: float) -> bool:
    ux, uy, vx, vy = lines[one, 2] - x, lines[one, 3] - y, lines[two, 2] - x, lines[two, 3] - y
    return bool(ux * vx + uy * vy > NARROW * hypot(ux, uy) * hypot(vx, vy))


def cuts_of(lines: Lines, desk: Desk) -> NDArray[np.float64]:
    """For each line, when it passes the circle around its start, and around its end; -1 if it does so several times."""
    cuts = np.empty((len(lines), 2))
    _find_cuts(lines, cuts, desk)
    return cuts


@kernel
def _find_cuts(lines: Lines, cuts: NDArray[np.float64], desk: Desk) -> None:
    for line in range(lines.shape[0]):
        for side in range(2):
            x, y = float(lines[line, 4 * side]), float(lines[line, 4 * side + 1])
            count = _passing(lines, line, x, y, desk, TIMES, 0)
            cuts[line, side] = desk[TIMES, 0] if count == 1 else -1.0


@part
def joined_collide(lines: Lines, cuts: NDArray[np.float64], one: int, two: int, desk: Desk) -> bool:
    """The same as `collide`, for two lines with one shared end; quick if both pass its circle once."""
    side = 1 if _at_end(lines, two, lines[one, 4], lines[one, 5]) >= 0 else 0
    other = _at_end(lines, two, lines[one, 4 * side], lines[one, 4 * side + 1])
    if _too_narrow(lines, one, two, float(lines[one, 4 * side]), float(lines[one, 4 * side + 1])):
        return True
    if cuts[one, side] < 0 or cuts[two, other] < 0:
        return collide(lines, one, two, desk)
    first, outer = _from_end(lines, one, side, cuts[one, side])
    second, beyond = _from_end(lines, two, other, cuts[two, other])
    for each, far in ((outer, beyond), (first, beyond), (outer, second)):
        if near(each, far, LINE_CLEARANCE, desk):
            return True
    return meet(first, second, desk)


@tight
def _at_end(lines: Lines, line: int, x: int, y: int) -> int:
    """Whether a line starts (0) or ends (1) at a place, or neither (-1)."""
    if lines[line, 0] == x and lines[line, 1] == y:
        return 0
    return 1 if lines[line, 4] == x and lines[line, 5] == y else -1


@tight
def _from_end(lines: Lines, line: int, side: int, time: float) -> tuple[Stretch, Stretch]:
    """A line cut in two at a time: the piece at one of its ends, beginning there, and the rest."""
    s = whole(lines, line)
    if side:
        s, time = (s[4], s[5], s[2], s[3], s[0], s[1]), 1.0 - time
    px, py = s[0] + time * (s[2] - s[0]), s[1] + time * (s[3] - s[1])
    qx, qy = s[2] + time * (s[4] - s[2]), s[3] + time * (s[5] - s[3])
    mx, my = px + time * (qx - px), py + time * (qy - py)
    return (s[0], s[1], px, py, mx, my), (mx, my, qx, qy, s[4], s[5])


@section
def _closer(lines: Lines, one: int, two: int, shared: int, desk: Desk) -> bool:
    cuts, others = _times(lines, one, shared, desk, TIMES), _times(lines, two, shared, desk, OTHERS)
    for i in range(cuts - 1):
        first, discs = _piece(lines, one, shared, desk, TIMES, i)
        for j in range(others - 1):
            second, within = _piece(lines, two, shared, desk, OTHERS, j)
            if discs & within:
                if meet(first, second, desk):
                    return True
            elif near(first, second, LINE_CLEARANCE, desk):
                return True
    return False


@tight
def _times(lines: Lines, line: int, shared: int, desk: Desk, row: int) -> int:
    """Lays the times at which a line is cut on a row of the desk, in order; how many."""
    desk[row, 0], desk[row, 1], desk[row, 2] = 0.0, 1.0, 0.5
    count = 3 if shared == 2 else 2
    for end in range(shared):
        count = _passing(lines, line, desk[SHARED + end, 0], desk[SHARED + end, 1], desk, row, count)
    for last in range(1, count):
        place = last
        while place and desk[row, place] < desk[row, place - 1]:
            desk[row, place], desk[row, place - 1] = desk[row, place - 1], desk[row, place]
            place -= 1
    return count


@part
def _passing(lines: Lines, line: int, x: float, y: float, desk: Desk, row: int, count: int) -> int:
    """Adds the times at which a line passes the circle around one of its ends."""
    ax, ay, cx, cy, bx, by = whole(lines, line)
    backwards = x == bx and y == by
    if backwards:
        ax, ay, bx, by = bx, by, ax, ay
    px, py = 2 * (cx - ax), 2 * (cy - ay)
    qx, qy = bx - ax - px, by - ay - py
    pp, pq, qq = px * px + py * py, px * qx + py * qy, qx * qx + qy * qy
    under = 9 * pq * pq - 8 * pp * qq
    early, late = 0.0, 0.0
    if under > 0 and qq != 0:
        early, late = (-3 * pq - sqrt(under)) / (4 * qq), (-3 * pq + sqrt(under)) / (4 * qq)
    since = 0.0
    for until in (early, late, 1.0):
        if not since < until <= 1.0:
            continue
        time = _crossing(px, py, qx, qy, since, until)
        if BRIEF < time < 1 - BRIEF:
            desk[row, count] = 1.0 - time if backwards else time
            count += 1
        since = until
    return count


@tight
def _outside(px: float, py: float, qx: float, qy: float, t: float) -> bool:
    return t * hypot(px + t * qx, py + t * qy) >= STEP


@tight
def _crossing(px: float, py: float, qx: float, qy: float, since: float, until: float) -> float:
    late = _outside(px, py, qx, qy, until)
    if _outside(px, py, qx, qy, since) == late:
        return -1.0
    for _ in range(HALVINGS):
        middle = (since + until) / 2
        if _outside(px, py, qx, qy, middle) == late:
            until = middle
        else:
            since = middle
    return until


@part
def _piece(lines: Lines, line: int, shared: int, desk: Desk, row: int, number: int) -> tuple[Stretch, int]:
    """A piece of a line, beginning at a shared end if it touches one, and a bit for each circle it lies within."""
    s, since, until = whole(lines, line), desk[row, number], desk[row, number + 1]
    x, y = _at(s, (since + until) / 2)
    discs, backwards = 0, False
    for end in range(shared):
        ex, ey = desk[SHARED + end, 0], desk[SHARED + end, 1]
        backwards |= until == 1.0 and s[4] == ex and s[5] == ey
        if hypot(x - ex, y - ey) < STEP:
            discs |= 1 << end
    a, c, b = (1 - since) * (1 - until), since + until - 2 * since * until, since * until
    mx, my = a * s[0] + c * s[2] + b * s[4], a * s[1] + c * s[3] + b * s[5]
    px, py = _at(s, since)
    qx, qy = _at(s, until)
    if backwards:
        return (qx, qy, mx, my, px, py), discs
    return (px, py, mx, my, qx, qy), discs


@tight
def _at(s: Stretch, t: float) -> tuple[float, float]:
    a, c, b = (1 - t) * (1 - t), 2 * t * (1 - t), t * t
    return a * s[0] + c * s[2] + b * s[4], a * s[1] + c * s[3] + b * s[5]


@part
def near_place(first: Stretch, x: float, y: float, least: float, desk: Desk) -> bool:
    """Whether a stretch comes closer to a place than `least`."""
    place = (x, y, x, y, x, y)
    count = put(desk, 0, first, first)
    while count:
        count -= 1
        piece, _ = pair(desk, count)
        if boxes_apart(piece, place, least):
            continue
        gap, bent = gap_to_place(x, y, piece), bend(piece)
        if gap - bent >= least - TOLERANCE:
            continue
        if gap + bent < least:
            return True
        count = put(desk, count, first_half(piece), piece)
        count = put(desk, count, last_half(piece), piece)
    return False


@tight
def fits(lines: Lines, line: int, points: Lines, corner: NDArray[np.int64], desk: Desk) -> bool:
    """Whether a line stays on the sheet, which ends half a step beyond `corner`, and clear of the other points."""
    s = whole(lines, line)
    for axis in range(2):
        if not _inside(lines[line, axis], lines[line, axis + 2], lines[line, axis + 4], corner[axis]):
            return False
    for point in range(points.shape[0]):
        x, y = points[point, 0], points[point, 1]
        is_end = (x == s[0] and y == s[1]) or (x == s[4] and y == s[5])
        if not is_end and near_place(s, float(x), float(y), POINT_CLEARANCE, desk):
            return False
    return True


@tight
def _inside(a: int, c: int, b: int, corner: int) -> bool:
    half = 50
    low = c + half >= 0 or (c + half) * (c + half) <= (a + half) * (b + half)
    top = corner + half
    high = top - c >= 0 or (top - c) * (top - c) <= (top - a) * (top - b)
    return low and high
