"""Compiled geometry: zones in whole hundredths, clearances by bisection as in the rules.

A stretch is six floats (start, control, end), a line six whole numbers in the same order, all in hundredths of a step.
`scratch` is working memory: a stack of pairs of stretches, twelve floats each, and below them rows for other numbers.
So no kernel allocates an array.
"""

from __future__ import annotations

from math import cos, hypot, radians, sqrt

import numpy as np
from numpy.typing import NDArray

from engines.kernels.compiling import part, tight

Stretch = tuple[float, float, float, float, float, float]
Scratch = NDArray[np.float64]
Lines = NDArray[np.int64]

TIMES, OTHERS, SHARED = 1000, 1001, 1002
TOLERANCE = 1e-4
BENT = 16.0
STEP = 100.0
POINT_CLEARANCE, LINE_CLEARANCE = 25.0, 20.0
NARROW = cos(radians(15))
HALVINGS = 48
BRIEF = 1e-9


def new_scratch() -> Scratch:
    """Return working memory that is large enough for every kernel here."""
    return np.zeros((SHARED + 2, 12))


@tight
def ends_and_control(lines: Lines, line: int) -> tuple[int, int, int, int, int, int]:
    """Return a line's start, control point and end, x before y."""
    return lines[line, 0], lines[line, 1], lines[line, 2], lines[line, 3], lines[line, 4], lines[line, 5]


@tight
def weights(lines: Lines, line: int, x: int, y: int) -> tuple[int, int, int]:
    """Return twice the signed areas between a place and the sides of triangle start, control, end; positive inside."""
    ax, ay, cx, cy, bx, by = ends_and_control(lines, line)
    first = (cx - x) * (by - y) - (cy - y) * (bx - x)
    middle = (bx - x) * (ay - y) - (by - y) * (ax - x)
    last = (ax - x) * (cy - y) - (ay - y) * (cx - x)
    if first + middle + last > 0:
        return first, middle, last
    return -first, -middle, -last


@tight
def is_in_zone(lines: Lines, line: int, x: int, y: int) -> bool:
    """Return whether a place lies in the open region between a line and its chord."""
    first, middle, last = weights(lines, line, x, y)
    return first > 0 and middle > 0 and last > 0 and middle * middle < 4 * first * last


