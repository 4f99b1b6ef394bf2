"""The sample of lines to consider, since lines are endless: a straight line and some arcs for each pair of points."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, dropwhile
from math import dist

from engines.curves.legality import MOST_LINES, Sheet, count_lines_at, is_path_clear
from engines.curves.line import STEP, Line, Point, spot, straight_line, symmetric_arc
from engines.game import Deadline

HEIGHTS = (0.5, 1.0, 2.0, 3.5)
LEANS = (-0.25, 0.25)
LEANING_HEIGHT = 1.5
Ends = tuple[Point, Point]


@lru_cache(maxsize=2048)
def family(start: Point, end: Point) -> tuple[Line, ...]:
    """Return the sample lines between two points, legal or not: straight, upright arcs, leaning arcs, on both sides.

    Their middles lie on half steps, which are easy to say and type; a leaning arc has its middle a quarter of the chord
    towards one end.
    """
    upright = (_arc(start, end, 0, side * height) for height in HEIGHTS for side in (1, -1))
    leaning = (_arc(start, end, lean, side * LEANING_HEIGHT) for lean in LEANS for side in (1, -1))
    arcs = (line for line in (*upright, *leaning) if not line.is_in_line)
    return tuple(dict.fromkeys((straight_line(start, end), *arcs)))


def is_in_sample(line: Line) -> bool:
    """Return whether a line is in the sample."""
    return line in family(*line.ends)


def _arc(start: Point, end: Point, lean: float, offset: float) -> Line:
    (ax, ay), (bx, by), (x, y) = spot(start), spot(end), symmetric_arc(start, end, offset).middle
    return Line(start, end, (_round_to_half(x + lean * (bx - ax)), _round_to_half(y + lean * (by - ay))))


def _round_to_half(hundredths: float) -> int:
    return STEP // 2 * round(hundredths / (STEP // 2))


def open_ends(marks: Sequence[Point], drawn_lines: Sequence[Line]) -> list[Point]:
    """Return the marked points where another line may end, sorted by columns, then rows."""
    return sorted(point for point in marks if count_lines_at(point, drawn_lines) < MOST_LINES)


@dataclass(frozen=True)
class Sample:
    """The sample of lines on a sheet; no line before `since` is legal."""

    sheet: Sheet
    marks: Sequence[Point]
    drawn_lines: Sequence[Line]
    since: Line | None = None

    def __iter__(self) -> Iterator[Line]:
        """Yield the legal lines in a fixed order."""
        return (line for ends in self._pairs() for line in self._legal_lines(ends))

    def until(self, deadline: Deadline) -> Iterator[Line]:
        """Yield the legal lines in the same order; if time runs out, only those between the nearest ends."""
        pairs = self._pairs()
        nearest_first = sorted(pairs, key=lambda ends: dist(*ends))
        lines = {ends: tuple(self._legal_lines(ends)) for ends in deadline.cut(nearest_first)}
        return (line for ends in pairs for line in lines.get(ends, ()))

    def _pairs(self) -> list[Ends]:
        pairs = combinations(open_ends(self.marks, self.drawn_lines), 2)
        return [ends for ends in pairs if self.since is None or ends >= self.since.ends]

    def _legal_lines(self, ends: Ends) -> Iterator[Line]:
        lines: Iterable[Line] = family(*ends)
        if self.since is not None and ends == self.since.ends:
            lines = dropwhile(lambda line: line != self.since, lines)
        return (line for line in lines if is_path_clear(line, self.sheet, self.marks, self.drawn_lines))
