"""Which lines may be drawn: every reason why one may not, named with what it collides with."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from engines.curves.clearance import meet, near, near_place, stretch
from engines.curves.geometry import on_sheet
from engines.curves.joints import closer_than, meet_again, too_narrow
from engines.curves.line import STEP, Line, Point, spot
from engines.notation import cell
from engines.phrases import Phrase

POINT_CLEARANCE = STEP / 4
LINE_CLEARANCE = STEP / 5
MOST_LINES = 2


@dataclass(frozen=True)
class Sheet:
    """The lattice: so many columns and rows of points, one step apart."""

    columns: int
    rows: int

    def __contains__(self, point: Point) -> bool:
        return 0 <= point[0] < self.columns and 0 <= point[1] < self.rows

    @property
    def corner(self) -> str:
        """The name of the last point."""
        return cell(self.columns - 1, self.rows - 1)


def fault(line: Line, sheet: Sheet, marks: Sequence[Point], drawn: Sequence[Line]) -> Phrase | None:
    """Why this line may not be drawn among the marked points and drawn lines: the first fault found; None if it may."""
    return next(_end_faults(line, sheet, marks, drawn), None) or _way_fault(line, sheet, marks, drawn)


def _end_faults(line: Line, sheet: Sheet, marks: Sequence[Point], drawn: Sequence[Line]) -> Iterator[Phrase]:
    for end in line.ends:
        if end not in sheet:
            yield Phrase("off-sheet", part=cell(*end), last=sheet.corner)
        elif end not in marks:
            yield Phrase("not-marked", part=cell(*end))
    if line.start == line.end:
        yield Phrase("same-point", part=cell(*line.start))
    for end in line.ends:
        if lines_at(end, drawn) >= MOST_LINES:
            yield Phrase("too-many-lines", part=cell(*end), most=MOST_LINES)


def lines_at(point: Point, drawn: Iterable[Line]) -> int:
    """How many lines leave or enter a point."""
    return sum(point in (line.start, line.end) for line in drawn)


def _way_fault(line: Line, sheet: Sheet, marks: Sequence[Point], drawn: Sequence[Line]) -> Phrase | None:
    if line.folds_back:
        return Phrase("folds-back", part=line.said)
    if not on_sheet(line, sheet.columns, sheet.rows):
        return Phrase("leaves-sheet", part=line.said)
    if (other := line_in_the_way(line, drawn)) is not None:
        return Phrase(_collision(line, other), part=line.said, other=str(other))
    if (point := point_in_the_way(line, marks)) is not None:
        return Phrase("too-close-to-point", part=line.said, point=cell(*point))
    return None


def clear(line: Line, sheet: Sheet, marks: Sequence[Point], drawn: Sequence[Line]) -> bool:
    """Whether the way of a line is free, all being well with its ends: a quick answer without the reason."""
    return (
        on_sheet(line, sheet.columns, sheet.rows)
        and line_in_the_way(line, drawn) is None
        and point_in_the_way(line, marks) is None
    )


def point_in_the_way(line: Line, marks: Iterable[Point]) -> Point | None:
    """A marked point, other than its ends, to which a line comes too close."""
    way, start, end = stretch(line), line.start, line.end
    for point in marks:
        if near_place(way, spot(point), POINT_CLEARANCE) and point not in (start, end):
            return point
    return None


def line_in_the_way(line: Line, drawn: Iterable[Line]) -> Line | None:
    """A drawn line that a new one would touch, or come too close to."""
    return next((other for other in drawn if _collide(line, other)), None)


def _collide(line: Line, other: Line) -> bool:
    if shared := _shared(line, other):
        return any(too_narrow(line, other, end) for end in shared) or closer_than(line, other, shared, LINE_CLEARANCE)
    return near(stretch(line), stretch(other), LINE_CLEARANCE)


def _shared(line: Line, other: Line) -> tuple[Point, ...]:
    ends = other.start, other.end
    return tuple(end for end in (line.start, line.end) if end in ends)


def _collision(line: Line, other: Line) -> str:
    """The code of what is wrong between two lines that are in each other's way."""
    shared = _shared(line, other)
    if any(too_narrow(line, other, end) for end in shared):
        return "angle-too-small"
    crosses = meet_again(line, other, shared) if shared else meet((stretch(line),), (stretch(other),))
    return "crosses-line" if crosses else "too-close-to-line"
