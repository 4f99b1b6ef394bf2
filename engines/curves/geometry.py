"""Exact tests in whole hundredths of a step: points in zones, zones inside zones, lines on the sheet.

A line from A to B with control point C is P(t) = (1-t)²A + 2t(1-t)C + t²B. In barycentric coordinates (a, b, c) over
A, C, B, which are signed areas, it is where b² = 4ac with a, b, c >= 0; its chord is where b = 0. So the open region
between line and chord is b > 0, a > 0, c > 0, b² < 4ac. The areas of whole coordinates are whole, and the tests stay
true when all three are multiplied by one number, so nothing is ever rounded.
"""

from __future__ import annotations

from math import isqrt

from engines.curves.line import STEP, Line, Spot, spot

Weights = tuple[int, int, int]
MARGIN = STEP // 2


def weights(line: Line, place: Spot) -> Weights:
    """Return twice the signed areas between a place and the sides of triangle A, C, B; all are positive inside."""
    (ax, ay), (cx, cy), (bx, by), (x, y) = spot(line.start), line.control, spot(line.end), place
    first = (cx - x) * (by - y) - (cy - y) * (bx - x)
    middle = (bx - x) * (ay - y) - (by - y) * (ax - x)
    last = (ax - x) * (cy - y) - (ay - y) * (cx - x)
    return (first, middle, last) if first + middle + last > 0 else (-first, -middle, -last)


def is_in_zone(line: Line, place: Spot) -> bool:
    """Return whether a place lies in the open region between the line and its chord; a straight line has none."""
    first, middle, last = weights(line, place)
    return first > 0 and middle > 0 and last > 0 and middle * middle < 4 * first * last


def encloses(line: Line, inner_line: Line) -> bool:
    """Return whether the closed zone of `line` contains all of `inner_line`, which may not cross `line`.

    The inner line cannot cross the line itself, so it could leave the zone only through the chord. So it is enclosed if
    no place of it lies beyond the chord and its middle lies between chord and line. Sharing an end with the line, or
    ending on the chord, does not lead out of the zone.
    """
    if line.is_straight:
        return False
    sides = [weights(line, place)[1] for place in (spot(inner_line.start), inner_line.control, spot(inner_line.end))]
    first, middle, last = weights(line, inner_line.middle)
    inside = first > 0 and middle >= 0 and last > 0 and middle * middle < 4 * first * last
    return inside and is_never_negative(*sides)


def is_on_sheet(line: Line, columns: int, rows: int) -> bool:
    """Return whether the whole line stays within half a step around the lattice."""
    return all(
        is_never_negative(a - low, c - low, b - low) and is_never_negative(high - a, high - c, high - b)
        for a, c, b, low, high in zip(
            spot(line.start),
            line.control,
            spot(line.end),
            (-MARGIN, -MARGIN),
            (STEP * (columns - 1) + MARGIN, STEP * (rows - 1) + MARGIN),
            strict=True,
        )
    )


def middles_on_sheet(start: int, end: int, count: int) -> tuple[int, int]:
    """Return the least and greatest middle, in hundredths on one axis, of lines that stay on the sheet."""
    a, b = STEP * start + MARGIN, STEP * end + MARGIN
    span = STEP * (count - 1) + 2 * MARGIN
    least, most = -isqrt(a * b), span + isqrt((span - a) * (span - b))
    halfway = (a + b) // 2
    return -((-halfway - least) // 2) - MARGIN, (halfway + most) // 2 - MARGIN


def is_never_negative(a: int, c: int, b: int) -> bool:
    """Return whether (1-t)²a + 2t(1-t)c + t²b >= 0 for all t in [0, 1]: a, b >= 0 and c >= -sqrt(ab)."""
    return a >= 0 and b >= 0 and (c >= 0 or c * c <= a * b)
