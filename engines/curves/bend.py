"""Bending a line by buttons: its middle is moved press by press, until any line that can be written is reached."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from math import ceil, floor

from engines.curves.geometry import middles_on_sheet
from engines.curves.legality import Sheet
from engines.curves.line import STEP, Line, Point, Spot, bent
from engines.curves.shape import across
from engines.menus import Pick

GRAINS = (50, 10, 1)
_WORD = re.compile(r"(?:([+-]\d{1,4})|(-?\d{1,4}):(-?\d{1,4}))~(50|10|1)")
_ARROWS = (("←", -1, 0), ("→", 1, 0), ("↑", 0, 1), ("↓", 0, -1))


@dataclass(frozen=True)
class Bend:
    """A line from one point to another that passes through `middle`, and by how many hundredths a press moves it.

    `left` is how far a symmetric arc's middle lies to the left of the way, if that is how it was made.
    """

    start: Point
    end: Point
    sheet: Sheet
    middle: Spot
    left: int | None = None
    grain: int = GRAINS[0]

    @property
    def line(self) -> Line:
        """The line as it is bent now, which may not be legal."""
        return Line(self.start, self.end, self.middle)

    @property
    def word(self) -> str:
        """The step of a menu that stands for it: `+150~50`, or `450:275~10`, in hundredths."""
        place = f"{self.middle[0]}:{self.middle[1]}" if self.left is None else f"{self.left:+}"
        return f"{place}~{self.grain}"

    @property
    def presses(self) -> tuple[Pick, ...]:
        """The presses that lead on from here: four ways for the middle, more to the left or right, two other grains."""
        by = f"{self.grain / STEP:g}"
        ways = [(f"{arrow} {by}", self.moved(right, up)) for arrow, right, up in _ARROWS]
        sides = [(f"+{by}", self.swung(1)), (f"−{by}", self.swung(-1))]
        finer = [(f"{grain / STEP:g}", replace(self, grain=grain)) for grain in GRAINS if grain != self.grain]
        return tuple(Pick(label, step=bend.word, replaces_last=True) for label, bend in (*ways, *sides, *finer))

    def moved(self, right: int, up: int) -> Bend:
        """With its middle on the next lattice place of its grain to one side, if that can be on the sheet."""
        x, y = (_next(at, way, self.grain) for at, way in zip(self.middle, (right, up), strict=True))
        return self._kept(replace(self, middle=(x, y), left=None))

    def swung(self, side: int) -> Bend:
        """As the symmetric arc that lies farther to the left of the way (1) or to the right (-1)."""
        now = self.left if self.left is not None else across(self.line) * (1 if self.start < self.end else -1)
        return self._kept(symmetric(self, _next(now, side, self.grain)))

    def _kept(self, other: Bend) -> Bend:
        """Return the other bend if its middle can be on the sheet, else this one; no line off the sheet is bent."""
        if self.start not in self.sheet or self.end not in self.sheet:
            return self
        spans = (
            middles_on_sheet(*ends)
            for ends in zip(self.start, self.end, (self.sheet.columns, self.sheet.rows), strict=True)
        )
        fits = all(least <= at <= most for at, (least, most) in zip(other.middle, spans, strict=True))
        return other if fits else self


def read_bend(word: str, start: Point, end: Point, sheet: Sheet) -> Bend | None:
    """The bend that a step of a menu stands for, if it is one."""
    found = _WORD.fullmatch(word)
    if found is None:
        return None
    left, x, y, grain = found.groups()
    plain = Bend(start, end, sheet, (int(x or 0), int(y or 0)), grain=int(grain))
    return symmetric(plain, int(left)) if left else plain


def symmetric(bend: Bend, left: int) -> Bend:
    """The arc whose middle lies so many hundredths to the left of the way."""
    return replace(bend, middle=bent(bend.start, bend.end, left / STEP).middle, left=left)


def _next(at: float, way: int, grain: int) -> int:
    """The next multiple of the grain upwards or downwards; no way, no change."""
    if way == 0:
        return round(at)
    return grain * (floor(at / grain) + 1 if way > 0 else ceil(at / grain) - 1)
