"""The exact search for a line that is left says what a plain scan over all middle points says."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from random import Random

import numpy as np
import pytest

from engines.curves.forbidden import survey
from engines.curves.legality import Sheet, clear
from engines.curves.line import Line, Point
from engines.curves.remaining import first_line
from engines.curves.sample import legal_lines, open_ends

Drawing = tuple[tuple[Point, ...], tuple[Line, ...]]


def crowded(sheet: Sheet, points: int, seed: int) -> Drawing:
    """Points at random, and lines of the sample drawn at random until none is left."""
    chance = Random(seed)
    places = [(column, row) for column in range(sheet.columns) for row in range(sheet.rows)]
    marks = tuple(chance.sample(places, points))
    drawn: tuple[Line, ...] = ()
    while lines := list(legal_lines(sheet, marks, drawn)):
        drawn = (*drawn, chance.choice(lines))
    return marks, drawn


def scanned(sheet: Sheet, drawing: Drawing, grain: int) -> Iterator[Line]:
    """All legal lines with middles on a lattice of so many hundredths, one by one."""
    for start, end in combinations(open_ends(*drawing), 2):
        for x in range(-50, 100 * sheet.columns - 49, grain):
            for y in range(-50, 100 * sheet.rows - 49, grain):
                line = Line(start, end, (x, y))
                if not line.folds_back and clear(line, sheet, *drawing):
                    yield line


@pytest.mark.parametrize(("columns", "points", "seed", "left"), [(2, 3, 5, True), (2, 3, 0, False), (3, 4, 22, True)])
def test_a_line_is_found_exactly_where_a_plain_scan_finds_one(columns, points, seed, left):
    sheet = Sheet(columns, 2)
    drawing = crowded(sheet, points, seed)
    found = first_line(sheet, *drawing)
    assert (next(scanned(sheet, drawing, 1), None) is not None) == left == (found is not None)
    assert found is None or (clear(found, sheet, *drawing) and not found.folds_back)


@pytest.mark.parametrize("seed", range(3))
def test_no_legal_line_lies_on_ground_said_to_be_barred(seed):
    sheet = Sheet(5, 4)
    marks, drawn = crowded(sheet, 6, seed)
    drawn = drawn[: len(drawn) - 2]
    grounds = survey(sheet, marks, drawn, open_ends(marks, drawn))
    lines = list(scanned(sheet, (marks, drawn), 25))
    assert lines
    for line in lines:
        for reach in (0.0, 3.0, 20.0, 60.0):
            middles = np.array([[float(place) for place in line.middle]]) + reach * np.array([[0.6, -0.8]])
            assert not grounds.between(*line.ends).bars(middles, reach + 0.01).any()
