"""Legal lines near an illegal one: a bend half a step wider or tighter, or a middle moved by half steps."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from math import copysign, hypot

from engines.curves.geometry import middles_on_sheet
from engines.curves.legality import MOST_LINES, Sheet, count_lines_at
from engines.curves.line import STEP, Line, halfway
from engines.curves.move import read_move
from engines.curves.rules import Position
from engines.refusals import Refusal

_MOST = 2
_FARTHEST = 8
_HALF = STEP // 2
_WIDEST = 100
"""The notation cannot write a bend of this many steps."""


def nearby_moves(position: Position, text: str) -> tuple[str, ...]:
    """Return the notation of up to two legal lines near a typed one, the nearest first; none if an end is full."""
    try:
        line = read_move(text, position.sheet.rows)
    except Refusal:
        return ()
    if not isinstance(line, Line) or position.is_marking or not _are_ends_free(position, line):
        return ()
    nearby_texts = _bends(line) if line.typed or line.is_straight else _middles(line, position.sheet)
    moves = (position.read(each) for each in nearby_texts)
    fitting = (each for each in moves if isinstance(each, Line) and position.fault(each) is None)
    return tuple(each.spelling for each in islice(fitting, _MOST))


def _are_ends_free(position: Position, line: Line) -> bool:
    are_open = all(end in position.marks and count_lines_at(end, position.lines) < MOST_LINES for end in line.ends)
    return are_open and line.start != line.end


def _bends(line: Line) -> Iterator[str]:
    """Yield the same arc with bends that differ by half steps, the least different first."""
    ends, _, bend = line.spelling.partition(" ")
    straighter = copysign(1 / 2, -float(bend or -1))
    for halves in range(1, _FARTHEST + 1):
        for steps in (float(bend or 0) + straighter * halves, float(bend or 0) - straighter * halves):
            if abs(steps) < _WIDEST:
                yield f"{ends} {steps:+.4g}" if steps else ends


def _middles(line: Line, sheet: Sheet) -> Iterator[str]:
    """Yield lines with middles on half steps around the typed one, the nearest first; none off the sheet."""
    (x, y), reach = line.middle, [_HALF * halves for halves in range(-_FARTHEST // 2, _FARTHEST // 2 + 1)]
    (left, right), (low, high) = (
        middles_on_sheet(*ends) for ends in zip(*line.ends, (sheet.columns, sheet.rows), strict=True)
    )
    columns = [at for by in reach if left <= (at := _HALF * round(x / _HALF) + by) <= right]
    rows = [at for by in reach if low <= (at := _HALF * round(y / _HALF) + by) <= high]
    there = ((column, row) for column in columns for row in rows)
    nearest = sorted(there, key=lambda place: hypot(place[0] - x, place[1] - y))
    return (str(Line(line.start, line.end, place)) for place in nearest if place != halfway(*line.ends))
