"""Forbidden ground: how deep a place lies where a new line may not pass, in hundredths of a step.

Every depth is a bound from below that grows by no more than a place moves: 25 less the distance to a marked point, 20
less that to a line, or how far the sheet is left. A line that shares an end with the new one forbids nothing within a
step of it, besides directions less than 15 degrees from its own. The depths are kept on a raster, and count for less by
how far a place may be from the next place of the raster.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from math import atan2, ceil, hypot

import numpy as np
from numpy.typing import NDArray

from engines.curves.geometry import MARGIN
from engines.curves.joints import APART
from engines.curves.legality import LINE_CLEARANCE, POINT_CLEARANCE, Sheet
from engines.curves.line import STEP, Line, Point, halfway, spot

Places = NDArray[np.float64]
Raster = NDArray[np.float32]

GRID = 4
ORIGIN = -MARGIN - 8 * GRID
SLACK = GRID * 2**-0.5 + 0.01
SPARSE, DENSE = ((np.arange(count) + 0.5) / count for count in (64, 320))
CLOSE_LOOK = 8.0


@dataclass(frozen=True)
class Patch:
    """The ground that one mark or line forbids on a window of the raster, to all lines but those at its `ends`."""

    window: tuple[slice, slice]
    depth: Raster
    ends: tuple[Point, ...]
    line: Line | None = None


@dataclass(frozen=True)
class Map:
    """The ground of a sheet: what is forbidden to all, and what is not to lines that share an end with it."""

    sheet: Sheet
    common: Raster
    loose: tuple[Patch, ...]

    def between(self, start: Point, end: Point) -> Ground:
        """The ground for the lines between two points."""
        depth, headings = self.common.copy(), []
        for patch in self.loose:
            shared = [point for point in (start, end) if point in patch.ends]
            if patch.line is not None:
                headings += [(point, _heading(patch.line, point)) for point in shared]
            if patch.line is not None or not shared:
                _lay(depth, patch, shared)
        return Ground(start, end, self.sheet, depth, tuple(headings))


@dataclass(frozen=True)
class Ground:
    """The ground for lines between two ends; `headings` are the directions in which lines leave an end they share."""

    start: Point
    end: Point
    sheet: Sheet
    depth: Raster
    headings: tuple[tuple[Point, float], ...]

    def bars(self, middles: Places, reach: float) -> NDArray[np.bool_]:
        """For each middle point, whether every line is forbidden whose middle is no farther from it than `reach`."""
        times = DENSE if reach < CLOSE_LOOK else SPARSE
        x, y = self._ways(middles, times, 0), self._ways(middles, times, 1)
        off = np.maximum(_beyond(x, self.sheet.columns), _beyond(y, self.sheet.rows))
        column, row = _node(x, self.depth.shape[0]), _node(y, self.depth.shape[1])
        deep = np.maximum(off, self.depth[column, row] - SLACK) > reach * 4 * times * (1 - times)
        barred: NDArray[np.bool_] = deep.any(axis=1) | self._narrow(middles, 2 * reach)
        return barred

    def _ways(self, middles: Places, times: Places, axis: int) -> Places:
        """The places of the lines with these middles at some times, on one axis."""
        a, b = STEP * self.start[axis], STEP * self.end[axis]
        fixed: Places = (1 - 2 * times) * ((1 - times) * a - times * b)
        return fixed + 4 * times * (1 - times) * middles[:, axis, None]

    def _narrow(self, middles: Places, reach: float) -> NDArray[np.bool_]:
        """Whether all control points within `reach` are seen, from a shared end, too close to where a line heads."""
        barred = np.zeros(len(middles), np.bool_)
        hx, hy = halfway(self.start, self.end)
        for end, heading in self.headings:
            ux, uy = 2 * middles[:, 0] - hx - STEP * end[0], 2 * middles[:, 1] - hy - STEP * end[1]
            turn = np.abs((np.arctan2(uy, ux) - heading + np.pi) % (2 * np.pi) - np.pi)
            wide = np.arcsin(np.minimum(1.0, reach / np.maximum(np.hypot(ux, uy), 1e-9)))
            barred |= turn + wide < APART - 1e-6
        return barred


def survey(sheet: Sheet, marks: Iterable[Point], drawn: Iterable[Line], ends: Collection[Point]) -> Map:
    """The map of a sheet for lines between any two of these `ends`."""
    shape = tuple(_nodes(count) for count in (sheet.columns, sheet.rows))
    patches = [_around_mark(point) for point in marks] + [_along(line) for line in drawn]
    common = np.zeros(shape, np.float32)
    for patch in patches:
        if not set(patch.ends) & set(ends):
            _lay(common, patch)
    return Map(sheet, common, tuple(patch for patch in patches if set(patch.ends) & set(ends)))


def _nodes(count: int) -> int:
    return (STEP * (count - 1) - 2 * ORIGIN) // GRID + 1


def _around_mark(point: Point) -> Patch:
    return Patch(*_stencilled(np.array([spot(point)], np.float64), POINT_CLEARANCE), (point,))


def _along(line: Line) -> Patch:
    (ax, ay), (cx, cy), (bx, by) = spot(line.start), line.control, spot(line.end)
    length = hypot(cx - ax, cy - ay) + hypot(bx - cx, by - cy)
    t = np.linspace(0, 1, ceil(length / GRID) + 1)[:, None]
    places = (1 - t) ** 2 * (ax, ay) + 2 * t * (1 - t) * (cx, cy) + t**2 * (bx, by)
    return Patch(*_stencilled(places, LINE_CLEARANCE), line.ends, line)


def _stencilled(places: Places, clearance: float) -> tuple[tuple[slice, slice], Raster]:
    """A window of the raster, and how much nearer than `clearance` to any of these places its nodes are."""
    wide = ceil(clearance / GRID)
    around = np.arange(-wide, wide + 2)
    low = np.floor((places - ORIGIN) / GRID).astype(np.int64)
    nodes = low[:, :, None] + around
    first, last = nodes.min(axis=(0, 2)), nodes.max(axis=(0, 2)) + 1
    gaps = ORIGIN + GRID * nodes - places[:, :, None]
    depth = clearance - np.hypot(gaps[:, 0, :, None], gaps[:, 1, None, :])
    window = np.zeros(last - first, np.float32)
    np.maximum.at(window, (nodes[:, 0, :, None] - first[0], nodes[:, 1, None, :] - first[1]), depth)
    return (slice(first[0], last[0]), slice(first[1], last[1])), window


def _lay(depth: Raster, patch: Patch, shared: Iterable[Point] = ()) -> None:
    """Adds a patch; around the ends shared with it, nothing it forbids reaches closer than a step."""
    ground = patch.depth
    x, y = (ORIGIN + GRID * np.arange(each.start, each.stop) for each in patch.window)
    for px, py in map(spot, shared):
        ground = np.minimum(ground, np.hypot(x[:, None] - px, y - py) - STEP)
    np.maximum(depth[patch.window], ground, out=depth[patch.window])


def _heading(line: Line, end: Point) -> float:
    (cx, cy), (x, y) = line.control, spot(end)
    return atan2(cy - y, cx - x)


def _beyond(place: Places, count: int) -> Places:
    """How far places lie beyond the sheet on one axis, less what is too little to matter."""
    beyond: Places = np.maximum(-MARGIN - place, place - (STEP * (count - 1) + MARGIN)) - 0.01
    return beyond


def _node(place: Places, count: int) -> NDArray[np.int64]:
    nearest: NDArray[np.int64] = np.rint((place - ORIGIN) / GRID).astype(np.int64)
    return nearest.clip(0, count - 1)
