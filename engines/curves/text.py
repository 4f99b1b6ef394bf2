"""A sheet as plain text, for the console and for playing without pictures."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, islice
from math import dist

from engines.curves.attempt import attacked
from engines.curves.legality import lines_at
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
    """The lattice, then the lines in the order drawn, each after `[1]` or `[2]` for who drew it.

    `o` is a free point, `*` one with lines, `1` and `2` one held by First or Second, `x` a released one.
    """
    letters = "   " + " ".join(column(c) for c in range(position.sheet.columns))
    listed = (f"{number}. [{_HOLDERS[each.seat]}] {each.line}" for number, each in enumerate(position.drawn, 1))
    return "\n".join([*_rows(position), letters, *listed])


def legend(position: Position) -> tuple[Phrase, ...]:
    """What the signs of `draw_text` mean; then lines that fit, each as it is typed, and points that one line frees."""
    return (Phrase("legend-curves", one=str(Seat.FIRST), two=str(Seat.SECOND)), *_open_to_lines(position))


def _open_to_lines(position: Position) -> Iterator[Phrase]:
    if position.marking or position.outcome is not None:
        return
    pairs = sorted(combinations(position.ends(), 2), key=lambda pair: dist(*pair))
    fitting = islice(_one_for_each(position, pairs), _MOST_LINES)
    if lines := list(fitting) or [line for line in (position.line_left,) if line]:
        yield Phrase("lines-that-fit", curves=", ".join(map(str, lines)))
    for seat in Seat:
        freed = {point: line_from(position, point) for point in attacked(position, seat)}
        if points := [point for point, line in freed.items() if line]:
            named = " ".join(cell(*point) for point in sorted(points))
            yield Phrase("one-line-frees", player=str(seat), points=named, curve=str(freed[points[0]]))


def _one_for_each(position: Position, pairs: list[tuple[Point, Point]]) -> Iterator[Line]:
    """The first line of the sample that fits between each two points."""
    for pair in pairs:
        fitting = (line for line in family(*pair) if position.fault(line) is None)
        yield from islice(fitting, 1)


def _rows(position: Position) -> Iterator[str]:
    for row in range(position.sheet.rows - 1, -1, -1):
        yield f"{row + 1:2} " + " ".join(_sign(position, (c, row)) for c in range(position.sheet.columns))


def _sign(position: Position, point: Point) -> str:
    if point not in position.marks:
        return LATTICE
    if point in position.held:
        return _HOLDERS[position.held[point].seat]
    return JOINED if lines_at(point, position.lines) else FREE
