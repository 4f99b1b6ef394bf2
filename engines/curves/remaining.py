"""A search for any legal line between points, over every middle point that the notation can express.

Moving the middle of an arc by d moves the place at time t by 4t(1-t)d, never by more than d. So if, at the middle of a
square of middle points, some place of the arc lies deeper in forbidden ground than that, no arc of the square is legal.
Other squares are quartered, down to single middle points, which the rules themselves decide. Round middles come first:
halves, quarters, tenths, then hundredths of a step. The order is always the same, so the first legal line stays the
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
from engines.curves.legality import Sheet, is_path_clear
from engines.curves.line import Line, Point, Spot
from engines.curves.sample import Ends, open_ends

Squares = NDArray[np.int64]
SIDES, GRAINS = (64, 16, 16, 8), (50, 25, 10)
MANY, FEW = 1024, 32
_QUARTERS = np.array([(0, 0), (1, 0), (0, 1), (1, 1)])


class Barrier(Protocol):
    """A test for obstacles between two ends, for all lines with middles near a given one at once."""

    @property
    def start(self) -> Point:
        """Return the first end of the lines, as a lattice point."""

    @property
    def end(self) -> Point:
        """Return the second end of the lines."""

    @property
    def sheet(self) -> Sheet:
        """Return the sheet that the lines must stay on."""

    def bars(self, middles: Places, reach: float) -> NDArray[np.bool_]:
        """Return for each middle (rows of x, y in hundredths) whether it bars every line within `reach`."""


def first_line(
    sheet: Sheet, marks: tuple[Point, ...], drawn_lines: tuple[Line, ...], since: Ends | None = None
) -> Line | None:
    """Return the first legal line of the sheet, or None if there is no legal line.

    Pairs of ends before `since` are skipped: they must have no legal line.
    """
    open_points = open_ends(marks, drawn_lines)
    grounds = survey(sheet, marks, drawn_lines, open_points)
    lines = (
        _first_legal_line(grounds.ground_between(*ends), marks, drawn_lines)
        for ends in combinations(open_points, 2)
        if not since or ends >= since
    )
    return next(filter(None, lines), None)


@lru_cache(maxsize=256)
def line_between(sheet: Sheet, marks: tuple[Point, ...], drawn_lines: tuple[Line, ...], ends: Ends) -> Line | None:
    """Return the first legal line between two sorted open ends, or None if there is no legal line."""
    return _first_legal_line(survey(sheet, marks, drawn_lines, ends).ground_between(*ends), marks, drawn_lines)


def _first_legal_line(forbidden_ground: Ground, marks: tuple[Point, ...], drawn_lines: tuple[Line, ...]) -> Line | None:
    legal_lines = (
        line
        for line in hopeful_lines(forbidden_ground)
        if not line.folds_back and is_path_clear(line, forbidden_ground.sheet, marks, drawn_lines)
    )
    return next(legal_lines, None)


def hopeful_lines(barrier: Barrier) -> Iterator[Line]:
    """Yield the lines between two ends that pass the raster test, round middles first."""
    squares = _hopeful_squares(barrier, _covering_squares(barrier), SIDES[0])
    for (side, smaller), grain in zip(pairwise(SIDES), GRAINS, strict=True):
        squares = _quarter_squares(barrier, squares, side, smaller)
        yield from _lines(barrier, _hopeful_squares(barrier, _round_middles(squares, smaller, grain), 1))
    for some in _batches(squares, FEW):
        yield from _lines(barrier, _quarter_squares(barrier, some, SIDES[-1], 1))


def _lines(barrier: Barrier, middles: Squares) -> Iterator[Line]:
    return (Line(barrier.start, barrier.end, (int(x), int(y))) for x, y in middles)


def _quarter_squares(barrier: Barrier, squares: Squares, side: int, until: int) -> Squares:
    """Divide squares of middles into quarters down to side `until`; drop squares that are wholly barred."""
    while side > until:
        side //= 2
        squares = _hopeful_squares(barrier, (squares[:, None] + side * _QUARTERS).reshape(-1, 2), side)
    return squares


def _hopeful_squares(barrier: Barrier, squares: Squares, side: int) -> Squares:
    """Return the squares, named by their lower left middle points, that are not wholly barred."""
    _, most = _middle_bounds(barrier)
    inside, half_side = squares[(squares <= most).all(axis=1)], (side - 1) / 2
    hopes = (
        some[~barrier.bars(some.astype(np.float64) + half_side, half_side * 2**0.5)] for some in _batches(inside, MANY)
    )
    return np.concatenate([inside[:0], *hopes])


def _batches(squares: Squares, size: int) -> Iterator[Squares]:
    return (squares[since : since + size] for since in range(0, len(squares), size))


def _round_middles(squares: Squares, side: int, grain: int) -> Squares:
    """Return the multiples of `grain` inside the squares, each of which contains at most one."""
    inside = -squares % grain
    round_ones: Squares = (squares + inside)[(inside < side).all(axis=1)]
    return round_ones


def _covering_squares(barrier: Barrier) -> Squares:
    """Return large squares that cover all middles of lines that stay on the sheet."""
    axes = [np.arange(least, most + 1, SIDES[0]) for least, most in zip(*_middle_bounds(barrier), strict=True)]
    return np.stack(np.meshgrid(*axes, indexing="ij"), -1).reshape(-1, 2)


def _middle_bounds(barrier: Barrier) -> tuple[Spot, Spot]:
    """Return the least and the greatest middle of lines that stay on the sheet."""
    (ax, ay), (bx, by), sheet = barrier.start, barrier.end, barrier.sheet
    (left, right), (low, high) = middles_on_sheet(ax, bx, sheet.columns), middles_on_sheet(ay, by, sheet.rows)
    return (left, low), (right, high)
