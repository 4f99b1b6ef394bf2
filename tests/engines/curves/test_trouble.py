"""The stretches and ends of an illegal line that a picture points at."""

from __future__ import annotations

import pytest

from engines.curves.line import Line
from engines.curves.trouble import Trouble, trouble
from tests.engines.curves.sheets import marked_sheet, play_moves


def trouble_of(points: str, before: tuple[str, ...], text: str) -> Trouble:
    position = play_moves(marked_sheet(points), *before)
    line = position.read(text)
    assert isinstance(line, Line)
    return trouble(position, line)


def test_a_legal_line_has_no_obstruction():
    assert trouble_of("c3 g3", (), "c3-g3") == Trouble((), ())


@pytest.mark.parametrize(
    ("points", "before", "text", "where"),
    [
        ("c3 g3 e5 e1", ("c3-g3",), "e1-e5", (400, 200)),
        ("c3 g3 e3 a9", (), "c3-g3", (400, 200)),
        ("c11 g11 a1 b1", (), "c11-g11 via e13", (400, 1200)),
    ],
    ids=["crosses a line", "runs into a point", "leaves the sheet"],
)
def test_the_obstructed_stretch_is_marked(points, before, text, where):
    [run] = trouble_of(points, before, text).along
    x, y = run[len(run) // 2]
    assert abs(x - where[0]) < 30
    assert abs(y - where[1]) < 30


def test_an_end_with_two_lines_is_named():
    trouble_found = trouble_of("c3 g3 c7 g7", ("c3-g3", "c3-c7"), "c3-g7")
    assert trouble_found.ends == ((2, 2),)
