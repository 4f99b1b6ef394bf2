"""Fonts: the font for each letter, and whether a text can be drawn at all."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import as_file, files
from itertools import groupby
from math import ceil

from PIL import ImageDraw, ImageFont, features

PLAIN, BOLD = "DejaVuSans", "DejaVuSans-Bold"
OTHERS = (
    (0x0700, 0x074F, "NotoSansSyriac-Regular"),
    (0x0780, 0x07BF, "NotoSansThaana-Regular"),
    (0x0900, 0x097F, "NotoSansDevanagari-Regular"),
    (0x0980, 0x09FF, "NotoSansBengali-Regular"),
    (0x0A00, 0x0A7F, "NotoSansGurmukhi-Regular"),
    (0x0A80, 0x0AFF, "NotoSansGujarati-Regular"),
    (0x0B00, 0x0B7F, "NotoSansOriya-Regular"),
    (0x0B80, 0x0BFF, "NotoSansTamil-Regular"),
    (0x0C00, 0x0C7F, "NotoSansTelugu-Regular"),
    (0x0C80, 0x0CFF, "NotoSansKannada-Regular"),
    (0x0D00, 0x0D7F, "NotoSansMalayalam-Regular"),
    (0x0D80, 0x0DFF, "NotoSansSinhala-Regular"),
    (0x0E00, 0x0E7F, "NotoSansThai-Regular"),
    (0x1000, 0x109F, "NotoSansMyanmar-Regular"),
    (0x1100, 0x11FF, "DroidSansFallback"),
    (0x1200, 0x139F, "NotoSansEthiopic-Regular"),
    (0x13A0, 0x13FF, "NotoSansCherokee-Regular"),
    (0x1780, 0x17FF, "NotoSansKhmer-Regular"),
    (0x2E80, 0x9FFF, "DroidSansFallback"),
    (0xAC00, 0xD7FF, "DroidSansFallback"),
    (0xF900, 0xFAFF, "DroidSansFallback"),
    (0xFF00, 0xFFEF, "DroidSansFallback"),
)
"""Fonts for letters that DejaVu lacks, by Unicode block."""
_SHAPED_FROM = 0x0590
"""Scripts below this code point need no shaping: their letters stand side by side in order."""
_RIGHT_TO_LEFT = ("R", "AL", "AN")


@dataclass(frozen=True)
class Run:
    """Adjacent letters that one font draws; `thick` where a bold text has no bold font."""

    text: str
    font: str
    thick: bool = False

    def width(self, size: int) -> float:
        """Return the width of the run in pixels at a font size."""
        return self._font(size).getlength(self.text, direction=self._direction)

    def above_and_below(self, size: int) -> tuple[int, int]:
        """Return the pixels that the run reaches above and below its baseline."""
        _, top, _, bottom = self._font(size).getbbox(self.text, anchor="ls", direction=self._direction)
        return ceil(-top), ceil(bottom)

    def draw(self, draw: ImageDraw.ImageDraw, at: tuple[float, float], size: int) -> None:
        """Draw the run with its left end on a baseline."""
        stroke = size / 36 if self.thick else 0
        font, direction = self._font(size), self._direction
        draw.text(at, self.text, fill=255, font=font, anchor="ls", direction=direction, stroke_width=stroke)

    @property
    def _direction(self) -> str | None:
        """Return "ltr" for text with right-to-left letters, since a line runs left to right; None without them."""
        return "ltr" if any(map(_is_right_to_left, self.text)) else None

    def _font(self, size: int) -> ImageFont.FreeTypeFont:
        return font_of(self.font, size)


def runs(text: str, bold: bool) -> tuple[Run, ...]:
    """Return a text as runs, without symbols that no font has; empty if a word cannot be drawn correctly."""
    text = unicodedata.normalize("NFC", text)
    if any(map(_needs_shaping, text)) and not can_shape():
        return ()
    words = [_drawable_letters(word) for word in text.split()]
    fonts = [(letter, _font_for(letter, bold)) for letter in " ".join(words)]
    if not all(words) or not all(font for _, font in fonts):
        return ()
    groups = groupby(_join_marks(fonts), key=lambda pair: pair[1])
    parts = ((font, "".join(letter for letter, _ in pairs)) for font, pairs in groups)
    return tuple(Run(part, font, bold and font != BOLD) for font, part in parts)


@lru_cache(maxsize=1)
def can_shape() -> bool:
    """Return whether letters are joined, stacked and reordered by script (with the system's FriBiDi)."""
    return bool(features.check("raqm"))


@lru_cache(maxsize=64)
def font_of(name: str, size: int) -> ImageFont.FreeTypeFont:
    """Return a font at a size."""
    with as_file(
        files("renderers.fonts") / f"{name}.ttf"
    ) as path:  # from bytes, each size would hold two copies of the font
        return ImageFont.truetype(path, size)


def _join_marks(fonts: list[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """Yield letters with their fonts; spaces and marks take the font before them, so that marks stay on letters."""
    before = ""
    for letter, font in fonts:
        follows = letter.isspace() or _is_mark(letter)
        before = before if before and follows and _has_letter(before, letter) else font
        yield letter, before


def _drawable_letters(word: str) -> str:
    """Return the word without invisible characters, and without symbols that no font has (such as emoji)."""
    letters, is_seen = "", False
    for letter in word:
        if not _is_mark(letter):
            is_seen = letter.isprintable() and (_font_for(letter, False) != "" or not _is_sign(letter))
        letters += letter if is_seen else ""
    return letters


def _is_sign(letter: str) -> bool:
    return unicodedata.category(letter).startswith("S")


def _is_mark(letter: str) -> bool:
    return unicodedata.category(letter).startswith("M")


def _needs_shaping(letter: str) -> bool:
    return ord(letter) >= _SHAPED_FROM and (_is_mark(letter) or _is_right_to_left(letter))


def _is_right_to_left(letter: str) -> bool:
    return unicodedata.bidirectional(letter) in _RIGHT_TO_LEFT


@lru_cache(maxsize=4096)
def _font_for(letter: str, bold: bool) -> str:
    """Return the font that draws a letter, or "" if none does."""
    block = (font for first, last, font in OTHERS if first <= ord(letter) <= last)
    fonts = (*([BOLD] if bold else []), PLAIN, *block)
    return next((font for font in fonts if letter.isspace() or _has_letter(font, letter)), "")


@lru_cache(maxsize=4096)
def _has_letter(font: str, letter: str) -> bool:
    return _pixels(font, letter) != _pixels(font, "\U0010ffff")


def _pixels(font: str, letter: str) -> bytes:
    return bytes(font_of(font, 16).getmask(letter))
