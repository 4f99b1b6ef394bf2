"""The description of a line matches its looks: the direction it bulges, its height, and the lines it touches."""

from __future__ import annotations

import pytest

from engines.curves.line import Line
from engines.curves.options import start
from engines.curves.shape import bulge, height, touching_line_numbers
from tests.engines.curves.sheets import marked_sheet, play_moves


def line(text: str) -> Line:
    read = start({}).read(text)
    assert isinstance(read, Line)
    return read


@pytest.mark.parametrize(
    ("text", "way"),
    [
        ("a1-i1 via e5", "up"),
        ("i5-a5 via e2", "down"),
        ("c1-c9 via a5", "left"),
        ("c1-c9 via e5", "right"),
        ("a1-e5 +1", "up-left"),
        ("a1-e5 -1", "down-right"),
        ("a5-e1 +1", "up-right"),
        ("a5-e1 -1", "down-left"),
        ("a1-i1", ""),
    ],
)
def test_a_line_bulges_away_from_its_chord(text, way):
    assert bulge(line(text)) == way


def test_the_height_is_the_greatest_distance_from_the_chord():
    assert height(line("a1-i1 via e5")) == 4
    assert height(line("a1-i1 via c4")) == 3
    assert height(line("a1-e5 +1.5")) == pytest.approx(1.5, abs=0.01)
    assert height(line("a1-e5")) == 0


def test_lines_that_share_an_end_touch_each_other():
    lines = play_moves(marked_sheet("a1 i1 e5 p12 c9"), "a1-i1", "a1-e5", "e5-p12").lines
    assert [touching_line_numbers(lines, each) for each in lines] == [[2], [1, 3], [2]]