@part
def encloses(lines: Lines, line: int, inner_line: int) -> bool:
    """Return whether the closed zone of a line contains all of another, which does not cross it."""
    ax, ay, cx, cy, bx, by = ends_and_control(lines, inner_line)
    first, middle, last = weights(lines, line, (ax + 2 * cx + bx) // 4, (ay + 2 * cy + by) // 4)
    if first <= 0 or middle < 0 or last <= 0 or middle * middle >= 4 * first * last:
        return False
    a = weights(lines, line, ax, ay)[1]
    c = weights(lines, line, cx, cy)[1]
    b = weights(lines, line, bx, by)[1]
    return a >= 0 and b >= 0 and (c >= 0 or c * c <= a * b)


@tight
def line_stretch(lines: Lines, line: int) -> Stretch:
    """Return all of a line as a stretch."""
    ax, ay, cx, cy, bx, by = ends_and_control(lines, line)
    return float(ax), float(ay), float(cx), float(cy), float(bx), float(by)


@tight
def deviation(s: Stretch) -> float:
    """Return the greatest distance of a stretch from its chord."""
    return hypot(s[0] - 2 * s[2] + s[4], s[1] - 2 * s[3] + s[5]) / 4


@tight
def first_half(s: Stretch) -> Stretch:
    """Return the stretch up to the middle of its time (de Casteljau)."""
    px, py, qx, qy = (s[0] + s[2]) / 2, (s[1] + s[3]) / 2, (s[2] + s[4]) / 2, (s[3] + s[5]) / 2
    return s[0], s[1], px, py, (px + qx) / 2, (py + qy) / 2


@tight
def last_half(s: Stretch) -> Stretch:
    """Return the stretch from the middle of its time on (de Casteljau)."""
    px, py, qx, qy = (s[0] + s[2]) / 2, (s[1] + s[3]) / 2, (s[2] + s[4]) / 2, (s[3] + s[5]) / 2
    return (px + qx) / 2, (py + qy) / 2, qx, qy, s[4], s[5]


@tight
def are_boxes_apart(one: Stretch, two: Stretch, least: float) -> bool:
    """Return whether the bounding boxes of two stretches are at least `least` apart on one axis."""
    left, right = _extent(one[0], one[2], one[4])
    near_side, far_side = _extent(two[0], two[2], two[4])
    if left - far_side >= least or near_side - right >= least:
        return True
    low, high = _extent(one[1], one[3], one[5])
    bottom, top = _extent(two[1], two[3], two[5])
    return low - top >= least or bottom - high >= least


@tight
def _extent(a: float, c: float, b: float) -> tuple[float, float]:
    low, high, bulge = min(a, b), max(a, b), (a - 2 * c + b) / 4
    return (low - bulge, high) if bulge > 0 else (low, high - bulge)


@tight
def gap_to_place(x: float, y: float, s: Stretch) -> float:
    """Return the distance from a place to the chord of a stretch."""
    ux, uy, vx, vy = s[4] - s[0], s[5] - s[1], x - s[0], y - s[1]
    square = ux * ux + uy * uy
    along = ux * vx + uy * vy
    if along <= 0 or square == 0:
        return hypot(vx, vy)
    if along >= square:
        return hypot(x - s[4], y - s[5])
    return abs(ux * vy - uy * vx) / sqrt(square)


@part
def chord_gap(one: Stretch, two: Stretch) -> float:
    """Return the distance between the chords of two stretches."""
    ux, uy, vx, vy = one[4] - one[0], one[5] - one[1], two[4] - two[0], two[5] - two[1]
    p = ux * (two[1] - one[1]) - uy * (two[0] - one[0])
    q = ux * (two[5] - one[1]) - uy * (two[4] - one[0])
    a = vx * (one[1] - two[1]) - vy * (one[0] - two[0])
    b = vx * (one[5] - two[1]) - vy * (one[4] - two[0])
    if ((p > 0) != (q > 0)) and ((a > 0) != (b > 0)):
        return 0.0
    return min(
        gap_to_place(two[0], two[1], one),
        gap_to_place(two[4], two[5], one),
        gap_to_place(one[0], one[1], two),
        gap_to_place(one[4], one[5], two),
    )


@tight
def push_pair(scratch: Scratch, row: int, one: Stretch, two: Stretch) -> int:
    """Push a pair of stretches; return the number of pairs."""
    for k in range(6):
        scratch[row, k] = one[k]
        scratch[row, k + 6] = two[k]
    return row + 1


@tight
def read_pair(scratch: Scratch, row: int) -> tuple[Stretch, Stretch]:
    """Return the two stretches in a row of the working memory."""
    one = scratch[row, 0], scratch[row, 1], scratch[row, 2], scratch[row, 3], scratch[row, 4], scratch[row, 5]
    return one, (scratch[row, 6], scratch[row, 7], scratch[row, 8], scratch[row, 9], scratch[row, 10], scratch[row, 11])


@part
def is_near(first: Stretch, second: Stretch, least: float, scratch: Scratch) -> bool:
    """Return whether two stretches come closer to each other than `least`."""
    count = push_pair(scratch, 0, first, second)
    while count:
        count -= 1
        one, two = read_pair(scratch, count)
        if are_boxes_apart(one, two, least):
            continue
        first_deviation, second_deviation = deviation(one), deviation(two)
        if first_deviation + second_deviation < BENT:
            gap = chord_gap(one, two)
            if gap - first_deviation - second_deviation >= least - TOLERANCE:
                continue
            if gap + first_deviation + second_deviation < least:
                return True
        if first_deviation > second_deviation:
            count = push_pair(scratch, count, first_half(one), two)
            count = push_pair(scratch, count, last_half(one), two)
        else:
            count = push_pair(scratch, count, one, first_half(two))
            count = push_pair(scratch, count, one, last_half(two))
    return False


@part
def meet(first: Stretch, second: Stretch, scratch: Scratch) -> bool:
    """Return whether two stretches have a place in common, except a start that they share."""
    count = push_pair(scratch, 0, first, second)
    while count:
        count -= 1
        one, two = read_pair(scratch, count)
        if are_boxes_apart(one, two, 1e-12):
            continue
        slack = deviation(one) + deviation(two)
        if one[0] == two[0] and one[1] == two[1]:
            if _diverge(one, two):
                continue
            if max(abs(one[4] - one[0]), abs(one[5] - one[1]), abs(two[4] - two[0]), abs(two[5] - two[1])) < TOLERANCE:
                return True
        elif slack < BENT:
            if chord_gap(one, two) > slack:
                continue
            if slack <= TOLERANCE:
                return True
        for half in (first_half(one), last_half(one)):
            count = push_pair(scratch, count, half, first_half(two))
            count = push_pair(scratch, count, half, last_half(two))
    return False


@tight
def _diverge(one: Stretch, two: Stretch) -> bool:
    """Return whether two stretches leave the start they share in directions that have none in common."""
    least, most, ahead = 1e300, -1e300, -1e300
    for i in (2, 4):
        for j in (2, 4):
            ux, uy, vx, vy = one[i] - one[0], one[i + 1] - one[1], two[j] - two[0], two[j + 1] - two[1]
            turn = ux * vy - uy * vx
            least, most, ahead = min(least, turn), max(most, turn), max(ahead, ux * vx + uy * vy)
    return least > 0 or most < 0 or ahead < 0
