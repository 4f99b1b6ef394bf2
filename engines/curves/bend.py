"""Bends set by buttons: each press moves the middle, and presses can reach every line that the notation can express."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from math import ceil, floor

from engines.curves.geometry import middles_on_sheet
from engines.curves.legality import Sheet
from engines.curves.line import STEP, Line, Point, Spot, symmetric_arc
from engines.curves.shape import signed_height
from engines.menus import Pick

GRAINS = (50, 10, 1)
_WORD = re.compile(r"(?:([+-]\d{1,4})|(-?\d{1,4}):(-?\d{1,4}))~(50|10|1)")
_ARROWS = (("←", -1, 0), ("→", 1, 0), ("↑", 0, 1), ("↓", 0, -1))


@dataclass(frozen=True)
class Bend:
    """A line from one point to another through `middle`, and the distance `grain` that a press moves it, in hundredths.

    `offset` is the distance of a symmetric arc's middle to the left of the way; None for an arc made by its middle.
    """

    start: Point
    end: Point
    sheet: Sheet
    middle: Spot
    offset: int | None = None
    grain: int = GRAINS[0]

    @property
    def line(self) -> Line:
        """Return the line in its present shape, which may not be legal."""
        return Line(self.start, self.end, self.middle)

    @property
    def word(self) -> str:
        """Return the menu step that stands for this bend: `+150~50`, or `450:275~10`, in hundredths."""
        place = f"{self.middle[0]}:{self.middle[1]}" if self.offset is None else f"{self.offset:+}"
        return f"{place}~{self.grain}"

    @property
    def presses(self) -> tuple[Pick, ...]:
        """Return the next presses: the middle in four directions, the arc left or right, two other grains."""
        by = f"{self.grain / STEP:g}"
        ways = [(f"{arrow} {by}", self.move(dx, dy)) for arrow, dx, dy in _ARROWS]
        sides = [(f"+{by}", self.swing(1)), (f"−{by}", self.swing(-1))]
        finer = [(f"{grain / STEP:g}", replace(self, grain=grain)) for grain in GRAINS if grain != self.grain]
        return tuple(Pick(label, step=bend.word, replaces_last=True) for label, bend in (*ways, *sides, *finer))

    def move(self, dx: int, dy: int) -> Bend:
        """Move the middle to the next lattice place of its grain in a direction, if that place is on the sheet."""
        x, y = (_next(at, way, self.grain) for at, way in zip(self.middle, (dx, dy), strict=True))
        return self._keep_on_sheet(replace(self, middle=(x, y), offset=None))

    def swing(self, side: int) -> Bend:
        """Swing the symmetric arc towards the left of the path (1) or the right (-1)."""
        now = (
            self.offset if self.offset is not None else signed_height(self.line) * (1 if self.start < self.end else -1)
        )
        return self._keep_on_sheet(symmetric(self, _next(now, side, self.grain)))

    def _keep_on_sheet(self, moved_bend: Bend) -> Bend:
        """Return the moved bend if its middle is on the sheet, else this bend."""
        if self.start not in self.sheet or self.end not in self.sheet:
            return self
        spans = (
            middles_on_sheet(*ends)
            for ends in zip(self.start, self.end, (self.sheet.columns, self.sheet.rows), strict=True)
        )
        fits = all(least <= at <= most for at, (least, most) in zip(moved_bend.middle, spans, strict=True))
        return moved_bend if fits else self


def read_bend(word: str, start: Point, end: Point, sheet: Sheet) -> Bend | None:
    """Read the bend that a menu step describes, or return None."""
    match = _WORD.fullmatch(word)
    if match is None:
        return None
    offset, x, y, grain = match.groups()
    bend = Bend(start, end, sheet, (int(x or 0), int(y or 0)), grain=int(grain))
    return symmetric(bend, int(offset)) if offset else bend


def symmetric(bend: Bend, offset: int) -> Bend:
    """Return the arc whose middle lies `offset` hundredths to the left of the path from start to end."""
    return replace(bend, middle=symmetric_arc(bend.start, bend.end, offset / STEP).middle, offset=offset)


def _next(at: float, way: int, grain: int) -> int:
    """Return the next multiple of the grain up (`way` 1) or down (-1), or the nearest one (0)."""
    if way == 0:
        return round(at)
    return grain * (floor(at / grain) + 1 if way > 0 else ceil(at / grain) - 1)
