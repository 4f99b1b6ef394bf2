"""Collisions of lines, in compiled code; lines with shared ends are cut at circles as in the rules."""

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
    Lines,
    Scratch,
    Stretch,
    are_boxes_apart,
    deviation,
    first_half,
    gap_to_place,
    is_near,
    last_half,
    line_stretch,
    meet,
    push_pair,
    read_pair,
)
from engines.kernels.compiling import kernel, part, section, tight


@part
def collide(lines: Lines, one: int, two: int, scratch: Scratch) -> bool:
    """Return whether two lines collide."""
    count = _list_shared_ends(lines, one, two, scratch)
    if count == 0:
        return is_near(line_stretch(lines, one), line_stretch(lines, two), LINE_CLEARANCE, scratch)
    for end in range(count):
        if _is_too_narrow(lines, one, two, scratch[SHARED + end, 0], scratch[SHARED + end, 1]):
            return True
    return _come_too_close(lines, one, two, count, scratch)


@tight
def _list_shared_ends(lines: Lines, one: int, two: int, scratch: Scratch) -> int:
    """Store the shared ends of two lines in the working memory; return how many there are."""
    count = 0
    for i in (0, 4):
        for j in (0, 4):
            if lines[one, i] == lines[two, j] and lines[one, i + 1] == lines[two, j + 1]:
                scratch[SHARED + count, 0], scratch[SHARED + count, 1] = float(lines[one, i]), float(lines[one, i + 1])
                count += 1
    return count


@tight
def _is_too_narrow(lines: Lines, one: int, two: int, x: float, y: float) -> bool:
    ux, uy, vx, vy = lines[one, 2] - x, lines[one, 3] - y, lines[two, 2] - x, lines[two, 3] - y
    return bool(ux * vx + uy * vy > NARROW * hypot(ux, uy) * hypot(vx, vy))


def find_cuts(lines: Lines, scratch: Scratch) -> NDArray[np.float64]:
    """Return for each line the times at which it crosses the circles around its start and its end.

    The time is -1 if the line crosses a circle several times.
    """
    cuts = np.empty((len(lines), 2))
    _fill_cuts(lines, cuts, scratch)
    return cuts


@kernel
def _fill_cuts(lines: Lines, cuts: NDArray[np.float64], scratch: Scratch) -> None:
    for line in range(lines.shape[0]):
        for side in range(2):
            x, y = float(lines[line, 4 * side]), float(lines[line, 4 * side + 1])
            count = _add_crossing_times(lines, line, x, y, scratch, TIMES, 0)
            cuts[line, side] = scratch[TIMES, 0] if count == 1 else -1.0


@part
def joined_lines_collide(lines: Lines, cuts: NDArray[np.float64], one: int, two: int, scratch: Scratch) -> bool:
    """Return whether two lines with one shared end collide; fast if both cross its circle once."""
    side = 1 if _end_number(lines, two, lines[one, 4], lines[one, 5]) >= 0 else 0
    other_side = _end_number(lines, two, lines[one, 4 * side], lines[one, 4 * side + 1])
    if _is_too_narrow(lines, one, two, float(lines[one, 4 * side]), float(lines[one, 4 * side + 1])):
        return True
    if cuts[one, side] < 0 or cuts[two, other_side] < 0:
        return collide(lines, one, two, scratch)
    first, outer = _split_from_end(lines, one, side, cuts[one, side])
    second, beyond = _split_from_end(lines, two, other_side, cuts[two, other_side])
    for first_part, second_part in ((outer, beyond), (first, beyond), (outer, second)):
        if is_near(first_part, second_part, LINE_CLEARANCE, scratch):
            return True
    return meet(first, second, scratch)


@tight
def _end_number(lines: Lines, line: int, x: int, y: int) -> int:
    """Return 0 if a line starts at a place, 1 if it ends there, else -1."""
    if lines[line, 0] == x and lines[line, 1] == y:
        return 0
    return 1 if lines[line, 4] == x and lines[line, 5] == y else -1


@tight
def _split_from_end(lines: Lines, line: int, side: int, time: float) -> tuple[Stretch, Stretch]:
    """Split a line at a time; return the piece at one of its ends, starting there, and the rest."""
    s = line_stretch(lines, line)
    if side:
        s, time = (s[4], s[5], s[2], s[3], s[0], s[1]), 1.0 - time
    px, py = s[0] + time * (s[2] - s[0]), s[1] + time * (s[3] - s[1])
    qx, qy = s[2] + time * (s[4] - s[2]), s[3] + time * (s[5] - s[3])
    mx, my = px + time * (qx - px), py + time * (qy - py)
    return (s[0], s[1], px, py, mx, my), (mx, my, qx, qy, s[4], s[5])


@section
def _come_too_close(lines: Lines, one: int, two: int, shared_count: int, scratch: Scratch) -> bool:
    cuts, others = (
        _list_cut_times(lines, one, shared_count, scratch, TIMES),
        _list_cut_times(lines, two, shared_count, scratch, OTHERS),
    )
    for i in range(cuts - 1):
        first, discs = _piece(lines, one, shared_count, scratch, TIMES, i)
        for j in range(others - 1):
            second, within = _piece(lines, two, shared_count, scratch, OTHERS, j)
            if discs & within:
                if meet(first, second, scratch):
                    return True
            elif is_near(first, second, LINE_CLEARANCE, scratch):
                return True
    return False


