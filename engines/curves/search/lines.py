"""Which of the endless many lines the search considers: one or two for each set of free points that a zone can hold.

Between two ends, lines that capture the same differ in what they leave room for: the tightest is kept, and one that
runs elsewhere. Middles lie on half steps; on quarters where no half will do, and few ends are open.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from math import dist
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engines.curves.line import STEP, Line, Point, halfway, spot
from engines.curves.rules import Position
from engines.curves.search.geometry import Desk, Lines, in_zone, new_desk
from engines.curves.search.joints import collide, fits
from engines.kernels.compiling import kernel, tight

MOST_PAIRS = 300
HALVES, QUARTERS = 50, 25
QUARTERED, MOST_QUARTERS = 3, 30_000
HIGHEST, LEAN, ELSEWHERE = 450.0, 0.3, 300
GROUPS = 256
Middles = NDArray[np.int64]


class Groups(NamedTuple):
    """The lines kept between two ends: the free points in the zone, how many have it, and the first's control point."""

    zone: NDArray[np.uint64]
    many: NDArray[np.int64]
    first: NDArray[np.int64]


def considered(position: Position) -> list[Line]:
    """The lines that may be drawn, those between two ends together; of many pairs of ends the nearest."""
    pairs = sorted(sorted(combinations(position.ends(), 2), key=lambda pair: dist(*pair))[:MOST_PAIRS])
    halves = [_middles(position, *pair, HALVES) for pair in pairs]
    quarters = [places[:0] for places in halves]
    if QUARTERED * sum(map(len, halves)) <= MOST_QUARTERS:
        quarters = [_middles(position, *pair, QUARTERS) for pair in pairs]
    return list(_kept(position, pairs, halves, quarters))


def _middles(position: Position, start: Point, end: Point, grain: int) -> Middles:
    """Middles that are multiples of a grain, and of no coarser one, not far from the chord, the nearest first."""
    (ax, ay), (bx, by), (hx, hy) = spot(start), spot(end), halfway(start, end)
    x, y = np.meshgrid(*(_multiples(count, grain) for count in (position.sheet.columns, position.sheet.rows)))
    places = np.stack([x.ravel(), y.ravel()], axis=1)
    if grain < HALVES:
        places = places[(places % HALVES).any(axis=1)]
    right, up, length = places[:, 0] - hx, places[:, 1] - hy, dist((ax, ay), (bx, by))
    across = np.abs((bx - ax) * up - (by - ay) * right) / length
    along = np.abs((bx - ax) * right + (by - ay) * up) / length
    near = (across <= HIGHEST) & (along <= LEAN * length) & ((across > 0) | (along == 0))
    order = np.argsort((across + along / 2)[near], kind="stable")
    nearest: Middles = places[near][order]
    return nearest


def _multiples(count: int, grain: int) -> NDArray[np.int64]:
    return np.arange(-STEP // 2, STEP * count - STEP // 2 + 1, grain)


def _kept(
    position: Position, pairs: list[tuple[Point, Point]], halves: list[Middles], quarters: list[Middles]
) -> Iterator[Line]:
    points, drawn = places_of(position.marks), rows_of(position.lines)
    free = np.array([not any(point in line.ends for line in position.lines) for point in position.marks], np.uint8)
    corner = np.array(spot((position.sheet.columns - 1, position.sheet.rows - 1)), np.int64)
    groups = Groups(np.zeros(GROUPS, np.uint64), np.zeros(GROUPS, np.int64), np.zeros((GROUPS, 2), np.int64))
    desk = new_desk()
    for (start, end), coarse, fine in zip(pairs, halves, quarters, strict=True):
        middles = np.concatenate((coarse, fine))
        rows = np.empty((len(drawn) + len(middles), 6), np.int64)
        rows[: len(drawn)] = drawn
        rows[len(drawn) :] = np.hstack((spot(start), (0, 0), spot(end)))
        rows[len(drawn) :, 2:4] = 2 * middles - halfway(start, end)
        keep = np.zeros(len(middles), np.uint8)
        sift(rows, len(drawn), len(drawn) + len(coarse), points, free, corner, groups, keep, desk)
        yield from (Line(start, end, (int(x), int(y))) for x, y in middles[keep > 0])


def rows_of(lines: tuple[Line, ...] | list[Line]) -> Lines:
    """Lines as rows of whole hundredths: start, control point, end."""
    return np.array([(*spot(a.start), *a.control, *spot(a.end)) for a in lines], np.int64).reshape(-1, 6)


def places_of(points: tuple[Point, ...]) -> Lines:
    """Points in hundredths."""
    return np.array([spot(point) for point in points], np.int64).reshape(-1, 2)


@kernel
def sift(
    lines: Lines,
    drawn: int,
    coarse: int,
    points: Lines,
    free: NDArray[np.uint8],
    corner: NDArray[np.int64],
    groups: Groups,
    keep: NDArray[np.uint8],
    desk: Desk,
) -> None:
    """Marks the lines between two ends that are kept: they fit, and do not repeat what was kept before.

    The lines drawn come first, then, up to `coarse`, those of which a group may have two.
    """
    used = 0
    for line in range(drawn, lines.shape[0]):
        zone = np.uint64(0)
        for point in range(points.shape[0]):
            if free[point] and in_zone(lines, line, points[point, 0], points[point, 1]):
                zone |= np.uint64(1) << np.uint64(point)
        group = 0
        while group < used and groups.zone[group] != zone:
            group += 1
        if group == GROUPS or (group < used and (line >= coarse or not _is_elsewhere(lines, line, groups, group))):
            continue
        if not _is_clear(lines, line, points, corner, drawn, desk):
            continue
        keep[line - drawn] = 1
        if group == used:
            used += 1
            groups.zone[group], groups.many[group] = zone, 0
            groups.first[group, 0], groups.first[group, 1] = lines[line, 2], lines[line, 3]
        groups.many[group] += 1


@tight
def _is_elsewhere(lines: Lines, line: int, groups: Groups, group: int) -> bool:
    """Whether a group has room for a second line, and this one's control point is far enough from the first's."""
    right, up = lines[line, 2] - groups.first[group, 0], lines[line, 3] - groups.first[group, 1]
    return bool(groups.many[group] < 2 and max(abs(right), abs(up)) >= ELSEWHERE)


@tight
def _is_clear(lines: Lines, line: int, points: Lines, corner: NDArray[np.int64], drawn: int, desk: Desk) -> bool:
    for other in range(drawn):
        if collide(lines, line, other, desk):
            return False
    return fits(lines, line, points, corner, desk)
