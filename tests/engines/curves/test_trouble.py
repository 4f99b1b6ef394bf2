"""Where a line is in the way of something: the stretches and ends that a picture points at."""

from __future__ import annotations

import pytest

from engines.curves.line import Line
from engines.curves.trouble import Trouble, trouble
from tests.engines.curves.sheets import marked, played


def trouble_of(points: str, before: tuple[str, ...], typed: str) -> Trouble:
    position = played(marked(points), *before)
    line = position.read(typed)
    assert isinstance(line, Line)
    return trouble(position, line)


def test_a_line_that_may_be_drawn_is_in_no_trouble():
    assert trouble_of("c3 g3", (), "c3-g3") == Trouble((), ())


@pytest.mark.parametrize(
    ("points", "before", "typed", "where"),
    [
        ("c3 g3 e5 e1", ("c3-g3",), "e1-e5", (400, 200)),
        ("c3 g3 e3 a9", (), "c3-g3", (400, 200)),
        ("c11 g11 a1 b1", (), "c11-g11 via e13", (400, 1200)),
    ],
    ids=["crosses a line", "runs into a point", "leaves the sheet"],
)
def test_the_stretch_that_touches_is_found(points, before, typed, where):
    [run] = trouble_of(points, before, typed).along
    x, y = run[len(run) // 2]
    assert abs(x - where[0]) < 30
    assert abs(y - where[1]) < 30


def test_an_end_with_two_lines_is_named():
    found = trouble_of("c3 g3 c7 g7", ("c3-g3", "c3-c7"), "c3-g7")
    assert found.ends == ((2, 2),)
