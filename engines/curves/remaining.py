"""Whether any line at all may still be drawn, decided over every middle point that can be written.

Moving the middle of an arc by d moves the place at time t by 4t(1-t)d, never by more than d. So if, at the middle of a
square of middle points, some place of the arc lies deeper in forbidden ground than that, no arc of the square is legal.
Other squares are quartered, down to single middle points, which the rules themselves decide. Round middles come first:
halves, quarters, tenths, then hundredths of a step; the order is always the same, so what was found first stays the
first for as long as it is legal.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, pairwise
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from engines.curves.forbidden import Ground, Places, survey
from engines.curves.geometry import middles_on_sheet
from engines.curves.legality import Sheet, clear
from engines.curves.line import Line, Point, Spot
from engines.curves.sample import open_ends

Ends = tuple[Point, Point]
Squares = NDArray[np.int64]
SIDES, GRAINS = (64, 16, 16, 8), (50, 25, 10)
MANY, FEW = 1024, 32
_QUARTERS = np.array([(0, 0), (1, 0), (0, 1), (1, 1)])


class Bars(Protocol):
    """What forbids lines between two ends: for each middle, whether every line within `reach` of it is barred."""

    @property
    def start(self) -> Point:
        """The end of the lines that comes first, as a lattice point."""

    @property
    def end(self) -> Point:
        """Their other end."""

    @property
    def sheet(self) -> Sheet:
        """The sheet that they must stay on."""

    def bars(self, middles: Places, reach: float) -> NDArray[np.bool_]:
        """For each middle (rows of x, y in hundredths) whether every line through a place within `reach` is barred."""


def first_line(
    sheet: Sheet, marks: tuple[Point, ...], drawn: tuple[Line, ...], since: Ends | None = None
) -> Line | None:
    """The first line that may be drawn, no pair of ends before `since` having one; None if there is none at all."""
    free = open_ends(marks, drawn)
    grounds = survey(sheet, marks, drawn, free)
    found = (
        _first(grounds.between(*ends), marks, drawn) for ends in combinations(free, 2) if not since or ends >= since
    )
    return next(filter(None, found), None)


@lru_cache(maxsize=256)
def line_between(sheet: Sheet, marks: tuple[Point, ...], drawn: tuple[Line, ...], ends: Ends) -> Line | None:
    """The first line that may be drawn between two open ends, lesser end first; None if there is none at all."""
    return _first(survey(sheet, marks, drawn, ends).between(*ends), marks, drawn)


def _first(ground: Ground, marks: tuple[Point, ...], drawn: tuple[Line, ...]) -> Line | None:
    free = (line for line in hopeful(ground) if not line.folds_back and clear(line, ground.sheet, marks, drawn))
    return next(free, None)


def hopeful(ground: Bars) -> Iterator[Line]:
    """The lines between two ends that nothing seems to forbid, those with round middles first."""
    squares = _hopes(ground, _squares(ground), SIDES[0])
    for (side, smaller), grain in zip(pairwise(SIDES), GRAINS, strict=True):
        squares = _quartered(ground, squares, side, smaller)
        yield from _lines(ground, _hopes(ground, _round(squares, smaller, grain), 1))
    for some in _batches(squares, FEW):
        yield from _lines(ground, _quartered(ground, some, SIDES[-1], 1))


def _lines(ground: Bars, middles: Squares) -> Iterator[Line]:
    return (Line(ground.start, ground.end, (int(x), int(y))) for x, y in middles)


def _quartered(ground: Bars, squares: Squares, side: int, until: int) -> Squares:
    """What is left of squares of middle points, from one side to a smaller one, without those that are barred."""
    while side > until:
        side //= 2
        squares = _hopes(ground, (squares[:, None] + side * _QUARTERS).reshape(-1, 2), side)
    return squares


def _hopes(ground: Bars, squares: Squares, side: int) -> Squares:
    """The squares, named by their lower left middle points, that are not wholly barred."""
    _, most = _middles(ground)
    inside, far = squares[(squares <= most).all(axis=1)], (side - 1) / 2
    hopes = (some[~ground.bars(some.astype(np.float64) + far, far * 2**0.5)] for some in _batches(inside, MANY))
    return np.concatenate([inside[:0], *hopes])


def _batches(squares: Squares, size: int) -> Iterator[Squares]:
    return (squares[since : since + size] for since in range(0, len(squares), size))


def _round(squares: Squares, side: int, grain: int) -> Squares:
    """The middle points of squares that lie on a lattice, no square being so large as to hold two of them."""
    inside = -squares % grain
    round_ones: Squares = (squares + inside)[(inside < side).all(axis=1)]
    return round_ones


def _squares(ground: Bars) -> Squares:
    """Large squares that cover all middles of lines that stay on the sheet."""
    axes = [np.arange(least, most + 1, SIDES[0]) for least, most in zip(*_middles(ground), strict=True)]
    return np.stack(np.meshgrid(*axes, indexing="ij"), -1).reshape(-1, 2)


def _middles(ground: Bars) -> tuple[Spot, Spot]:
    """The least and the greatest middle of lines that stay on the sheet."""
    (ax, ay), (bx, by), sheet = ground.start, ground.end, ground.sheet
    (left, right), (low, high) = middles_on_sheet(ax, bx, sheet.columns), middles_on_sheet(ay, by, sheet.rows)
    return (left, low), (right, high)
