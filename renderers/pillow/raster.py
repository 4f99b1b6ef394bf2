"""A single mark rasterised at four times its size, and the anti-aliased stamp it becomes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from PIL import Image, ImageChops, ImageDraw

from renderers.scene import Point

FINE = 4
TILE, LARGE = 64, 160
EDGE = 3

FinePoint = tuple[int, int]


@dataclass(frozen=True)
class Tile:
    """A part of a stamp: where it lies, in pixels from the place stamped at, and its coverage (None: all of it)."""

    box: tuple[int, int, int, int]
    mask: Image.Image | None


Stamp = tuple[Tile, ...]


class Raster:
    """Holds one mark, its edges on whole pixels; coordinates are fine units, FINE to a pixel."""

    def __init__(self, left: int, top: int, right: int, bottom: int) -> None:
        self.box = left * FINE, top * FINE, right * FINE, bottom * FINE
        self._image = Image.new("L", ((right - left) * FINE, (bottom - top) * FINE))
        self._draw = ImageDraw.Draw(self._image)

    @classmethod
    def around(cls, points: Sequence[Point], width: float) -> Raster:
        """A raster with room for a line `width` thick through these points."""
        margin = width / 2 + FINE
        xs, ys = [x for x, _ in points], [y for _, y in points]
        low = (int((v - margin) // FINE) for v in (min(xs), min(ys)))
        high = (int((v + margin) // FINE) + 1 for v in (max(xs), max(ys)))
        return cls(*low, *high)

    def line(self, points: Sequence[Point], width: float) -> None:
        """Marks a line `width` fine units thick through these points, with round ends and joints."""
        for a, b in pairwise(self._moved(points)):
            self._draw.line((*a, *b), fill=255, width=round(width))
        for point in points:
            self.disc(point, width / 2)

    def disc(self, centre: Point, radius: float) -> None:
        """A circle that covers the same rows and columns as a line as thick as it is wide."""
        ((x, y),) = self._moved((centre,))
        size = round(2 * radius)
        left, top = x - (size - 1) // 2, y - (size - 1) // 2
        self._draw.ellipse((left, top, left + size - 1, top + size - 1), fill=255)

    def polygon(self, points: Sequence[Point]) -> None:
        """Marks the area within these corners."""
        self._draw.polygon(list(self._moved(points)), fill=255)

    def within(self, other: Raster) -> Raster:
        """Keeps only what lies in the marks of an equally large raster."""
        self._image = ImageChops.multiply(self._image, other._image)
        return self

    def without(self, other: Raster) -> Raster:
        """Leaves out what lies in the marks of an equally large raster."""
        self._image = ImageChops.subtract(self._image, other._image)
        return self

    def stamp(self, along: Sequence[Point] = ()) -> Stamp:
        """The mark at its right size; a large one in tiles, only those near the line `along` if one is given."""
        width, height = (size // FINE for size in self._image.size)
        if not along and (framed := self._framed(width, height)):
            return framed
        if max(width, height) <= LARGE:
            return (self._tile(0, 0, width, height),)
        places = self._near(along) if along else {(x, y) for x in range(0, width, TILE) for y in range(0, height, TILE)}
        tiles = (self._tile(x, y, min(x + TILE, width), min(y + TILE, height)) for x, y in sorted(places))
        return tuple(tile for tile in tiles if tile.mask is None or tile.mask.getbbox())

    def _framed(self, width: int, height: int) -> Stamp:
        """A mark that covers all but its edges: large tiles without a mask, and its edges; empty if it does not."""
        right, bottom = width - EDGE, height - EDGE
        if min(width, height) <= 4 * EDGE or self._tile(EDGE, EDGE, right, bottom).mask:
            return ()
        inside = (
            self._tile(x, y, min(x + LARGE, right), min(y + LARGE, bottom))
            for x in range(EDGE, right, LARGE)
            for y in range(EDGE, bottom, LARGE)
        )
        across = self._tile(0, 0, width, EDGE), self._tile(0, bottom, width, height)
        down = self._tile(0, EDGE, EDGE, bottom), self._tile(right, EDGE, width, bottom)
        return *inside, *across, *down

    def _tile(self, left: int, top: int, right: int, bottom: int) -> Tile:
        mask = self._image.reduce(FINE, (left * FINE, top * FINE, right * FINE, bottom * FINE))
        x, y = self.box[0] // FINE, self.box[1] // FINE
        solid = mask.getextrema() == (255, 255)
        return Tile((x + left, y + top, x + right, y + bottom), None if solid else mask)

    def _near(self, points: Sequence[Point]) -> set[tuple[int, int]]:
        """The upper left corners, in pixels, of the tiles within a quarter of a tile of a line."""
        step = TILE * FINE // 4
        width, height = self._image.size
        return {
            (int(x + dx) // (4 * step) * TILE, int(y + dy) // (4 * step) * TILE)
            for x, y in _walked(list(self._moved(points)), step)
            for dx in (-step, 0, step)
            for dy in (-step, 0, step)
            if 0 <= x + dx < width and 0 <= y + dy < height
        }

    def _moved(self, points: Sequence[Point]) -> Iterator[FinePoint]:
        """The points counted from the raster's corner; Pillow would cut fractions off, so they are rounded here."""
        left, top, *_ = self.box
        return ((round(x - left), round(y - top)) for x, y in points)


def _walked(points: Sequence[Point], step: int) -> Iterator[Point]:
    """Points along a line, at most `step` apart."""
    for (ax, ay), (bx, by) in pairwise(points):
        count = int(max(abs(bx - ax), abs(by - ay)) / step) + 1
        yield from ((ax + (bx - ax) * i / count, ay + (by - ay) * i / count) for i in range(count + 1))
