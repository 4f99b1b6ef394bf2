"""Legal lines near an illegal one: a bend half a step wider or tighter, and so on."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from math import copysign, hypot

from engines.curves.geometry import middles_on_sheet
from engines.curves.legality import MOST_LINES, Sheet, lines_at
from engines.curves.line import STEP, Line, halfway
from engines.curves.move import read_move
from engines.curves.rules import Position
from engines.refusals import Refusal

_MOST = 2
_FARTHEST = 8
_HALF = STEP // 2
_WIDEST = 100
"""A bend of so many steps is not written any more."""


def near(position: Position, text: str) -> tuple[str, ...]:
    """How up to two such lines are typed, the nearest first; none where no way between the ends could be free."""
    try:
        line = read_move(text, position.sheet.rows)
    except Refusal:
        return ()
    if not isinstance(line, Line) or position.marking or not _ends_are_free(position, line):
        return ()
    others = _bends(line) if line.typed or line.straight else _middles(line, position.sheet)
    tried = (position.read(each) for each in others)
    fitting = (each for each in tried if isinstance(each, Line) and position.fault(each) is None)
    return tuple(each.said for each in islice(fitting, _MOST))


def _ends_are_free(position: Position, line: Line) -> bool:
    marked = all(end in position.marks and lines_at(end, position.lines) < MOST_LINES for end in line.ends)
    return marked and line.start != line.end


def _bends(line: Line) -> Iterator[str]:
    """The same way, bent by half steps less or more, in the order of how little differs."""
    ends, _, bend = line.said.partition(" ")
    straighter = copysign(1 / 2, -float(bend or -1))
    for halves in range(1, _FARTHEST + 1):
        for steps in (float(bend or 0) + straighter * halves, float(bend or 0) - straighter * halves):
            if abs(steps) < _WIDEST:
                yield f"{ends} {steps:+.4g}" if steps else ends


def _middles(line: Line, sheet: Sheet) -> Iterator[str]:
    """Lines with middles on half steps around the one that was typed, the nearest first; none off the sheet."""
    (x, y), reach = line.middle, [_HALF * halves for halves in range(-_FARTHEST // 2, _FARTHEST // 2 + 1)]
    (left, right), (low, high) = (
        middles_on_sheet(*ends) for ends in zip(*line.ends, (sheet.columns, sheet.rows), strict=True)
    )
    columns = [at for by in reach if left <= (at := _HALF * round(x / _HALF) + by) <= right]
    rows = [at for by in reach if low <= (at := _HALF * round(y / _HALF) + by) <= high]
    there = ((column, row) for column in columns for row in rows)
    nearest = sorted(there, key=lambda place: hypot(place[0] - x, place[1] - y))
    return (str(Line(line.start, line.end, place)) for place in nearest if place != halfway(*line.ends))
