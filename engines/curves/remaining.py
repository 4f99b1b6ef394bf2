"""Whether any line at all may still be drawn, decided over every middle point that can be written.

Moving the middle of an arc by d moves the place at time t by 4t(1-t)d, never by more than d. So if, at the middle of a
square of middle points, some place of the arc lies deeper in forbidden ground than that, no arc of the square is legal.
Other squares are quartered, down to single middle points, which the rules themselves decide. Round middles come first:
halves, then tenths, then hundredths of a step; the order is always the same, so what was found first stays the first
for as long as it is legal.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from engines.curves.forbidden import Places, survey
from engines.curves.geometry import MARGIN
from engines.curves.legality import Sheet, clear
from engines.curves.line import STEP, Line, Point
from engines.curves.sample import open_ends

Cells = NDArray[np.int64]
GRAINS = ((50, 1), (10, 3), (1, 6))
BATCH = 2048
_QUARTERS = np.array([(0, 0), (1, 0), (0, 1), (1, 1)])


class Bars(Protocol):
    """What forbids lines between two ends: for each middle, whether every line within `reach` of it is barred."""

    @property
    def start(self) -> Point: ...
    @property
    def end(self) -> Point: ...
    @property
    def sheet(self) -> Sheet: ...
    def bars(self, middles: Places, reach: float) -> NDArray[np.bool_]: ...


def first_line(
    sheet: Sheet, marks: tuple[Point, ...], drawn: tuple[Line, ...], since: tuple[Point, Point] | None = None
) -> Line | None:
    """The first line that may be drawn, no pair of ends before `since` having one; None if there is none at all."""
    free = open_ends(marks, drawn)
    grounds = survey(sheet, marks, drawn, free)
    for ends in combinations(free, 2):
        if since is None or ends >= since:
            for line in hopeful(grounds.between(*ends)):
                if not line.folds_back and clear(line, sheet, marks, drawn):
                    return line
    return None


def hopeful(ground: Bars, grains: Iterable[tuple[int, int]] = GRAINS) -> Iterator[Line]:
    """The lines between two ends that nothing seems to forbid, with middles on lattices of these grains."""
    for grain, doublings in grains:
        for x, y in _middles(ground, grain, doublings):
            yield Line(ground.start, ground.end, (x, y))


def _middles(ground: Bars, grain: int, doublings: int) -> Iterator[tuple[int, int]]:
    pending = [(doublings, _squares(ground.sheet, grain << doublings))]
    while pending:
        level, cells = pending.pop()
        if len(cells) > BATCH:
            pending.append((level, cells[BATCH:]))
            cells = cells[:BATCH]
        reach = grain * ((1 << level) - 1) / 2
        kept = cells[~ground.bars((cells + reach).astype(np.float64), reach * 2**0.5)]
        if level == 0:
            yield from ((int(x), int(y)) for x, y in kept)
        elif len(kept):
            half = grain << (level - 1)
            pending.append((level - 1, (kept[:, None] + half * _QUARTERS).reshape(-1, 2)))


def _squares(sheet: Sheet, side: int) -> Cells:
    """The lower left middle points of squares that cover the sheet."""
    axes = [np.arange(-MARGIN, STEP * (count - 1) + MARGIN + 1, side) for count in (sheet.columns, sheet.rows)]
    return np.stack(np.meshgrid(*axes, indexing="ij"), -1).reshape(-1, 2)
