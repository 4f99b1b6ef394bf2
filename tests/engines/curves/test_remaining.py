"""The exact search for a remaining line agrees with a plain scan over all middle points."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from random import Random

import numpy as np
import pytest

from engines.curves import options
from engines.curves.forbidden import survey
from engines.curves.legality import Sheet, is_path_clear
from engines.curves.line import Line, Point
from engines.curves.move import read_move
from engines.curves.remaining import first_line, hopeful_lines
from engines.curves.rules import Position
from engines.curves.sample import Sample, open_ends
from engines.notation import read_cell

Drawing = tuple[tuple[Point, ...], tuple[Line, ...]]
CROSSED_POINTS = "e11 h12 i3 c9 e3 p6 a12 b11 d3 f10 l7 e12 j5 o9 a8 k10 l6 k9 j3 l12 n9 e8 j10 c2"
CROSSED_LINES = """\
k10-l12 via j11, c2-j10 via i.5 7, j5-p6 via o4.5, a8-c2 via c.9 5.63, o9-p6 via n.5 6.5, e8-e12 via h.5 10, \
i3-j5 via h.61 4.45, e8-h12 via i.3 7.9, k10-l7 via k.97 8.66, l12-o9 via n.21 11.21, b11-f10 via d.5 9, \
i3-j3 via i.5 2.5, a12-b11, e11-e12 via c.5 11, a8-c9 via a.11 10.29, c9-f10 via e.5 8.5, l6-l7 via j.5 7, \
l6-n9 via m.42 7.22, a12-h12 via d.5 12.5, e3-k9 via g.5 3.5, d3-j10 via i7"""


def crowded_drawing(sheet: Sheet, points: int, seed: int) -> Drawing:
    """Return random points and random lines of the sample, until none is legal."""
    chance = Random(seed)
    places = [(column, row) for column in range(sheet.columns) for row in range(sheet.rows)]
    marks = tuple(chance.sample(places, points))
    drawn_lines: tuple[Line, ...] = ()
    while lines := list(Sample(sheet, marks, drawn_lines)):
        drawn_lines = (*drawn_lines, chance.choice(lines))
    return marks, drawn_lines


def scan_lines(sheet: Sheet, drawing: Drawing, grain: int) -> Iterator[Line]:
    """Yield all legal lines with middles on a lattice of that many hundredths."""
    for start, end in combinations(open_ends(*drawing), 2):
        for x in range(-50, 100 * sheet.columns - 49, grain):
            for y in range(-50, 100 * sheet.rows - 49, grain):
                line = Line(start, end, (x, y))
                if not line.folds_back and is_path_clear(line, sheet, *drawing):
                    yield line


@pytest.mark.parametrize(
    ("columns", "points", "seed", "has_line", "grain"),
    [
        (2, 3, 5, True, 3),
        (2, 3, 0, False, 3),
        pytest.param(3, 4, 5, True, 3, marks=pytest.mark.long),
        pytest.param(2, 3, 5, True, 1, marks=pytest.mark.long),
        pytest.param(2, 3, 0, False, 1, marks=pytest.mark.long),
        pytest.param(3, 4, 5, True, 1, marks=pytest.mark.long),
    ],
)
def test_a_line_is_found_exactly_where_a_plain_scan_finds_one(columns, points, seed, has_line, grain):
    sheet = Sheet(columns, 2)
    drawing = crowded_drawing(sheet, points, seed)
    line = first_line(sheet, *drawing)
    assert (next(scan_lines(sheet, drawing, grain), None) is not None) == has_line == (line is not None)
    assert line is None or (is_path_clear(line, sheet, *drawing) and not line.folds_back)


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.long) for seed in (1, 2))])
def test_no_legal_line_lies_on_barred_ground(seed):
    sheet = Sheet(5, 4)
    marks, drawn_lines = crowded_drawing(sheet, 6, seed)
    drawn_lines = drawn_lines[: len(drawn_lines) - 2]
    grounds = survey(sheet, marks, drawn_lines, open_ends(marks, drawn_lines))
    lines = list(scan_lines(sheet, (marks, drawn_lines), 45))
    assert lines
    for line in lines:
        for reach in (0.0, 3.0, 20.0, 60.0):
            middles = np.array([[float(place) for place in line.middle]]) + reach * np.array([[0.6, -0.8]])
            assert not grounds.ground_between(*line.ends).bars(middles, reach + 0.01).any()


def to_the_end(seed: int) -> Iterator[Position]:
    """Yield the positions of a game until no line is legal, with lines beyond the sample too."""
    chance = Random(seed)
    position = options.start({"size": chance.choice(("4x4", "6x5", "9x7")), "points": str(chance.randint(3, 9))})
    for place in chance.sample(list(position.moves()), position.points):
        position = position.play(place)
    while position.outcome is None:
        yield position
        position = position.play(chance.choice([move for move in position.moves() if isinstance(move, Line)]))
    yield position


@pytest.mark.parametrize("seed", [*range(8), *(pytest.param(seed, marks=pytest.mark.long) for seed in range(8, 20))])
def test_the_stored_line_is_the_one_that_a_full_search_finds(seed):
    for position in to_the_end(seed):
        fresh_line = replace(position, witness=None)
        assert fresh_line.remaining_line == position.remaining_line
        assert (fresh_line.outcome is None) == (position.remaining_line is not None)


def test_lines_that_cross_a_neighbour_are_barred_in_bulk():
    """Twenty thousand lines from e3 to j3 pass under i3 and cross the line between i3 and j3."""
    marks = tuple(filter(None, map(read_cell, CROSSED_POINTS.split())))
    drawn_lines = tuple(line for text in CROSSED_LINES.split(", ") if isinstance(line := read_move(text, 12), Line))
    ends = open_ends(marks, drawn_lines)
    grounds = survey(Sheet(16, 12), marks, drawn_lines, ends)
    assert ((4, 2), (9, 2)) in combinations(ends, 2)
    assert not [line for pair in combinations(ends, 2) for line in hopeful_lines(grounds.ground_between(*pair))]
