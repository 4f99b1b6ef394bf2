"""Texts as stamps, in the one font; what does not fit is cut, what the font lacks is left out."""

from __future__ import annotations

from functools import cache, lru_cache
from importlib.resources import as_file, files

from PIL import Image, ImageDraw, ImageFont

from renderers.pillow.cache import cached
from renderers.pillow.raster import Stamp, Tile
from renderers.scene import SMALLEST_PART, Anchor

CAPITAL = 0.73
UNKNOWN_NAME = "☺"
_LONGEST = 120


@cached
def lettered(text: str, size: int, bold: bool, anchor: Anchor, room: int) -> Stamp:
    """A text whose capitals are vertically centred on the place it is stamped at."""
    text = _known(text[:_LONGEST])
    font = _fitting(text, size, bold, room)
    text = _cut(text, font, room)
    width = round(font.getlength(text)) + 4
    height = round(1.5 * size)
    baseline = round(height / 2 + CAPITAL * size / 2)
    mask = Image.new("L", (max(width, 1), height))
    ImageDraw.Draw(mask).text((2, baseline), text, fill=255, font=font, anchor="ls")
    left = {Anchor.LEFT: -2, Anchor.MIDDLE: -width // 2, Anchor.RIGHT: 2 - width}[anchor]
    top = -height // 2
    return (Tile((left, top, left + mask.width, top + height), mask),)


def _fitting(text: str, size: int, bold: bool, room: int) -> ImageFont.FreeTypeFont:
    """The font in the size asked for, or as much smaller as the room demands, down to the smallest readable part."""
    font = _font(bold, size)
    width = font.getlength(text)
    return _font(bold, max(int(size * room / width), round(SMALLEST_PART * size))) if 0 < room < width else font


def _cut(text: str, font: ImageFont.FreeTypeFont, room: int) -> str:
    if not room or font.getlength(text) <= room:
        return text
    while text and font.getlength(text + "…") > room:
        text = text[:-1]
    return text.rstrip() + "…"


def _known(text: str) -> str:
    """The text without what the font has no picture of; a face if nothing is left."""
    known = "".join(letter for letter in text if letter.isspace() or _has(letter))
    return " ".join(known.split()) or (UNKNOWN_NAME if text.strip() else "")


@lru_cache(maxsize=4096)
def _has(letter: str) -> bool:
    return letter.isprintable() and _pixels(letter) != _pixels("\U0010ffff")


def _pixels(letter: str) -> bytes:
    return bytes(_font(False, 16).getmask(letter))


@cache
def _font(bold: bool, size: int) -> ImageFont.FreeTypeFont:
    name = "DejaVuSans-Bold.ttf" if bold else "DejaVuSans.ttf"
    with as_file(files("renderers.fonts") / name) as path:  # each size would keep two copies of what is read from bytes
        return ImageFont.truetype(path, size)
