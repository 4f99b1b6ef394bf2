"""A sheet as plain text, for the console and for games without pictures."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, islice
from math import dist

from engines.curves.attempt import attacked_points
from engines.curves.legality import count_lines_at
from engines.curves.line import Line, Point
from engines.curves.rules import Position
from engines.curves.safety import line_from
from engines.curves.sample import family
from engines.game import Seat
from engines.notation import cell, column
from engines.phrases import Phrase

_MOST_LINES = 12
LATTICE, FREE, JOINED, RELEASED = ".", "o", "*", "x"
_HOLDERS = {Seat.FIRST: "1", Seat.SECOND: "2", None: RELEASED}


def draw_text(position: Position) -> str:
    """Return the lattice, then the lines in the order drawn, each after `[1]` or `[2]` for its drawer.

    `o` is a free point, `*` one with lines, `1` and `2` one held by First or Second, `x` a released one.
    """
    letters = "   " + " ".join(column(c) for c in range(position.sheet.columns))
    line_list = (f"{number}. [{_HOLDERS[each.seat]}] {each.line}" for number, each in enumerate(position.drawn, 1))
    return "\n".join([*_rows(position), letters, *line_list])


def legend(position: Position) -> tuple[Phrase, ...]:
    """Return the meaning of the signs of `draw_text`, some lines that fit, and points that one line frees."""
    return (Phrase("legend-curves", one=str(Seat.FIRST), two=str(Seat.SECOND)), *_fitting_line_phrases(position))


def _fitting_line_phrases(position: Position) -> Iterator[Phrase]:
    if position.is_marking or position.outcome is not None:
        return
    pairs = sorted(combinations(position.ends(), 2), key=lambda pair: dist(*pair))
    fitting = islice(_one_for_each(position, pairs), _MOST_LINES)
    if lines := list(fitting) or [line for line in (position.remaining_line,) if line]:
        yield Phrase("lines-that-fit", curves=", ".join(map(str, lines)))
    for seat in Seat:
        freeing_lines = {point: line_from(position, point) for point in attacked_points(position, seat)}
        if points := [point for point, line in freeing_lines.items() if line]:
            names = " ".join(cell(*point) for point in sorted(points))
            yield Phrase("one-line-frees", player=str(seat), points=names, curve=str(freeing_lines[points[0]]))


def _one_for_each(position: Position, pairs: list[tuple[Point, Point]]) -> Iterator[Line]:
    """Yield for each pair of points the first line of the sample that fits."""
    for pair in pairs:
        fitting = (line for line in family(*pair) if position.fault(line) is None)
        yield from islice(fitting, 1)


def _rows(position: Position) -> Iterator[str]:
    for row in range(position.sheet.rows - 1, -1, -1):
        yield f"{row + 1:2} " + " ".join(_sign(position, (c, row)) for c in range(position.sheet.columns))


def _sign(position: Position, point: Point) -> str:
    if point not in position.marks:
        return LATTICE
    if point in position.holders:
        return _HOLDERS[position.holders[point].seat]
    return JOINED if count_lines_at(point, position.lines) else FREE
