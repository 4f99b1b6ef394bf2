"""Outlines of marks: flattened curves, rounded corners, dashes, arrow heads and hatching."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise

from renderers.scene import Hatch, Point

CIRCLE_STEPS = 48
HATCH_PITCH, HATCH_WIDTH = 12, 2.2


def curve(start: Point, control: Point, end: Point, steps: int = 32) -> tuple[Point, ...]:
    """Return points along a quadratic Bézier curve, both ends included."""
    return tuple(_on_curve(start, control, end, index / steps) for index in range(steps + 1))


def _on_curve(start: Point, control: Point, end: Point, t: float) -> Point:
    a, b, c = (1 - t) ** 2, 2 * t * (1 - t), t**2
    return a * start[0] + b * control[0] + c * end[0], a * start[1] + b * control[1] + c * end[1]


def circle(centre: Point, radius: float) -> tuple[Point, ...]:
    """Return a closed ring of points, the first repeated at the end."""
    turns = (2 * math.pi * step / CIRCLE_STEPS for step in range(CIRCLE_STEPS + 1))
    return tuple((centre[0] + radius * math.cos(turn), centre[1] + radius * math.sin(turn)) for turn in turns)


def round_corners(points: Sequence[Point], radius: float) -> tuple[Point, ...]:
    """Return a polygon with corners replaced by curves that begin `radius` (at most half a side) from each."""
    if radius <= 0:
        return tuple(points)
    corners = zip((points[-1], *points[:-1]), points, (*points[1:], points[0]), strict=True)
    return tuple(
        point
        for before, corner, after in corners
        for point in curve(_towards(corner, before, radius), corner, _towards(corner, after, radius), 6)
    )


def _towards(start: Point, end: Point, length: float) -> Point:
    distance = math.dist(start, end)
    share = min(length / distance, 0.5) if distance else 0.0
    return start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])


def dashes(points: Sequence[Point], length: float, gap: float) -> Iterator[tuple[Point, ...]]:
    """Yield the dashes of a line; it begins and ends with a dash.

    Gaps are stretched to fit. A short line becomes two short dashes.
    """
    total = sum(math.dist(a, b) for a, b in pairwise(points))
    if total < 1.5 * gap:
        yield tuple(points)
        return
    count = max(2, int((total + gap) / (length + gap)))
    length = min(length, (total - gap) / 2)
    pitch = (total - length) / (count - 1)
    for index in range(count):
        yield _part(points, index * pitch, min(index * pitch + length, total))


def _part(points: Sequence[Point], begin: float, end: float) -> tuple[Point, ...]:
    part: list[Point] = []
    distance = 0.0
    for a, b in pairwise(points):
        step = math.dist(a, b)
        if distance + step >= begin and distance <= end and step:
            part.append(_between(a, b, max(0.0, (begin - distance) / step)))
            part.append(_between(a, b, min(1.0, (end - distance) / step)))
        distance += step
    return tuple(part)


def _between(a: Point, b: Point, share: float) -> Point:
    return a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])


def head_length(width: float) -> float:
    """Return the length of a line's arrow head."""
    return 2.4 * width + 9


def dash_and_gap(width: float) -> tuple[float, float]:
    """Return the lengths of a line's dashes and gaps; the round ends reach half a width into each gap."""
    return width + 3, 1.8 * width + 2


def arrow(points: Sequence[Point], length: float) -> tuple[tuple[Point, ...], tuple[Point, ...]]:
    """Return the line cut at the base of its arrow head, and the three corners of a head `length` long."""
    tip = points[-1]
    shaft = list(points)
    while len(shaft) > 2 and math.dist(shaft[-2], tip) < length:
        del shaft[-2]
    previous = shaft[-2]
    distance = math.dist(previous, tip) or 1.0
    along = ((tip[0] - previous[0]) / distance, (tip[1] - previous[1]) / distance)
    base = (tip[0] - length * along[0], tip[1] - length * along[1])
    half = 0.55 * length
    left = (base[0] - half * along[1], base[1] + half * along[0])
    right = (base[0] + half * along[1], base[1] - half * along[0])
    return (*shaft[:-1], base), (tip, left, right)


def hatching(hatch: Hatch, box: tuple[float, float, float, float], pitch: float) -> Iterator[tuple[Point, Point]]:
    """Yield slanted lines over a box (left, top, right, bottom), on a lattice fixed to the page's corner."""
    left, top, right, bottom = box
    if hatch in {Hatch.RISING, Hatch.CROSS}:
        for index in range(math.floor((left + top) / pitch), math.ceil((right + bottom) / pitch) + 1):
            offset = index * pitch
            yield (offset - bottom, bottom), (offset - top, top)
    if hatch in {Hatch.FALLING, Hatch.CROSS}:
        for index in range(math.floor((left - bottom) / pitch), math.ceil((right - top) / pitch) + 1):
            offset = index * pitch
            yield (offset + top, top), (offset + bottom, bottom)
