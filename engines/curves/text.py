"""A sheet as plain text, for the console and for playing without pictures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engines.curves.capture import Drawn, Held
from engines.curves.legality import Sheet, lines_at
from engines.curves.line import Line, Point
from engines.game import Seat
from engines.notation import column

LATTICE, FREE, JOINED, RELEASED = ".", "o", "*", "x"
_HOLDERS = {Seat.FIRST: "1", Seat.SECOND: "2", None: RELEASED}


def draw_text(sheet: Sheet, marks: Sequence[Point], drawn: Sequence[Drawn], held: Mapping[Point, Held]) -> str:
    """The lattice, then the lines in the order drawn, each after who drew it.

    `o` is a free point, `*` one with lines, `1` and `2` one held by First or Second, `x` a released one.
    """
    lines = [each.line for each in drawn]
    signs = {point: _sign(point, lines, held) for point in marks}
    letters = "   " + " ".join(column(c) for c in range(sheet.columns))
    listed = (f"{number}. {each.seat} {each.line}" for number, each in enumerate(drawn, 1))
    return "\n".join([*_rows(sheet, signs), letters, *listed])


def _rows(sheet: Sheet, signs: Mapping[Point, str]) -> Iterator[str]:
    for row in range(sheet.rows - 1, -1, -1):
        yield f"{row + 1:2} " + " ".join(signs.get((c, row), LATTICE) for c in range(sheet.columns))


def _sign(point: Point, lines: Sequence[Line], held: Mapping[Point, Held]) -> str:
    if point in held:
        return _HOLDERS[held[point].seat]
    return JOINED if lines_at(point, lines) else FREE
