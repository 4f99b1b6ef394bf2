"""Painting of a scene's items on an image, in the colours of a theme."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from PIL import Image, ImageDraw

from renderers import outline
from renderers.pillow import sprites
from renderers.pillow.lettering import text_stamp
from renderers.pillow.raster import FINE, LARGE, FinePoint, Stamp
from renderers.scene import Arc, Disc, Hatch, Ink, Item, Label, Point, Ruling, Shape, Stroke
from renderers.themes import Colour, Theme


def paint(image: Image.Image, items: Iterable[Item], theme: Theme) -> None:
    """Paint the items of a scene in order."""
    canvas = _Canvas(image, theme)
    for item in items:
        canvas.draw(item)


class _Canvas:
    def __init__(self, image: Image.Image, theme: Theme) -> None:
        self._image = image
        self._colours = theme.colours

    def draw(self, item: Item) -> None:
        match item:
            case Stroke():
                self._line(item.points, item)
            case Arc():
                self._line(outline.curve(item.start, item.control, item.end), item)
            case Shape():
                self._shape(item)
            case Disc():
                self._disc(item)
            case Label():
                self._label(item)
            case Ruling():
                self._rule(item)

    def _line(self, points: Sequence[Point], item: Stroke | Arc) -> None:
        place, fine = _split_offset(points)
        self._stamp(sprites.line(fine, _fine(item.width), item.dashed, item.arrow), place, item.ink)

    def _shape(self, item: Shape) -> None:
        place, fine = _split_offset(item.points)
        radius = _fine(item.radius)
        if item.fill and item.hatch_ink and item.hatch is not Hatch.NONE:
            sheet = _hatched_sheet(item.hatch, self._colours[item.fill], self._colours[item.hatch_ink])
            self._cut(sheet, item.hatch, sprites.area(fine, radius), place)
        elif item.fill:
            self._stamp(sprites.area(fine, radius), place, item.fill)
        elif item.hatch_ink:
            phase = _phase(item.hatch, *place)
            fine_phase = (phase[0] * FINE, phase[1] * FINE)
            self._stamp(sprites.hatch_area(fine, radius, item.hatch, fine_phase), place, item.hatch_ink)
        if item.outline:
            self._stamp(sprites.rim(fine, radius, _fine(item.width), item.dashed), place, item.outline)

    def _disc(self, item: Disc) -> None:
        place, ((x, y),) = _split_offset((item.centre,))
        if item.fill:
            self._stamp(sprites.disc(x, y, _fine(item.radius)), place, item.fill)
        if item.outline and not item.dashed:
            self._stamp(sprites.ring(x, y, _fine(item.radius), _fine(item.width)), place, item.outline)
        elif item.outline:
            ring = outline.circle(item.centre, item.radius)
            self._line(ring, Stroke((), item.outline, item.width, item.dashed))

    def _label(self, item: Label) -> None:
        size, room = round(item.size), round(item.room)
        stamp = text_stamp(item.text, size, item.bold, item.anchor, room, item.plain)
        self._stamp(stamp, (round(item.at[0]), round(item.at[1])), item.ink)

    def _rule(self, item: Ruling) -> None:
        draw = ImageDraw.Draw(self._image)
        width, height = self._image.size
        colour, thick = self._colours[item.ink], round(item.width)
        for x in range(round(item.origin[0] % item.step), width, round(item.step)):
            draw.line((x, 0, x, height), colour, thick)
        for y in range(round(item.origin[1] % item.step), height, round(item.step)):
            draw.line((0, y, width, y), colour, thick)

    def _stamp(self, stamp: Stamp, place: tuple[int, int], ink: Ink) -> None:
        colour, (x, y) = self._colours[ink], place
        for tile in stamp:
            left, top, right, bottom = tile.box
            self._image.paste(colour, (x + left, y + top, x + right, y + bottom), tile.mask)

    def _cut(self, sheet: Image.Image, hatch: Hatch, stamp: Stamp, place: tuple[int, int]) -> None:
        """Paste hatched paper in the shape of a stamp, aligned with the page's lattice, so that little is blended."""
        for tile in stamp:
            left, top, right, bottom = tile.box
            x, y = place[0] + left, place[1] + top
            across, down = _phase(hatch, x, y)
            piece = sheet.crop((across, down, across + right - left, down + bottom - top))
            self._image.paste(piece, (x, y), tile.mask)


@lru_cache(maxsize=32)
def _hatched_sheet(hatch: Hatch, background: Colour, lines: Colour) -> Image.Image:
    """Return hatched paper as large as the largest tile, plus one period to align it with the lattice."""
    side = LARGE + outline.HATCH_PITCH
    sheet = Image.new("RGB", (side, side), background)
    far_edge = _fine(side + outline.HATCH_PITCH)
    square = ((0, 0), (far_edge, 0), (far_edge, far_edge), (0, far_edge))
    for tile in sprites.hatch_area(square, 0, hatch, (0, 0)):
        sheet.paste(lines, tile.box, tile.mask)
    return sheet


def _fine(length: float) -> int:
    return round(length * FINE)


def _split_offset(points: Sequence[Point]) -> tuple[tuple[int, int], tuple[FinePoint, ...]]:
    """Return the pixel of the first point, and all points in fine units relative to it."""
    x, y = int(points[0][0]), int(points[0][1])
    return (x, y), tuple((_fine(px - x), _fine(py - y)) for px, py in points)


def _phase(hatch: Hatch, x: int, y: int) -> tuple[int, int]:
    """Return a pixel's offset within the page's hatching, reduced modulo its period so that stamps are shared."""
    if hatch is Hatch.CROSS:
        return x % outline.HATCH_PITCH, y % outline.HATCH_PITCH
    return (x + y if hatch is Hatch.RISING else x - y) % outline.HATCH_PITCH, 0
