"""The lines that the search considers out of endlessly many: one or two for each set of points in the zone.

Between two ends, lines that capture the same points differ in the space they leave: the tightest is chosen, and one
that runs elsewhere. Middles lie on half steps, or on quarters where no half will do and few ends are open.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import accumulate, combinations
from math import dist
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engines.curves.legality import Sheet
from engines.curves.line import STEP, Line, Point, halfway, spot
from engines.curves.rules import Position
from engines.curves.sample import Ends
from engines.curves.search.geometry import Lines, Scratch, is_in_zone, new_scratch
from engines.curves.search.joints import collide, fits
from engines.game import NO_DEADLINE, Deadline
from engines.kernels.compiling import kernel, tight

MOST_PAIRS = 300
HALVES, QUARTERS = 50, 25
QUARTERED, MOST_QUARTERS = 3, 30_000
HIGHEST, LEAN, ELSEWHERE = 450.0, 0.3, 300
GROUPS = 256
Middles = NDArray[np.int64]


class Groups(NamedTuple):
    """The lines chosen between two ends, by the free points in the zone.

    `many` is the number of lines with that zone, `first` the control point of the first.
    """

    zone: NDArray[np.uint64]
    many: NDArray[np.int64]
    first: NDArray[np.int64]


def considered_lines(position: Position, deadline: Deadline = NO_DEADLINE) -> list[Line]:
    """Return legal lines, grouped by their ends; of many pairs of ends, or if time runs out, the nearest."""
    pairs = sorted(combinations(position.ends(), 2), key=lambda pair: dist(*pair))[:MOST_PAIRS]
    lines = zip(pairs, deadline.cut(_kept_lines(position, pairs)), strict=False)
    return [line for _, between in sorted(lines, key=lambda pair: pair[0]) for line in between]


def _allow_quarters(sheet: Sheet, pairs: list[Ends]) -> bool:
    """Return whether so few middles lie on half steps that those on quarters can be sifted too."""
    counts = accumulate(len(_near_middles(sheet, *pair, HALVES)) for pair in pairs)
    return all(QUARTERED * count <= MOST_QUARTERS for count in counts)


@lru_cache(maxsize=2 * MOST_PAIRS)
def _near_middles(sheet: Sheet, start: Point, end: Point, grain: int) -> Middles:
    """Return the middles near the chord that are multiples of a grain, the nearest first.

    Multiples of a coarser grain are left out.
    """
    (ax, ay), (bx, by), (hx, hy) = spot(start), spot(end), halfway(start, end)
    x, y = np.meshgrid(*(_multiples(count, grain) for count in (sheet.columns, sheet.rows)))
    places = np.stack([x.ravel(), y.ravel()], axis=1)
    if grain < HALVES:
        places = places[(places % HALVES).any(axis=1)]
    dx, dy, length = places[:, 0] - hx, places[:, 1] - hy, dist((ax, ay), (bx, by))
    across = np.abs((bx - ax) * dy - (by - ay) * dx) / length
    along = np.abs((bx - ax) * dx + (by - ay) * dy) / length
    is_near_chord = (across <= HIGHEST) & (along <= LEAN * length) & ((across > 0) | (along == 0))
    order = np.argsort((across + along / 2)[is_near_chord], kind="stable")
    nearest: Middles = places[is_near_chord][order]
    return nearest


def _multiples(count: int, grain: int) -> NDArray[np.int64]:
    return np.arange(-STEP // 2, STEP * count - STEP // 2 + 1, grain)


def _kept_lines(position: Position, pairs: list[Ends]) -> Iterator[list[Line]]:
    """Yield the lines to consider between each two ends."""
    sheet, with_quarters = position.sheet, _allow_quarters(position.sheet, pairs)
    points, drawn_rows = point_places(position.marks), line_rows(position.lines)
    is_free = np.array([not any(point in line.ends for line in position.lines) for point in position.marks], np.uint8)
    corner = np.array(spot((sheet.columns - 1, sheet.rows - 1)), np.int64)
    groups = Groups(np.zeros(GROUPS, np.uint64), np.zeros(GROUPS, np.int64), np.zeros((GROUPS, 2), np.int64))
    scratch = new_scratch()
    for start, end in pairs:
        coarse = middles = _near_middles(sheet, start, end, HALVES)
        if with_quarters:
            middles = np.concatenate((coarse, _near_middles(sheet, start, end, QUARTERS)))
        rows = np.empty((len(drawn_rows) + len(middles), 6), np.int64)
        rows[: len(drawn_rows)] = drawn_rows
        rows[len(drawn_rows) :] = np.hstack((spot(start), (0, 0), spot(end)))
        rows[len(drawn_rows) :, 2:4] = 2 * middles - halfway(start, end)
        keep = np.zeros(len(middles), np.uint8)
        sift_lines(rows, len(drawn_rows), len(drawn_rows) + len(coarse), points, is_free, corner, groups, keep, scratch)
        yield [Line(start, end, (int(x), int(y))) for x, y in middles[keep > 0]]


def line_rows(lines: tuple[Line, ...] | list[Line]) -> Lines:
    """Return lines as rows of whole hundredths: start, control point, end."""
    return np.array([(*spot(a.start), *a.control, *spot(a.end)) for a in lines], np.int64).reshape(-1, 6)


def point_places(points: tuple[Point, ...]) -> Lines:
    """Return points in hundredths."""
    return np.array([spot(point) for point in points], np.int64).reshape(-1, 2)


@kernel
def sift_lines(
    lines: Lines,
    drawn_count: int,
    coarse: int,
    points: Lines,
    is_free: NDArray[np.uint8],
    corner: NDArray[np.int64],
    groups: Groups,
    keep: NDArray[np.uint8],
    scratch: Scratch,
) -> None:
    """Flag in `keep` the lines between two ends that fit and differ enough from earlier ones.

    The drawn lines come first, then, up to row `coarse`, the lines of which a group may have two.
    """
    group_count = 0
    for line in range(drawn_count, lines.shape[0]):
        zone = np.uint64(0)
        for point in range(points.shape[0]):
            if is_free[point] and is_in_zone(lines, line, points[point, 0], points[point, 1]):
                zone |= np.uint64(1) << np.uint64(point)
        group = 0
        while group < group_count and groups.zone[group] != zone:
            group += 1
        if group == GROUPS or (
            group < group_count and (line >= coarse or not _is_elsewhere(lines, line, groups, group))
        ):
            continue
        if not _is_clear(lines, line, points, corner, drawn_count, scratch):
            continue
        keep[line - drawn_count] = 1
        if group == group_count:
            group_count += 1
            groups.zone[group], groups.many[group] = zone, 0
            groups.first[group, 0], groups.first[group, 1] = lines[line, 2], lines[line, 3]
        groups.many[group] += 1


@tight
def _is_elsewhere(lines: Lines, line: int, groups: Groups, group: int) -> bool:
    """Return whether a group has space for a second line, and this one is far enough from the first."""
    dx, dy = lines[line, 2] - groups.first[group, 0], lines[line, 3] - groups.first[group, 1]
    return bool(groups.many[group] < 2 and max(abs(dx), abs(dy)) >= ELSEWHERE)


@tight
def _is_clear(
    lines: Lines, line: int, points: Lines, corner: NDArray[np.int64], drawn_count: int, scratch: Scratch
) -> bool:
    for drawn_line in range(drawn_count):
        if collide(lines, line, drawn_line, scratch):
            return False
    return fits(lines, line, points, corner, scratch)
