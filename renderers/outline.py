"""The points that lines are made of: curves flattened, corners rounded, dashes cut, arrow heads, hatching."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise

from renderers.scene import Hatch, Point

CIRCLE_STEPS = 48
HATCH_PITCH, HATCH_WIDTH = 12, 2.2


def curve(start: Point, control: Point, end: Point, steps: int = 32) -> tuple[Point, ...]:
    """Points along a quadratic Bézier curve, both ends included."""
    return tuple(_on_curve(start, control, end, index / steps) for index in range(steps + 1))


def _on_curve(start: Point, control: Point, end: Point, t: float) -> Point:
    a, b, c = (1 - t) ** 2, 2 * t * (1 - t), t**2
    return a * start[0] + b * control[0] + c * end[0], a * start[1] + b * control[1] + c * end[1]


def circle(centre: Point, radius: float) -> tuple[Point, ...]:
    """A closed ring of points, the first one repeated at the end."""
    turns = (2 * math.pi * step / CIRCLE_STEPS for step in range(CIRCLE_STEPS + 1))
    return tuple((centre[0] + radius * math.cos(turn), centre[1] + radius * math.sin(turn)) for turn in turns)


def rounded(points: Sequence[Point], radius: float) -> tuple[Point, ...]:
    """A polygon's corners replaced by small curves that begin `radius` (at most half a side) from each."""
    if radius <= 0:
        return tuple(points)
    corners = zip((points[-1], *points[:-1]), points, (*points[1:], points[0]), strict=True)
    return tuple(
        point
        for before, corner, after in corners
        for point in curve(_towards(corner, before, radius), corner, _towards(corner, after, radius), 6)
    )


def _towards(start: Point, end: Point, length: float) -> Point:
    whole = math.dist(start, end)
    part = min(length / whole, 0.5) if whole else 0.0
    return start[0] + part * (end[0] - start[0]), start[1] + part * (end[1] - start[1])


def dashes(points: Sequence[Point], length: float, gap: float) -> Iterator[tuple[Point, ...]]:
    """The pieces of a line that begins and ends with a dash: gaps are stretched; a short line is two short dashes."""
    whole = sum(math.dist(a, b) for a, b in pairwise(points))
    if whole < 1.5 * gap:
        yield tuple(points)
        return
    count = max(2, int((whole + gap) / (length + gap)))
    length = min(length, (whole - gap) / 2)
    pitch = (whole - length) / (count - 1)
    for index in range(count):
        yield _part(points, index * pitch, min(index * pitch + length, whole))


def _part(points: Sequence[Point], begin: float, end: float) -> tuple[Point, ...]:
    part: list[Point] = []
    way = 0.0
    for a, b in pairwise(points):
        step = math.dist(a, b)
        if way + step >= begin and way <= end and step:
            part.append(_between(a, b, max(0.0, (begin - way) / step)))
            part.append(_between(a, b, min(1.0, (end - way) / step)))
        way += step
    return tuple(part)


def _between(a: Point, b: Point, part: float) -> Point:
    return a[0] + part * (b[0] - a[0]), a[1] + part * (b[1] - a[1])


def head_length(width: float) -> float:
    """How long the arrow head of a line is."""
    return 2.4 * width + 9


def dash_and_gap(width: float) -> tuple[float, float]:
    """How long the dashes of a line are, and the gaps between them (round ends reach half a width into those)."""
    return width + 3, 1.8 * width + 2


def arrow(points: Sequence[Point], length: float) -> tuple[tuple[Point, ...], tuple[Point, ...]]:
    """A line shortened to the base of its arrow head, and the three corners of that head, `length` long."""
    tip = points[-1]
    shaft = list(points)
    while len(shaft) > 2 and math.dist(shaft[-2], tip) < length:
        del shaft[-2]
    back = shaft[-2]
    whole = math.dist(back, tip) or 1.0
    along = ((tip[0] - back[0]) / whole, (tip[1] - back[1]) / whole)
    base = (tip[0] - length * along[0], tip[1] - length * along[1])
    half = 0.55 * length
    left = (base[0] - half * along[1], base[1] + half * along[0])
    right = (base[0] + half * along[1], base[1] - half * along[0])
    return (*shaft[:-1], base), (tip, left, right)


def hatching(hatch: Hatch, box: tuple[float, float, float, float], pitch: float) -> Iterator[tuple[Point, Point]]:
    """Slanted lines over a box (left, top, right, bottom), all on one lattice that goes through the page's corner."""
    left, top, right, bottom = box
    if hatch in {Hatch.RISING, Hatch.CROSS}:
        for index in range(math.floor((left + top) / pitch), math.ceil((right + bottom) / pitch) + 1):
            offset = index * pitch
            yield (offset - bottom, bottom), (offset - top, top)
    if hatch in {Hatch.FALLING, Hatch.CROSS}:
        for index in range(math.floor((left - bottom) / pitch), math.ceil((right - top) / pitch) + 1):
            offset = index * pitch
            yield (offset + top, top), (offset + bottom, bottom)
