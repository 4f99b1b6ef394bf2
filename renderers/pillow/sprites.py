"""Anti-aliased stamps: a mark is drawn once, four times too large, made smaller, and kept for the next picture.

A stamp's geometry is in fine units, four to a pixel, relative to its first point's pixel, so that equal marks at
different places share one stamp.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from PIL import Image, ImageChops, ImageDraw

from renderers import outline
from renderers.scene import Hatch, Point

FINE = 4
HATCH_PITCH, HATCH_WIDTH = 12, 2.2

FinePoint = tuple[int, int]


@dataclass(frozen=True)
class Stamp:
    """A coverage mask and where its upper left corner lies, in pixels from the place it is stamped at."""

    mask: Image.Image
    left: int
    top: int


@lru_cache(maxsize=2048)
def line(points: tuple[FinePoint, ...], width: int, dashed: bool = False, arrow: bool = False) -> Stamp:
    """A line with round ends and joints, `width` fine units thick."""
    sheet = _Sheet.around(points, 4 * width if arrow else width)
    shaft, head = outline.arrow(points, outline.head_length(width / FINE) * FINE) if arrow else (points, ())
    dash, gap = (length * FINE for length in outline.dash_and_gap(width / FINE))
    for piece in outline.dashes(shaft, dash, gap) if dashed else (shaft,):
        sheet.line(piece, width)
    if head:
        sheet.polygon(head)
        sheet.line((*head, head[0]), width / 3)
    return sheet.stamp()


@lru_cache(maxsize=1024)
def area(points: tuple[FinePoint, ...], radius: int) -> Stamp:
    """A filled polygon."""
    sheet = _Sheet.around(points, 0)
    sheet.polygon(outline.rounded(points, radius))
    return sheet.stamp()


@lru_cache(maxsize=1024)
def hatched(points: tuple[FinePoint, ...], radius: int, hatch: Hatch, phase: FinePoint) -> Stamp:
    """A polygon's hatching; `phase` is the stamp's place on the page, as far as it moves the lines."""
    sheet, lines = _Sheet.around(points, 0), _Sheet.around(points, 0)
    sheet.polygon(outline.rounded(points, radius))
    left, top, right, bottom = lines.box
    x, y = phase
    for a, b in outline.hatching(hatch, (left + x, top + y, right + x, bottom + y), HATCH_PITCH * FINE):
        lines.line(((a[0] - x, a[1] - y), (b[0] - x, b[1] - y)), HATCH_WIDTH * FINE)
    return sheet.stamp(through=lines)


@lru_cache(maxsize=512)
def disc(x: int, y: int, radius: int) -> Stamp:
    """A filled circle."""
    sheet = _Sheet.around(((x, y),), 2 * radius)
    sheet.disc((x, y), radius)
    return sheet.stamp()


@lru_cache(maxsize=512)
def ring(x: int, y: int, radius: int, width: int) -> Stamp:
    """A circle's line, `width` fine units thick."""
    sheet, hole = (_Sheet.around(((x, y),), 2 * radius + width) for _ in range(2))
    sheet.disc((x, y), radius + width / 2)
    hole.disc((x, y), radius - width / 2)
    return sheet.stamp(without=hole)


class _Sheet:
    """A drawing surface in fine units that just holds a mark, its edges on whole pixels."""

    def __init__(self, left: int, top: int, right: int, bottom: int) -> None:
        self.box = left * FINE, top * FINE, right * FINE, bottom * FINE
        self._image = Image.new("L", ((right - left) * FINE, (bottom - top) * FINE))
        self._draw = ImageDraw.Draw(self._image)

    @classmethod
    def around(cls, points: Sequence[Point], width: float) -> _Sheet:
        margin = width / 2 + FINE
        xs, ys = [x for x, _ in points], [y for _, y in points]
        low = (int((v - margin) // FINE) for v in (min(xs), min(ys)))
        high = (int((v + margin) // FINE) + 1 for v in (max(xs), max(ys)))
        return cls(*low, *high)

    def line(self, points: Sequence[Point], width: float) -> None:
        for a, b in pairwise(self._moved(points)):
            self._draw.line((*a, *b), fill=255, width=round(width))
        for point in points:
            self.disc(point, width / 2)

    def disc(self, centre: Point, radius: float) -> None:
        ((x, y),) = self._moved((centre,))
        self._draw.ellipse((x - radius, y - radius, x + radius - 1, y + radius - 1), fill=255)

    def polygon(self, points: Sequence[Point]) -> None:
        self._draw.polygon(list(self._moved(points)), fill=255)

    def stamp(self, through: _Sheet | None = None, without: _Sheet | None = None) -> Stamp:
        """The finished stamp: only what lies in the marks of `through`, and nothing that lies in those of `without`."""
        image = ImageChops.multiply(self._image, through._image) if through else self._image
        image = ImageChops.subtract(image, without._image) if without else image
        return Stamp(image.reduce(FINE), self.box[0] // FINE, self.box[1] // FINE)

    def _moved(self, points: Sequence[Point]) -> Iterator[Point]:
        left, top, *_ = self.box
        return ((x - left, y - top) for x, y in points)
