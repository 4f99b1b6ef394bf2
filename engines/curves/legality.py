"""Legality of lines: each reason why a line is illegal, with the obstacle."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from engines.curves.clearance import is_near, is_near_place, meet, stretch
from engines.curves.geometry import is_on_sheet
from engines.curves.joints import are_closer_than, is_too_narrow, meet_again
from engines.curves.line import STEP, Line, Point, spot
from engines.notation import cell
from engines.phrases import Phrase

POINT_CLEARANCE = STEP / 4
LINE_CLEARANCE = STEP / 5
MOST_LINES = 2


@dataclass(frozen=True)
class Sheet:
    """The lattice: columns and rows of points, one step apart."""

    columns: int
    rows: int

    def __contains__(self, point: Point) -> bool:
        return 0 <= point[0] < self.columns and 0 <= point[1] < self.rows

    @property
    def corner(self) -> str:
        """Return the name of the last point."""
        return cell(self.columns - 1, self.rows - 1)


def fault(line: Line, sheet: Sheet, marks: Sequence[Point], drawn_lines: Sequence[Line]) -> Phrase | None:
    """Return the first reason why a line is illegal among these points and lines, or None if it is legal."""
    return next(_end_faults(line, sheet, marks, drawn_lines), None) or _path_fault(line, sheet, marks, drawn_lines)


def _end_faults(line: Line, sheet: Sheet, marks: Sequence[Point], drawn_lines: Sequence[Line]) -> Iterator[Phrase]:
    for end in line.ends:
        if end not in sheet:
            yield Phrase("off-sheet", part=cell(*end), last=sheet.corner)
        elif end not in marks:
            yield Phrase("not-marked", part=cell(*end))
    if line.start == line.end:
        yield Phrase("same-point", part=cell(*line.start))
    for end in line.ends:
        if count_lines_at(end, drawn_lines) >= MOST_LINES:
            yield Phrase("too-many-lines", part=cell(*end), most=MOST_LINES)


def count_lines_at(point: Point, drawn_lines: Iterable[Line]) -> int:
    """Count the lines at a point."""
    return sum(point in (line.start, line.end) for line in drawn_lines)


def _path_fault(line: Line, sheet: Sheet, marks: Sequence[Point], drawn_lines: Sequence[Line]) -> Phrase | None:
    if line.folds_back:
        return Phrase("folds-back", part=line.spelling)
    if not is_on_sheet(line, sheet.columns, sheet.rows):
        return Phrase("leaves-sheet", part=line.spelling)
    if (other_line := blocking_line(line, drawn_lines)) is not None:
        return Phrase(_collision_code(line, other_line), part=line.spelling, other=str(other_line))
    if (point := blocking_point(line, marks)) is not None:
        return Phrase("too-close-to-point", part=line.spelling, point=cell(*point))
    return None


def is_path_clear(line: Line, sheet: Sheet, marks: Sequence[Point], drawn_lines: Sequence[Line]) -> bool:
    """Return whether the path of a line is free, without the reason; its ends are not checked."""
    return (
        is_on_sheet(line, sheet.columns, sheet.rows)
        and blocking_line(line, drawn_lines) is None
        and blocking_point(line, marks) is None
    )


def blocking_point(line: Line, marks: Iterable[Point]) -> Point | None:
    """Return a marked point that a line comes too close to, other than its ends."""
    way, start, end = stretch(line), line.start, line.end
    for point in marks:
        if is_near_place(way, spot(point), POINT_CLEARANCE) and point not in (start, end):
            return point
    return None


def blocking_line(line: Line, drawn_lines: Iterable[Line]) -> Line | None:
    """Return a drawn line that a new one would touch or come too close to."""
    return next((other_line for other_line in drawn_lines if _collide(line, other_line)), None)


def _collide(line: Line, other_line: Line) -> bool:
    if shared_ends := _shared_ends(line, other_line):
        return any(is_too_narrow(line, other_line, end) for end in shared_ends) or are_closer_than(
            line, other_line, shared_ends, LINE_CLEARANCE
        )
    return is_near(stretch(line), stretch(other_line), LINE_CLEARANCE)


def _shared_ends(line: Line, other_line: Line) -> tuple[Point, ...]:
    ends = other_line.start, other_line.end
    return tuple(end for end in (line.start, line.end) if end in ends)


def _collision_code(line: Line, other_line: Line) -> str:
    """Return the code for the way in which two lines collide."""
    shared_ends = _shared_ends(line, other_line)
    if any(is_too_narrow(line, other_line, end) for end in shared_ends):
        return "angle-too-small"
    crosses = (
        meet_again(line, other_line, shared_ends) if shared_ends else meet((stretch(line),), (stretch(other_line),))
    )
    return "crosses-line" if crosses else "too-close-to-line"
