"""Rasterisation of one mark at four times its size, and its anti-aliased stamp."""

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
    """A part of a stamp: its box in pixels relative to the stamp's place, and its coverage (None: full)."""

    box: tuple[int, int, int, int]
    mask: Image.Image | None


Stamp = tuple[Tile, ...]


class Raster:
    """The image of one mark, its edges on whole pixels; coordinates are fine units, FINE to a pixel."""

    def __init__(self, left: int, top: int, right: int, bottom: int) -> None:
        self.box = left * FINE, top * FINE, right * FINE, bottom * FINE
        self._image = Image.new("L", ((right - left) * FINE, (bottom - top) * FINE))
        self._draw = ImageDraw.Draw(self._image)

    @classmethod
    def around(cls, points: Sequence[Point], width: float) -> Raster:
        """Return a raster with room for a line `width` thick through `points`."""
        margin = width / 2 + FINE
        xs, ys = [x for x, _ in points], [y for _, y in points]
        low = (int((v - margin) // FINE) for v in (min(xs), min(ys)))
        high = (int((v + margin) // FINE) + 1 for v in (max(xs), max(ys)))
        return cls(*low, *high)

    def line(self, points: Sequence[Point], width: float) -> None:
        """Draw a line `width` fine units thick through `points`, with round ends and joints."""
        for a, b in pairwise(self._relative(points)):
            self._draw.line((*a, *b), fill=255, width=round(width))
        for point in points:
            self.disc(point, width / 2)

    def disc(self, centre: Point, radius: float) -> None:
        """Draw a disc that covers the same rows and columns as a line as thick as its diameter."""
        ((x, y),) = self._relative((centre,))
        size = round(2 * radius)
        left, top = x - (size - 1) // 2, y - (size - 1) // 2
        self._draw.ellipse((left, top, left + size - 1, top + size - 1), fill=255)

    def polygon(self, points: Sequence[Point]) -> None:
        """Fill the area within these corners."""
        self._draw.polygon(list(self._relative(points)), fill=255)

    def clip(self, mask: Raster) -> Raster:
        """Keep only what lies inside the marks of an equally large raster, and return self."""
        self._image = ImageChops.multiply(self._image, mask._image)
        return self

    def cut_out(self, mask: Raster) -> Raster:
        """Remove what lies inside the marks of an equally large raster, and return self."""
        self._image = ImageChops.subtract(self._image, mask._image)
        return self

    def stamp(self, along: Sequence[Point] = ()) -> Stamp:
        """Return the mark at its final size; a large one in tiles, only those near the line `along` if given."""
        width, height = (size // FINE for size in self._image.size)
        if not along and (frame := self._frame_tiles(width, height)):
            return frame
        if max(width, height) <= LARGE:
            return (self._tile(0, 0, width, height),)
        places = (
            self._nearby_tiles(along)
            if along
            else {(x, y) for x in range(0, width, TILE) for y in range(0, height, TILE)}
        )
        tiles = (self._tile(x, y, min(x + TILE, width), min(y + TILE, height)) for x, y in sorted(places))
        return tuple(tile for tile in tiles if tile.mask is None or tile.mask.getbbox())

    def _frame_tiles(self, width: int, height: int) -> Stamp:
        """Return large unmasked tiles and the edges of a mark that is solid inside; empty if it is not."""
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

    def _nearby_tiles(self, points: Sequence[Point]) -> set[tuple[int, int]]:
        """Return the upper left corners, in pixels, of the tiles within a quarter of a tile of a line."""
        step = TILE * FINE // 4
        width, height = self._image.size
        return {
            (int(x + dx) // (4 * step) * TILE, int(y + dy) // (4 * step) * TILE)
            for x, y in _points_along(list(self._relative(points)), step)
            for dx in (-step, 0, step)
            for dy in (-step, 0, step)
            if 0 <= x + dx < width and 0 <= y + dy < height
        }

    def _relative(self, points: Sequence[Point]) -> Iterator[FinePoint]:
        """Yield the points relative to the raster's corner, rounded, since Pillow would truncate fractions."""
        left, top, *_ = self.box
        return ((round(x - left), round(y - top)) for x, y in points)


def _points_along(points: Sequence[Point], step: int) -> Iterator[Point]:
    """Yield points along a line, at most `step` apart."""
    for (ax, ay), (bx, by) in pairwise(points):
        count = int(max(abs(bx - ax), abs(by - ay)) / step) + 1
        yield from ((ax + (bx - ax) * i / count, ay + (by - ay) * i / count) for i in range(count + 1))
