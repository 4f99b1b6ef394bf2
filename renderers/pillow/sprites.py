"""Anti-aliased stamps: a mark is drawn once at four times its size, reduced, and cached for later pictures.

A stamp's geometry is in fine units, four to a pixel, relative to its first point's pixel, so that equal marks at
different places share one stamp.
"""

from __future__ import annotations

from collections.abc import Sequence

from renderers import outline
from renderers.pillow.cache import cache_stamps
from renderers.pillow.raster import FINE, FinePoint, Raster, Stamp
from renderers.scene import Hatch, Point


@cache_stamps
def line(points: tuple[FinePoint, ...], width: int, dashed: bool, arrow: bool) -> Stamp:
    """Return a line with round ends and joints, `width` fine units thick."""
    if not arrow:
        return _line(points, width, dashed).stamp(along=points)
    shaft, head = outline.arrow(points, outline.head_length(width / FINE) * FINE)
    raster = _line(shaft, width, dashed, Raster.around(points, 4 * width))
    raster.polygon(head)
    raster.line((*head, head[0]), width / 3)
    return raster.stamp(along=points)


@cache_stamps
def rim(points: tuple[FinePoint, ...], radius: int, width: int, dashed: bool) -> Stamp:
    """Return the outline of a polygon."""
    corners = outline.round_corners(points, radius)
    ring = (*corners, corners[0])
    return _line(ring, width, dashed).stamp(along=ring)


@cache_stamps
def area(points: tuple[FinePoint, ...], radius: int) -> Stamp:
    """Return a filled polygon."""
    return _polygon(points, radius).stamp()


@cache_stamps
def hatch_area(points: tuple[FinePoint, ...], radius: int, hatch: Hatch, phase: FinePoint) -> Stamp:
    """Return a polygon's hatching; `phase` is the stamp's offset on the page, modulo the hatching's period."""
    lines = Raster.around(points, 0)
    left, top, right, bottom = lines.box
    x, y = phase
    for a, b in outline.hatching(hatch, (left + x, top + y, right + x, bottom + y), outline.HATCH_PITCH * FINE):
        lines.line(((a[0] - x, a[1] - y), (b[0] - x, b[1] - y)), outline.HATCH_WIDTH * FINE)
    return lines.clip(_polygon(points, radius)).stamp()


@cache_stamps
def disc(x: int, y: int, radius: int) -> Stamp:
    """Return a filled circle."""
    raster = Raster.around(((x, y),), 2 * radius)
    raster.disc((x, y), radius)
    return raster.stamp()


@cache_stamps
def ring(x: int, y: int, radius: int, width: int) -> Stamp:
    """Return a circle's line, `width` fine units thick."""
    outer, hole = (Raster.around(((x, y),), 2 * radius + width) for _ in range(2))
    outer.disc((x, y), radius + width / 2)
    hole.disc((x, y), radius - width / 2)
    return outer.cut_out(hole).stamp()


def _line(points: Sequence[Point], width: int, dashed: bool, raster: Raster | None = None) -> Raster:
    raster = raster or Raster.around(points, width)
    dash, gap = (length * FINE for length in outline.dash_and_gap(width / FINE))
    for piece in outline.dashes(points, dash, gap) if dashed else (points,):
        raster.line(piece, width)
    return raster


def _polygon(points: Sequence[Point], radius: int) -> Raster:
    raster = Raster.around(points, 0)
    raster.polygon(outline.round_corners(points, radius))
    return raster
