"""Texts as stamps; a long text is cut, and letters that no font has are replaced."""

from __future__ import annotations

import unicodedata

from PIL import Image, ImageDraw

from renderers.pillow.cache import cache_stamps
from renderers.pillow.faces import BOLD, PLAIN, Run, runs
from renderers.pillow.raster import Stamp, Tile
from renderers.scene import SMALLEST_PART, Anchor

CAPITAL = 0.73
LEFT_OUT = "…"
_LONGEST = 120


@cache_stamps
def text_stamp(text: str, size: int, bold: bool, anchor: Anchor, room: int, plain: str = "") -> Stamp:
    """Return the stamp of a text, its capitals vertically centred on its place.

    `plain` is drawn instead of a text whose letters no font has.
    """
    text_runs = _drawable_runs(text[:_LONGEST], plain, bold)
    size = _fitting_size(text_runs, size, room)
    text_runs = _cut(text_runs, size, bold, room)
    width = round(_width(text_runs, size)) + 4
    height = round(1.5 * size)
    baseline = round(height / 2 + CAPITAL * size / 2)
    over, under = _overhang(text_runs, size, baseline, height - baseline)
    mask = Image.new("L", (max(width, 1), over + height + under))
    _write(text_runs, mask, over + baseline, size)
    left = {Anchor.LEFT: -2, Anchor.MIDDLE: -width // 2, Anchor.RIGHT: 2 - width}[anchor]
    top = -height // 2 - over
    return (Tile((left, top, left + mask.width, top + mask.height), mask),)


def _overhang(text_runs: tuple[Run, ...], size: int, above: int, below: int) -> tuple[int, int]:
    """Return how far letters of other scripts extend above and below the line, at most a third of the size."""
    reach = [run.above_and_below(size) for run in text_runs if run.font not in (PLAIN, BOLD)]
    over = max((top - above for top, _ in reach), default=0)
    under = max((bottom - below for _, bottom in reach), default=0)
    return min(max(over, 0), size // 3), min(max(under, 0), size // 3)


def _drawable_runs(text: str, plain: str, bold: bool) -> tuple[Run, ...]:
    """Return the runs of the first drawable text: `text`, its NFKC form, `plain`, or its drawable words alone."""
    if not text.strip():
        return ()
    words = " ".join(word if runs(word, bold) else LEFT_OUT for word in text.split())
    candidates = (runs(each, bold) for each in (text, unicodedata.normalize("NFKC", text), plain, words))
    return next(filter(None, candidates), ())


def _write(text_runs: tuple[Run, ...], mask: Image.Image, baseline: int, size: int) -> None:
    draw, across = ImageDraw.Draw(mask), 2.0
    for run in text_runs:
        run.draw(draw, (across, baseline), size)
        across += run.width(size)


def _width(text_runs: tuple[Run, ...], size: int) -> float:
    return sum(run.width(size) for run in text_runs)


def _fitting_size(text_runs: tuple[Run, ...], size: int, room: int) -> int:
    """Return the size, reduced to fit the room, but not below the smallest legible size."""
    width = _width(text_runs, size)
    return max(int(size * room / width), round(SMALLEST_PART * size)) if 0 < room < width else size


def _cut(text_runs: tuple[Run, ...], size: int, bold: bool, room: int) -> tuple[Run, ...]:
    if not room or _width(text_runs, size) <= room:
        return text_runs
    text = "".join(run.text for run in text_runs)
    while text and _width(text_runs, size) > room:
        text = _without_last_letter(text)
        text_runs = runs(text + LEFT_OUT, bold)
    return text_runs


def _without_last_letter(text: str) -> str:
    """Return the text without its last letter and the marks on it."""
    while unicodedata.category(text[-1]).startswith("M") and len(text) > 1:
        text = text[:-1]
    return text[:-1].rstrip()
