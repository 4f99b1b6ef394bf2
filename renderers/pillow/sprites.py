"""Anti-aliased stamps: a mark is drawn once, four times too large, made smaller, and kept for the next picture.

A stamp's geometry is in fine units, four to a pixel, relative to its first point's pixel, so that equal marks at
different places share one stamp.
"""

from __future__ import annotations

from collections.abc import Sequence

from renderers import outline
from renderers.pillow.cache import shelved
from renderers.pillow.raster import FINE, FinePoint, Sheet, Stamp
from renderers.scene import Hatch, Point


@shelved
def line(points: tuple[FinePoint, ...], width: int, dashed: bool, arrow: bool) -> Stamp:
    """A line with round ends and joints, `width` fine units thick."""
    if not arrow:
        return _line(points, width, dashed).stamp(along=points)
    shaft, head = outline.arrow(points, outline.head_length(width / FINE) * FINE)
    sheet = _line(shaft, width, dashed, Sheet.around(points, 4 * width))
    sheet.polygon(head)
    sheet.line((*head, head[0]), width / 3)
    return sheet.stamp(along=points)


@shelved
def rim(points: tuple[FinePoint, ...], radius: int, width: int, dashed: bool) -> Stamp:
    """The outline of a polygon."""
    corners = outline.rounded(points, radius)
    closed = (*corners, corners[0])
    return _line(closed, width, dashed).stamp(along=closed)


@shelved
def area(points: tuple[FinePoint, ...], radius: int) -> Stamp:
    """A filled polygon."""
    return _polygon(points, radius).stamp()


@shelved
def hatched(points: tuple[FinePoint, ...], radius: int, hatch: Hatch, phase: FinePoint) -> Stamp:
    """A polygon's hatching; `phase` is the stamp's place on the page, as far as it moves the lines."""
    lines = Sheet.around(points, 0)
    left, top, right, bottom = lines.box
    x, y = phase
    for a, b in outline.hatching(hatch, (left + x, top + y, right + x, bottom + y), outline.HATCH_PITCH * FINE):
        lines.line(((a[0] - x, a[1] - y), (b[0] - x, b[1] - y)), outline.HATCH_WIDTH * FINE)
    return lines.within(_polygon(points, radius)).stamp()


@shelved
def disc(x: int, y: int, radius: int) -> Stamp:
    """A filled circle."""
    sheet = Sheet.around(((x, y),), 2 * radius)
    sheet.disc((x, y), radius)
    return sheet.stamp()


@shelved
def ring(x: int, y: int, radius: int, width: int) -> Stamp:
    """A circle's line, `width` fine units thick."""
    outer, hole = (Sheet.around(((x, y),), 2 * radius + width) for _ in range(2))
    outer.disc((x, y), radius + width / 2)
    hole.disc((x, y), radius - width / 2)
    return outer.without(hole).stamp()


def _line(points: Sequence[Point], width: int, dashed: bool, sheet: Sheet | None = None) -> Sheet:
    sheet = sheet or Sheet.around(points, width)
    dash, gap = (length * FINE for length in outline.dash_and_gap(width / FINE))
    for piece in outline.dashes(points, dash, gap) if dashed else (points,):
        sheet.line(piece, width)
    return sheet


def _polygon(points: Sequence[Point], radius: int) -> Sheet:
    sheet = Sheet.around(points, 0)
    sheet.polygon(outline.rounded(points, radius))
    return sheet
