"""One point of a sheet in words: who holds it, the lines at it and over it, and what can still be drawn there."""

from __future__ import annotations

from collections.abc import Iterator

from engines.curves.attempt import attacked
from engines.curves.geometry import in_zone
from engines.curves.legality import MOST_LINES, lines_at
from engines.curves.line import Point, spot
from engines.curves.rules import Position
from engines.game import Seat
from engines.notation import cell, clean, read_cell
from engines.phrases import Phrase


def place(position: Position, name: str) -> tuple[Phrase, ...]:
    """What is known of a lattice point; nothing for any other name."""
    point = read_cell(clean(name))
    return tuple(_at(position, point)) if point and point in position.sheet else ()


def _at(position: Position, point: Point) -> Iterator[Phrase]:
    name = cell(*point)
    if point not in position.marks:
        yield Phrase("point-not-marked", point=name)
        if position.marking:
            yield Phrase("point-to-mark", point=name, player=str(position.turn))
        return
    yield _state(position, point, name)
    at = [number for number, line in enumerate(position.lines, 1) if point in line.ends]
    over = [number for number, line in enumerate(position.lines, 1) if in_zone(line, spot(point))]
    for code, lines in (("point-lines-at", at), ("point-lines-over", over)):
        if lines:
            yield Phrase(code, point=name, lines=", ".join(map(str, lines)))
    if not position.marking:
        yield Phrase("point-takes-lines", point=name, count=MOST_LINES - lines_at(point, position.lines))
        yield from _reach(position, point)


def _reach(position: Position, point: Point) -> Iterator[Phrase]:
    """The points that a line can still lead to from here, with one such line to each; and whether a line frees it."""
    if position.outcome is not None:
        return
    lines = {end: next(iter(position.bends(point, end)), None) for end in position.ends()}
    if reached := [(end, line) for end, line in lines.items() if line]:
        ends, curves = " ".join(cell(*end) for end, _ in reached), ", ".join(str(line) for _, line in reached)
        yield Phrase("point-reaches", point=cell(*point), points=ends, curves=curves)
        if any(point in attacked(position, seat) for seat in Seat):
            yield Phrase("point-in-danger", point=cell(*point), curve=str(reached[0][1]))
    else:
        yield Phrase("point-reaches-none", point=cell(*point))


def _state(position: Position, point: Point, name: str) -> Phrase:
    held = position.held.get(point)
    if held is not None:
        return (
            Phrase("point-held", point=name, player=str(held.seat)) if held.seat else Phrase("point-lost", point=name)
        )
    return Phrase("point-joined" if lines_at(point, position.lines) else "point-free", point=name)