@tight
def _list_cut_times(lines: Lines, line: int, shared_count: int, scratch: Scratch, row: int) -> int:
    """Store the sorted times at which a line is cut in a row of the working memory; return how many there are."""
    scratch[row, 0], scratch[row, 1], scratch[row, 2] = 0.0, 1.0, 0.5
    count = 3 if shared_count == 2 else 2
    for end in range(shared_count):
        count = _add_crossing_times(
            lines, line, scratch[SHARED + end, 0], scratch[SHARED + end, 1], scratch, row, count
        )
    for last in range(1, count):
        place = last
        while place and scratch[row, place] < scratch[row, place - 1]:
            scratch[row, place], scratch[row, place - 1] = scratch[row, place - 1], scratch[row, place]
            place -= 1
    return count


@part
def _add_crossing_times(lines: Lines, line: int, x: float, y: float, scratch: Scratch, row: int, count: int) -> int:
    """Append the times at which a line crosses the circle around one of its ends; return the new count."""
    ax, ay, cx, cy, bx, by = line_stretch(lines, line)
    backwards = x == bx and y == by
    if backwards:
        ax, ay, bx, by = bx, by, ax, ay
    px, py = 2 * (cx - ax), 2 * (cy - ay)
    qx, qy = bx - ax - px, by - ay - py
    pp, pq, qq = px * px + py * py, px * qx + py * qy, qx * qx + qy * qy
    under = 9 * pq * pq - 8 * pp * qq
    first_turn, second_turn = 0.0, 0.0
    if under > 0 and qq != 0:
        first_turn, second_turn = (-3 * pq - sqrt(under)) / (4 * qq), (-3 * pq + sqrt(under)) / (4 * qq)
    since = 0.0
    for until in (first_turn, second_turn, 1.0):
        if not since < until <= 1.0:
            continue
        time = _crossing_time(px, py, qx, qy, since, until)
        if BRIEF < time < 1 - BRIEF:
            scratch[row, count] = 1.0 - time if backwards else time
            count += 1
        since = until
    return count


@tight
def _outside(px: float, py: float, qx: float, qy: float, t: float) -> bool:
    return t * hypot(px + t * qx, py + t * qy) >= STEP


@tight
def _crossing_time(px: float, py: float, qx: float, qy: float, since: float, until: float) -> float:
    ends_outside = _outside(px, py, qx, qy, until)
    if _outside(px, py, qx, qy, since) == ends_outside:
        return -1.0
    for _ in range(HALVINGS):
        middle = (since + until) / 2
        if _outside(px, py, qx, qy, middle) == ends_outside:
            until = middle
        else:
            since = middle
    return until


@part
def _piece(lines: Lines, line: int, shared_count: int, scratch: Scratch, row: int, number: int) -> tuple[Stretch, int]:
    """Return a piece of a line, with a bit for each circle it lies within.

    If it touches a shared end, it begins there.
    """
    s, since, until = line_stretch(lines, line), scratch[row, number], scratch[row, number + 1]
    x, y = _place_at(s, (since + until) / 2)
    discs, backwards = 0, False
    for end in range(shared_count):
        ex, ey = scratch[SHARED + end, 0], scratch[SHARED + end, 1]
        backwards |= until == 1.0 and s[4] == ex and s[5] == ey
        if hypot(x - ex, y - ey) < STEP:
            discs |= 1 << end
    a, c, b = (1 - since) * (1 - until), since + until - 2 * since * until, since * until
    mx, my = a * s[0] + c * s[2] + b * s[4], a * s[1] + c * s[3] + b * s[5]
    px, py = _place_at(s, since)
    qx, qy = _place_at(s, until)
    if backwards:
        return (qx, qy, mx, my, px, py), discs
    return (px, py, mx, my, qx, qy), discs


@tight
def _place_at(s: Stretch, t: float) -> tuple[float, float]:
    a, c, b = (1 - t) * (1 - t), 2 * t * (1 - t), t * t
    return a * s[0] + c * s[2] + b * s[4], a * s[1] + c * s[3] + b * s[5]


@part
def is_near_place(first: Stretch, x: float, y: float, least: float, scratch: Scratch) -> bool:
    """Return whether a stretch comes closer to a place than `least`."""
    place = (x, y, x, y, x, y)
    count = push_pair(scratch, 0, first, first)
    while count:
        count -= 1
        piece, _ = read_pair(scratch, count)
        if are_boxes_apart(piece, place, least):
            continue
        gap, piece_deviation = gap_to_place(x, y, piece), deviation(piece)
        if gap - piece_deviation >= least - TOLERANCE:
            continue
        if gap + piece_deviation < least:
            return True
        count = push_pair(scratch, count, first_half(piece), piece)
        count = push_pair(scratch, count, last_half(piece), piece)
    return False


@tight
def fits(lines: Lines, line: int, points: Lines, corner: NDArray[np.int64], scratch: Scratch) -> bool:
    """Return whether a line stays on the sheet, half a step beyond `corner`, and clear of the other points."""
    s = line_stretch(lines, line)
    for axis in range(2):
        if not _is_inside_axis(lines[line, axis], lines[line, axis + 2], lines[line, axis + 4], corner[axis]):
            return False
    for point in range(points.shape[0]):
        x, y = points[point, 0], points[point, 1]
        is_end = (x == s[0] and y == s[1]) or (x == s[4] and y == s[5])
        if not is_end and is_near_place(s, float(x), float(y), POINT_CLEARANCE, scratch):
            return False
    return True


@tight
def _is_inside_axis(a: int, c: int, b: int, corner: int) -> bool:
    half = 50
    low = c + half >= 0 or (c + half) * (c + half) <= (a + half) * (b + half)
    top = corner + half
    high = top - c >= 0 or (top - c) * (top - c) <= (top - a) * (top - b)
    return low and high
