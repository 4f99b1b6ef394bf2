"""Forbidden ground as a raster: the depth of each place in it, in quarters of a hundredth of a step.

Every depth is a lower bound that grows by no more than a place moves: 25 hundredths less the distance to a marked
point, or 20 less that to a line. A line that shares an end with the new one forbids nothing within a step of it,
except directions less than 15 degrees from its own, and crossing it. The depths are stored on a raster, and reduced by
the greatest distance of a place from the nearest node of the raster.
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
Mask = NDArray[np.bool_]

FINE = 4
GRID, SPACING = 4, 8
ORIGIN = -MARGIN - 16 * GRID
SLACK = GRID * 2**-0.5 + 0.02
SPARSE, DENSE = ((np.arange(count) + 0.5) / count for count in (64, 320))
CLOSE_LOOK = 8.0


@dataclass(frozen=True)
class Patch:
    """The ground that one mark or line forbids in a window of the raster, except to lines that share its `ends`."""

    window: tuple[slice, slice]
    depth: Depths
    ends: tuple[Point, ...]
    line: Line | None = None


@dataclass(frozen=True)
class Map:
    """The ground of a sheet: `common_depth` holds for all lines, `loose_patches` depend on shared ends."""

    sheet: Sheet
    common_depth: Depths
    loose_patches: tuple[Patch, ...]

    def ground_between(self, start: Point, end: Point) -> Ground:
        """Return the ground for the lines between two points."""
        depth, shared_lines = self.common_depth.copy(), []
        for patch in self.loose_patches:
            shared_ends = [point for point in (start, end) if point in patch.ends]
            if patch.line is not None:
                shared_lines += [(point, patch.line) for point in shared_ends]
            if patch.line is not None or not shared_ends:
                _lay_patch(depth, patch, shared_ends)
        headings = tuple((point, _heading(line, point)) for point, line in shared_lines)
        walls = tuple(filter(None, {wall(line) for _, line in shared_lines}))
        return Ground(start, end, self.sheet, depth, headings, walls)


@dataclass(frozen=True)
class Ground:
    """The ground for lines between two ends; `headings` are the directions of drawn lines at an end they share.

    `walls` are those drawn lines for which the side of a place is known.
    """

    start: Point
    end: Point
    sheet: Sheet
    depth: Depths
    headings: tuple[tuple[Point, float], ...]
    walls: tuple[Wall, ...]

    def bars(self, middles: Places, reach: float) -> Mask:
        """Return for each middle point whether every line with a middle within `reach` of it is forbidden."""
        mask = self._is_too_near(middles, reach)
        for rule in (self._leaves_too_narrowly, self._crosses) if self.headings else ():
            if not mask.all():
                mask[~mask] = rule(middles[~mask], reach)
        return mask

    def _is_too_near(self, middles: Places, reach: float) -> Mask:
        """Return whether all these lines have a place too near a mark or another line."""
        times, enough = _useful_times(reach)
        column, row = (self._nodes(middles[:, axis], times, axis) for axis in (0, 1))
        mask: Mask = (self.depth.take(column * self.depth.shape[1] + row) > enough).any(axis=1)
        return mask

    def _nodes(self, middles: Places, times: Places, axis: int) -> NDArray[np.int32]:
        """Return the raster nodes on one axis nearest to the lines at some times; many lines share a node."""
        different, which = np.unique(middles, return_inverse=True)
        nodes = (self._coordinates(different, times, axis) - (ORIGIN - GRID / 2)) / GRID
        return nodes.astype(np.int32)[which]

    def _coordinates(self, middles: Places, times: Places, axis: int) -> Places:
        """Return the places on one axis, at some times, of the lines with these middles."""
        a, b = STEP * self.start[axis], STEP * self.end[axis]
        base: Places = (1 - 2 * times) * ((1 - times) * a - times * b)
        return base + _sway(times) * middles[:, None]

    def _leaves_too_narrowly(self, middles: Places, reach: float) -> Mask:
        """Return whether all these lines leave a shared end too close to the direction of another line."""
        mask = np.zeros(len(middles), np.bool_)
        hx, hy = halfway(self.start, self.end)
        for end, heading in self.headings:
            ux, uy = 2 * middles[:, 0] - hx - STEP * end[0], 2 * middles[:, 1] - hy - STEP * end[1]
            turn = np.abs((np.arctan2(uy, ux) - heading + np.pi) % (2 * np.pi) - np.pi)
            wide = np.arcsin(np.minimum(1.0, 2 * reach / np.maximum(np.hypot(ux, uy), 1e-9)))
            mask |= turn + wide < APART - 1e-6
        return mask

    def _crosses(self, middles: Places, reach: float) -> Mask:
        """Return whether all these lines cross a line that shares an end with them."""
        mask = np.zeros(len(middles), np.bool_)
        if self.walls and reach < CLOSE_LOOK:
            x, y = (self._coordinates(middles[:, axis], DENSE, axis) for axis in (0, 1))
            bend = 4 * np.hypot(*(middles - halfway(self.start, self.end)).T)[:, None]
            between = (bend + 4 * reach) / (4 * len(DENSE) ** 2)
            for each in self.walls:
                mask |= each.is_crossed(x, y, reach * _sway(DENSE), between)
        return mask


def survey(sheet: Sheet, marks: Iterable[Point], drawn_lines: Iterable[Line], ends: Collection[Point]) -> Map:
    """Return the map of a sheet for lines between any two of these `ends`."""
    patches = [_around_mark(point) for point in marks] + [_along(line) for line in drawn_lines]
    common_depth = np.zeros(
        tuple((STEP * (n - 1) - 2 * ORIGIN) // GRID + 1 for n in (sheet.columns, sheet.rows)), np.uint8
    )
    for patch in patches:
        if not set(patch.ends) & set(ends):
            _lay_patch(common_depth, patch)
    return Map(sheet, common_depth, tuple(patch for patch in patches if set(patch.ends) & set(ends)))


@lru_cache(maxsize=128)
def _around_mark(point: Point) -> Patch:
    return Patch(*_stencil(np.array([spot(point)], np.float64), POINT_CLEARANCE), (point,))


@lru_cache(maxsize=128)
def _along(line: Line) -> Patch:
    (ax, ay), (cx, cy), (bx, by) = spot(line.start), line.control, spot(line.end)
    length = hypot(cx - ax, cy - ay) + hypot(bx - cx, by - cy)
    t = np.linspace(0, 1, ceil(length / SPACING) + 1)[:, None]
    places = (1 - t) ** 2 * (ax, ay) + 2 * t * (1 - t) * (cx, cy) + t**2 * (bx, by)
    return Patch(*_stencil(places, LINE_CLEARANCE), line.ends, line)


def _stencil(places: Places, clearance: float) -> tuple[tuple[slice, slice], Depths]:
    """Return a window of the raster with the amount by which each node is closer to a place than `clearance`."""
    wide = ceil(clearance / GRID)
    corners = np.floor((places - ORIGIN) / GRID).astype(np.int64) - wide
    first, last = corners.min(axis=0), corners.max(axis=0) + 2 * wide + 2
    nodes = corners[:, :, None] + np.arange(2 * wide + 2)
    squares = (ORIGIN + GRID * nodes - places[:, :, None]) ** 2
    gaps = squares[:, 0, :, None] + squares[:, 1, None, :]
    flat = (nodes[:, 0, :, None] - first[0]) * (last[1] - first[1]) + (nodes[:, 1, None, :] - first[1])
    nearest = np.full(last - first, clearance**2)
    np.minimum.at(nearest.reshape(-1), flat.reshape(-1), gaps.reshape(-1))
    depth = (FINE * (clearance - np.sqrt(nearest))).astype(np.uint8)
    return (slice(first[0], last[0]), slice(first[1], last[1])), depth


def _lay_patch(depth: Depths, patch: Patch, shared_ends: Iterable[Point] = ()) -> None:
    """Add a patch; it forbids nothing within a step of the ends shared with it."""
    depths = patch.depth
    for end in shared_ends:
        depths = np.minimum(depths, _beyond_a_step(end, patch.window))
    np.maximum(depth[patch.window], depths, out=depth[patch.window])


def _beyond_a_step(end: Point, window: tuple[slice, slice]) -> Depths:
    """Return the distance beyond one step of each node of a window from a point, clipped to the depths."""
    dx, dy = (ORIGIN + GRID * np.arange(each.start, each.stop) - at for each, at in zip(window, spot(end), strict=True))
    beyond: Depths = (FINE * (np.hypot(dx[:, None], dy) - STEP)).clip(0, FINE * POINT_CLEARANCE).astype(np.uint8)
    return beyond


def _heading(line: Line, end: Point) -> float:
    (cx, cy), (x, y) = line.control, spot(end)
    return atan2(cy - y, cx - x)


@lru_cache(maxsize=16)
def _useful_times(reach: float) -> tuple[Places, Depths]:
    """Return the times at which a line and all lines within `reach` can be barred, with the depth needed at each."""
    times = DENSE if reach < CLOSE_LOOK else SPARSE
    depths = FINE * (reach * _sway(times) + SLACK)
    is_useful = depths < FINE * POINT_CLEARANCE
    return times[is_useful], depths[is_useful].astype(np.uint8)


def _sway(times: Places) -> Places:
    """Return how far a line moves at these times when its middle moves by 1."""
    return 4 * times * (1 - times)
