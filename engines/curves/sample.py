"""The lines that are considered out of the endless many: for each pair of points straight, and a family of arcs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, dropwhile

from engines.curves.legality import MOST_LINES, Sheet, clear, lines_at
from engines.curves.line import STEP, Line, Point, bent, spot, straight

HEIGHTS = (0.5, 1.0, 2.0, 3.5)
LEANS = (-0.25, 0.25)
LEANING_HEIGHT = 1.5


@lru_cache(maxsize=2048)
def family(start: Point, end: Point) -> tuple[Line, ...]:
    """The lines considered between two points, legal or not: straight, upright arcs, leaning arcs, on both sides.

    Their middles lie on half steps, so that they are easily said and typed; a leaning arc has its middle a quarter of
    the chord towards one end.
    """
    upright = (_arc(start, end, 0, side * height) for height in HEIGHTS for side in (1, -1))
    leaning = (_arc(start, end, lean, side * LEANING_HEIGHT) for lean in LEANS for side in (1, -1))
    arcs = (line for line in (*upright, *leaning) if not line.in_line)
    return tuple(dict.fromkeys((straight(start, end), *arcs)))


def in_sample(line: Line) -> bool:
    """Whether a line is among those considered."""
    return line in family(*line.ends)


def _arc(start: Point, end: Point, lean: float, left: float) -> Line:
    (ax, ay), (bx, by), (x, y) = spot(start), spot(end), bent(start, end, left).middle
    return Line(start, end, (_to_half(x + lean * (bx - ax)), _to_half(y + lean * (by - ay))))


def _to_half(hundredths: float) -> int:
    return STEP // 2 * round(hundredths / (STEP // 2))


def open_ends(marks: Sequence[Point], drawn: Sequence[Line]) -> list[Point]:
    """The marked points at which another line may end, in the order of columns, then rows."""
    return sorted(point for point in marks if lines_at(point, drawn) < MOST_LINES)


def legal_lines(
    sheet: Sheet, marks: Sequence[Point], drawn: Sequence[Line], since: Line | None = None
) -> Iterator[Line]:
    """The lines of the sample that may be drawn, in a fixed order; from `since` on, if what comes before is known."""
    for start, end in combinations(open_ends(marks, drawn), 2):
        if since is None or (start, end) > since.ends:
            yield from (line for line in family(start, end) if clear(line, sheet, marks, drawn))
        elif (start, end) == since.ends:
            rest = dropwhile(lambda line: line != since, family(start, end))
            yield from (line for line in rest if clear(line, sheet, marks, drawn))
