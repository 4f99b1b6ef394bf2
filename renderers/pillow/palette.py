"""Fixed palette of a theme: every ink, and its shades over paper and over other common backgrounds."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from functools import cache

from PIL import Image

from renderers.scene import Ink
from renderers.themes import Colour, Theme

MOST_SHADES, STEP = 7, 28.0
_GROUNDS = {
    Ink.FIRST_WASH: (Ink.FIRST, Ink.NEUTRAL, Ink.LAST, Ink.HINT),
    Ink.SECOND_WASH: (Ink.SECOND, Ink.NEUTRAL, Ink.LAST, Ink.HINT),
    Ink.FIRST: (Ink.NEUTRAL, Ink.TEXT),
    Ink.SECOND: (Ink.NEUTRAL, Ink.TEXT),
    Ink.LAST: (Ink.NEUTRAL, Ink.PENCIL, Ink.FIRST, Ink.SECOND),
}


@cache
def palette(theme: Theme) -> Image.Image:
    """Return an image that carries the palette, for `Image.quantize`."""
    carrier = Image.new("P", (1, 1))
    carrier.putpalette(palette_bytes(theme))
    return carrier


@cache
def palette_bytes(theme: Theme) -> bytes:
    """Return the palette's channels, red, green and blue of each colour; the first colour is the paper's."""
    colours = list(dict.fromkeys((theme.colours[Ink.PAPER], *theme.colours.values(), *_shades(theme))))[:256]
    return bytes(channel for colour in colours for channel in colour)


def _shades(theme: Theme) -> Iterator[Colour]:
    yield from _mix_shades(theme, Ink.PAPER, Ink)
    for background, inks in _GROUNDS.items():
        yield from _mix_shades(theme, background, inks)


def _mix_shades(theme: Theme, background: Ink, inks: Iterable[Ink]) -> Iterator[Colour]:
    """Yield shades just too close to tell apart; fewer shades make smaller files."""
    for ink in inks:
        under, over = theme.colours[background], theme.colours[ink]
        count = min(MOST_SHADES, round(math.dist(under, over) / STEP))
        yield from (_mix(under, over, step / count) for step in range(1, count))


def _mix(under: Colour, over: Colour, part: float) -> Colour:
    red, green, blue = (round(a + part * (b - a)) for a, b in zip(under, over, strict=True))
    return red, green, blue
