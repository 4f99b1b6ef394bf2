"""Exact tests on whole hundredths of a step: what lies in a zone, what a zone encloses, what stays on the sheet.

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
    """Twice the areas that a place spans with the sides of the triangle A, C, B; positive inside it."""
    (ax, ay), (cx, cy), (bx, by), (x, y) = spot(line.start), line.control, spot(line.end), place
    first = (cx - x) * (by - y) - (cy - y) * (bx - x)
    middle = (bx - x) * (ay - y) - (by - y) * (ax - x)
    last = (ax - x) * (cy - y) - (ay - y) * (cx - x)
    return (first, middle, last) if first + middle + last > 0 else (-first, -middle, -last)


def in_zone(line: Line, place: Spot) -> bool:
    """Whether a place lies in the open region between the line and its chord; a straight line has none."""
    first, middle, last = weights(line, place)
    return first > 0 and middle > 0 and last > 0 and middle * middle < 4 * first * last


def encloses(line: Line, other: Line) -> bool:
    """Whether the zone of `line`, its rim included, holds the whole of `other`, which may not cross `line`.

    Not crossing the line itself, `other` could leave the zone only through the chord. So it is enclosed if it has no
    place beyond the ruler of the chord, and its middle lies between chord and line. Sharing an end, or ending on the
    chord, is no way out.
    """
    if line.straight:
        return False
    sides = [weights(line, place)[1] for place in (spot(other.start), other.control, spot(other.end))]
    first, middle, last = weights(line, other.middle)
    inside = first > 0 and middle >= 0 and last > 0 and middle * middle < 4 * first * last
    return inside and never_negative(*sides)


def on_sheet(line: Line, columns: int, rows: int) -> bool:
    """Whether the whole line stays within half a step around the lattice."""
    return all(
        never_negative(a - low, c - low, b - low) and never_negative(high - a, high - c, high - b)
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
    """On one axis of so many points: between which middles, in hundredths, a line stays on the sheet; ends in steps."""
    a, b = STEP * start + MARGIN, STEP * end + MARGIN
    whole = STEP * (count - 1) + 2 * MARGIN
    least, most = -isqrt(a * b), whole + isqrt((whole - a) * (whole - b))
    halfway = (a + b) // 2
    return -((-halfway - least) // 2) - MARGIN, (halfway + most) // 2 - MARGIN


def never_negative(a: int, c: int, b: int) -> bool:
    """Whether (1-t)²a + 2t(1-t)c + t²b >= 0 for all t from 0 to 1: both ends are, and c >= -sqrt(ab)."""
    return a >= 0 and b >= 0 and (c >= 0 or c * c <= a * b)
