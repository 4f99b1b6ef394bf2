"""Texts as stamps; what does not fit is cut, and what no font can write gives way to what one can."""

from __future__ import annotations

import unicodedata

from PIL import Image, ImageDraw

from renderers.pillow.cache import cached
from renderers.pillow.faces import BOLD, PLAIN, Run, runs
from renderers.pillow.raster import Stamp, Tile
from renderers.scene import SMALLEST_PART, Anchor

CAPITAL = 0.73
LEFT_OUT = "…"
_LONGEST = 120


@cached
def lettered(text: str, size: int, bold: bool, anchor: Anchor, room: int, plain: str = "") -> Stamp:
    """A text whose capitals are vertically centred on the place it is stamped at; `plain` if it cannot be written."""
    found = _writable(text[:_LONGEST], plain, bold)
    size = _fitting(found, size, room)
    found = _cut(found, size, bold, room)
    width = round(_width(found, size)) + 4
    height = round(1.5 * size)
    baseline = round(height / 2 + CAPITAL * size / 2)
    over, under = _beyond(found, size, baseline, height - baseline)
    mask = Image.new("L", (max(width, 1), over + height + under))
    _write(found, mask, over + baseline, size)
    left = {Anchor.LEFT: -2, Anchor.MIDDLE: -width // 2, Anchor.RIGHT: 2 - width}[anchor]
    top = -height // 2 - over
    return (Tile((left, top, left + mask.width, top + mask.height), mask),)


def _beyond(found: tuple[Run, ...], size: int, above: int, below: int) -> tuple[int, int]:
    """The reach of other scripts' letters above and below the line; marks piled up beyond it are cut."""
    reach = [run.above_and_below(size) for run in found if run.font not in (PLAIN, BOLD)]
    over = max((top - above for top, _ in reach), default=0)
    under = max((bottom - below for _, bottom in reach), default=0)
    return min(max(over, 0), size // 3), min(max(under, 0), size // 3)


def _writable(text: str, plain: str, bold: bool) -> tuple[Run, ...]:
    """The first that can be written: the text, the same in common letters, what is plain, or those words that can."""
    if not text.strip():
        return ()
    words = " ".join(word if runs(word, bold) else LEFT_OUT for word in text.split())
    tried = (runs(each, bold) for each in (text, unicodedata.normalize("NFKC", text), plain, words))
    return next(filter(None, tried), ())


def _write(found: tuple[Run, ...], mask: Image.Image, baseline: int, size: int) -> None:
    draw, across = ImageDraw.Draw(mask), 2.0
    for run in found:
        run.draw(draw, (across, baseline), size)
        across += run.width(size)


def _width(found: tuple[Run, ...], size: int) -> float:
    return sum(run.width(size) for run in found)


def _fitting(found: tuple[Run, ...], size: int, room: int) -> int:
    """The size asked for, or as much smaller as the room demands, down to the smallest readable part."""
    width = _width(found, size)
    return max(int(size * room / width), round(SMALLEST_PART * size)) if 0 < room < width else size


def _cut(found: tuple[Run, ...], size: int, bold: bool, room: int) -> tuple[Run, ...]:
    if not room or _width(found, size) <= room:
        return found
    text = "".join(run.text for run in found)
    while text and _width(found, size) > room:
        text = _shortened(text)
        found = runs(text + LEFT_OUT, bold)
    return found


def _shortened(text: str) -> str:
    """The text without its last letter and the marks on it."""
    while unicodedata.category(text[-1]).startswith("M") and len(text) > 1:
        text = text[:-1]
    return text[:-1].rstrip()
