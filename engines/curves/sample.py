"""The sample of lines to consider, out of endlessly many: for each pair of points, a ruler and some arcs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, dropwhile

from engines.curves.legality import MOST_LINES, Sheet, count_lines_at, is_path_clear
from engines.curves.line import STEP, Line, Point, spot, straight_line, symmetric_arc

HEIGHTS = (0.5, 1.0, 2.0, 3.5)
LEANS = (-0.25, 0.25)
LEANING_HEIGHT = 1.5


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


def legal_lines(
    sheet: Sheet, marks: Sequence[Point], drawn_lines: Sequence[Line], since: Line | None = None
) -> Iterator[Line]:
    """Yield the legal lines of the sample in a fixed order, starting at `since` if it is given."""
    for start, end in combinations(open_ends(marks, drawn_lines), 2):
        if since is None or (start, end) > since.ends:
            yield from (line for line in family(start, end) if is_path_clear(line, sheet, marks, drawn_lines))
        elif (start, end) == since.ends:
            rest = dropwhile(lambda line: line != since, family(start, end))
            yield from (line for line in rest if is_path_clear(line, sheet, marks, drawn_lines))
