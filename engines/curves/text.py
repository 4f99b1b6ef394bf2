"""A sheet as plain text, for the console and for playing without pictures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from engines.curves.legality import lines_at
from engines.curves.line import Line, Point
from engines.curves.rules import Position
from engines.game import Seat
from engines.notation import cell, column
from engines.phrases import Phrase

_MOST_LISTED = 10
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
    """What the signs of `draw_text` mean; which points can still be joined, and which held ones one line frees."""
    signs = Phrase("legend-curves", one=str(Seat.FIRST), two=str(Seat.SECOND))
    return signs, *(() if position.marking or position.outcome else (*_joins(position), *_loose(position)))


def _joins(position: Position) -> Iterator[Phrase]:
    """Pairs of points that a legal line joins, with such a line as it is typed: straight ones, then arcs."""
    pairs: dict[frozenset[Point], Line] = {}
    for move in position.moves():
        if isinstance(move, Line) and (pair := frozenset(move.ends)) not in pairs:
            pairs[pair] = move
    for code, bent in (("can-join-straight", False), ("can-join-bent", True)):
        if lines := [str(line) for line in pairs.values() if line.straight is not bent]:
            more = " …" if len(lines) > _MOST_LISTED else ""
            yield Phrase(code, lines=", ".join(lines[:_MOST_LISTED]) + more)


def _loose(position: Position) -> Iterator[Phrase]:
    """Held points that one more line of the other side frees."""
    for seat in Seat:
        theirs = [drawn.line for drawn in position.drawn if drawn.seat is seat.other]
        held = (point for point, hold in position.held.items() if hold.seat is seat)
        if loose := [point for point in held if _is_loose(position, point, theirs)]:
            yield Phrase("one-line-frees", player=str(seat), other=str(seat.other), points=_names(loose))


def _is_loose(position: Position, point: Point, theirs: Sequence[Line]) -> bool:
    return lines_at(point, theirs) == 1 == lines_at(point, position.lines)


def _names(points: Iterable[Point]) -> str:
    return " ".join(cell(*point) for point in sorted(points))


def _rows(position: Position) -> Iterator[str]:
    for row in range(position.sheet.rows - 1, -1, -1):
        yield f"{row + 1:2} " + " ".join(_sign(position, (c, row)) for c in range(position.sheet.columns))


def _sign(position: Position, point: Point) -> str:
    if point not in position.marks:
        return LATTICE
    if point in position.held:
        return _HOLDERS[position.held[point].seat]
    return JOINED if lines_at(point, position.lines) else FREE
