"""Forbidden ground as a raster: how deep each place lies in it, in fourths of a hundredth of a step.

Every depth is a bound from below that grows by no more than a place moves: 25 hundredths less the distance to a marked
point, or 20 less that to a line. A line that shares an end with the new one forbids nothing within a step of it,
besides directions less than 15 degrees from its own, and crossing it. The depths are kept on a raster, and count for
less by how far a place may be from the next place of the raster.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import lru_cache
from math import atan2, ceil, hypot

import numpy as np
from numpy.typing import NDArray

from engines.curves.crossing import Wall, wall
from engines.curves.geometry import MARGIN
from engines.curves.joints import APART
from engines.curves.legality import LINE_CLEARANCE, POINT_CLEARANCE, Sheet
from engines.curves.line import STEP, Line, Point, halfway, spot

Places = NDArray[np.float64]
Depths = NDArray[np.uint8]
Barred = NDArray[np.bool_]

FINE = 4
GRID, SPACING = 4, 8
ORIGIN = -MARGIN - 16 * GRID
SLACK = GRID * 2**-0.5 + 0.02
SPARSE, DENSE = ((np.arange(count) + 0.5) / count for count in (64, 320))
CLOSE_LOOK = 8.0


@dataclass(frozen=True)
class Patch:
    """The ground that one mark or line forbids on a window of the raster, to all lines but those at its `ends`."""

    window: tuple[slice, slice]
    depth: Depths
    ends: tuple[Point, ...]
    line: Line | None = None


@dataclass(frozen=True)
class Map:
    """The ground of a sheet: what is forbidden to all, and what is not to lines that share an end with it."""

    sheet: Sheet
    common: Depths
    loose: tuple[Patch, ...]

    def between(self, start: Point, end: Point) -> Ground:
        """The ground for the lines between two points."""
        depth, shared_lines = self.common.copy(), []
        for patch in self.loose:
            shared = [point for point in (start, end) if point in patch.ends]
            if patch.line is not None:
                shared_lines += [(point, patch.line) for point in shared]
            if patch.line is not None or not shared:
                _lay(depth, patch, shared)
        headings = tuple((point, _heading(line, point)) for point, line in shared_lines)
        walls = tuple(filter(None, {wall(line) for _, line in shared_lines}))
        return Ground(start, end, self.sheet, depth, headings, walls)


@dataclass(frozen=True)
class Ground:
    """The ground for lines between two ends; `headings` are the directions in which lines leave an end they share.

    `walls` are these lines, as far as it can be told on which side of them a place is.
    """

    start: Point
    end: Point
    sheet: Sheet
    depth: Depths
    headings: tuple[tuple[Point, float], ...]
    walls: tuple[Wall, ...]

    def bars(self, middles: Places, reach: float) -> Barred:
        """For each middle point, whether every line is forbidden whose middle is no farther from it than `reach`."""
        barred = self._too_near(middles, reach)
        for rule in (self._narrow, self._crosses) if self.headings else ():
            if not barred.all():
                barred[~barred] = rule(middles[~barred], reach)
        return barred

    def _too_near(self, middles: Places, reach: float) -> Barred:
        """Whether some place of all these lines comes too near to a mark or to another line."""
        times, enough = _telling(reach)
        column, row = (self._nodes(middles[:, axis], times, axis) for axis in (0, 1))
        barred: Barred = (self.depth.take(column * self.depth.shape[1] + row) > enough).any(axis=1)
        return barred

    def _nodes(self, middles: Places, times: Places, axis: int) -> NDArray[np.int32]:
        """The nodes of the raster next to the lines at some times, on one axis, on which many middles are the same."""
        different, which = np.unique(middles, return_inverse=True)
        nodes = (self._ways(different, times, axis) - (ORIGIN - GRID / 2)) / GRID
        return nodes.astype(np.int32)[which]

    def _ways(self, middles: Places, times: Places, axis: int) -> Places:
        """The places of the lines with these middles at some times, on one axis."""
        a, b = STEP * self.start[axis], STEP * self.end[axis]
        fixed: Places = (1 - 2 * times) * ((1 - times) * a - times * b)
        return fixed + _sway(times) * middles[:, None]

    def _narrow(self, middles: Places, reach: float) -> Barred:
        """Whether, from a shared end, all control points are seen too close to where a line heads."""
        barred = np.zeros(len(middles), np.bool_)
        hx, hy = halfway(self.start, self.end)
        for end, heading in self.headings:
            ux, uy = 2 * middles[:, 0] - hx - STEP * end[0], 2 * middles[:, 1] - hy - STEP * end[1]
            turn = np.abs((np.arctan2(uy, ux) - heading + np.pi) % (2 * np.pi) - np.pi)
            wide = np.arcsin(np.minimum(1.0, 2 * reach / np.maximum(np.hypot(ux, uy), 1e-9)))
            barred |= turn + wide < APART - 1e-6
        return barred

    def _crosses(self, middles: Places, reach: float) -> Barred:
        """Whether all these lines cross one that shares an end with them."""
        barred = np.zeros(len(middles), np.bool_)
        if self.walls and reach < CLOSE_LOOK:
            x, y = (self._ways(middles[:, axis], DENSE, axis) for axis in (0, 1))
            bend = 4 * np.hypot(*(middles - halfway(self.start, self.end)).T)[:, None]
            between = (bend + 4 * reach) / (4 * len(DENSE) ** 2)
            for each in self.walls:
                barred |= each.is_crossed(x, y, reach * _sway(DENSE), between)
        return barred


def survey(sheet: Sheet, marks: Iterable[Point], drawn: Iterable[Line], ends: Collection[Point]) -> Map:
    """The map of a sheet for lines between any two of these `ends`."""
    patches = [_around_mark(point) for point in marks] + [_along(line) for line in drawn]
    common = np.zeros(tuple((STEP * (n - 1) - 2 * ORIGIN) // GRID + 1 for n in (sheet.columns, sheet.rows)), np.uint8)
    for patch in patches:
        if not set(patch.ends) & set(ends):
            _lay(common, patch)
    return Map(sheet, common, tuple(patch for patch in patches if set(patch.ends) & set(ends)))


@lru_cache(maxsize=128)
def _around_mark(point: Point) -> Patch:
    return Patch(*_stencilled(np.array([spot(point)], np.float64), POINT_CLEARANCE), (point,))


@lru_cache(maxsize=128)
def _along(line: Line) -> Patch:
    (ax, ay), (cx, cy), (bx, by) = spot(line.start), line.control, spot(line.end)
    length = hypot(cx - ax, cy - ay) + hypot(bx - cx, by - cy)
    t = np.linspace(0, 1, ceil(length / SPACING) + 1)[:, None]
    places = (1 - t) ** 2 * (ax, ay) + 2 * t * (1 - t) * (cx, cy) + t**2 * (bx, by)
    return Patch(*_stencilled(places, LINE_CLEARANCE), line.ends, line)


def _stencilled(places: Places, clearance: float) -> tuple[tuple[slice, slice], Depths]:
    """A window of the raster, and how much nearer than `clearance` to any of these places its nodes are."""
    wide = ceil(clearance / GRID)
    low = np.floor((places - ORIGIN) / GRID).astype(np.int64) - wide
    first, last = low.min(axis=0), low.max(axis=0) + 2 * wide + 2
    nodes = low[:, :, None] + np.arange(2 * wide + 2)
    squares = (ORIGIN + GRID * nodes - places[:, :, None]) ** 2
    gaps = squares[:, 0, :, None] + squares[:, 1, None, :]
    flat = (nodes[:, 0, :, None] - first[0]) * (last[1] - first[1]) + (nodes[:, 1, None, :] - first[1])
    nearest = np.full(last - first, clearance**2)
    np.minimum.at(nearest.reshape(-1), flat.reshape(-1), gaps.reshape(-1))
    depth = (FINE * (clearance - np.sqrt(nearest))).astype(np.uint8)
    return (slice(first[0], last[0]), slice(first[1], last[1])), depth


def _lay(depth: Depths, patch: Patch, shared: Iterable[Point] = ()) -> None:
    """Adds a patch; around the ends shared with it, nothing it forbids reaches closer than a step."""
    ground = patch.depth
    for end in shared:
        ground = np.minimum(ground, _beyond_a_step(end, patch.window))
    np.maximum(depth[patch.window], ground, out=depth[patch.window])


def _beyond_a_step(end: Point, window: tuple[slice, slice]) -> Depths:
    """How much farther than a step from a point the nodes of a window are, as far as depths go."""
    dx, dy = (ORIGIN + GRID * np.arange(each.start, each.stop) - at for each, at in zip(window, spot(end), strict=True))
    beyond: Depths = (FINE * (np.hypot(dx[:, None], dy) - STEP)).clip(0, FINE * POINT_CLEARANCE).astype(np.uint8)
    return beyond


def _heading(line: Line, end: Point) -> float:
    (cx, cy), (x, y) = line.control, spot(end)
    return atan2(cy - y, cx - x)


@lru_cache(maxsize=16)
def _telling(reach: float) -> tuple[Places, Depths]:
    """When a line can be barred with all within `reach`, and for which depths."""
    times = DENSE if reach < CLOSE_LOOK else SPARSE
    depths = FINE * (reach * _sway(times) + SLACK)
    telling = depths < FINE * POINT_CLEARANCE
    return times[telling], depths[telling].astype(np.uint8)


def _sway(times: Places) -> Places:
    """How far a line moves at these times when its middle moves by 1."""
    return 4 * times * (1 - times)
