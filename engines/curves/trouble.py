"""Obstructed stretches of an illegal line, for drawing: places at hundredths of its time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from math import dist

from engines.curves.clearance import is_near_place, stretch
from engines.curves.geometry import MARGIN
from engines.curves.joints import is_too_narrow
from engines.curves.legality import LINE_CLEARANCE, MOST_LINES, POINT_CLEARANCE, Sheet, count_lines_at
from engines.curves.line import STEP, Line, Point, Spot, spot
from engines.curves.rules import Position

_PARTS = 100


@dataclass(frozen=True)
class Trouble:
    """The obstructed stretches of a line, as places in hundredths, and the ends where no line may end."""

    along: tuple[tuple[Spot, ...], ...]
    ends: tuple[Point, ...]


def trouble(position: Position, line: Line) -> Trouble:
    """Return the parts of an illegal line that a drawing can mark; nothing if the line is legal."""
    closed_ends = (
        end for end in line.ends if end not in position.marks or count_lines_at(end, position.lines) >= MOST_LINES
    )
    if position.fault(line) is None:
        return Trouble((), ())
    places = [_round_place(stretch(line).at(part / _PARTS)) for part in range(_PARTS + 1)]
    runs = groupby(places, key=lambda place: _is_bad(position, line, place))
    return Trouble(tuple(tuple(run) for is_bad, run in runs if is_bad), tuple(closed_ends))


def _is_bad(position: Position, line: Line, place: Spot) -> bool:
    if _is_off_sheet(position.sheet, place):
        return True
    others = (point for point in position.marks if point not in line.ends)
    if any(dist(spot(point), place) < POINT_CLEARANCE for point in others):
        return True
    return any(_touches(line, other_line, place) for other_line in position.lines)


def _touches(line: Line, other_line: Line, place: Spot) -> bool:
    """Return whether a place is too near another line, or on a line that leaves a shared end at too small an angle."""
    for end in _shared_ends(line, other_line):
        if dist(spot(end), place) <= STEP:
            return is_too_narrow(line, other_line, end)
    return is_near_place(stretch(other_line), place, LINE_CLEARANCE)


def _shared_ends(line: Line, other_line: Line) -> Iterator[Point]:
    return (end for end in line.ends if end in other_line.ends)


def _is_off_sheet(sheet: Sheet, place: Spot) -> bool:
    x, y = place
    right_edge, top_edge = STEP * (sheet.columns - 1), STEP * (sheet.rows - 1)
    return not (-MARGIN <= x <= right_edge + MARGIN and -MARGIN <= y <= top_edge + MARGIN)


def _round_place(place: tuple[float, float]) -> Spot:
    return round(place[0]), round(place[1])
