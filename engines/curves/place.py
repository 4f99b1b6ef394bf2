"""Description of one point: its holder, its lines, the zones over it, and the lines it can still take."""

from __future__ import annotations

from collections.abc import Iterator

from engines.curves.attempt import attacked_points
from engines.curves.geometry import is_in_zone
from engines.curves.legality import MOST_LINES, count_lines_at
from engines.curves.line import Point, spot
from engines.curves.rules import Position
from engines.game import Seat
from engines.notation import cell, clean, read_cell
from engines.phrases import Phrase


def place(position: Position, name: str) -> tuple[Phrase, ...]:
    """Return the description of a lattice point; nothing if the name is not a point of the sheet."""
    point = read_cell(clean(name))
    return tuple(_point_phrases(position, point)) if point and point in position.sheet else ()


def _point_phrases(position: Position, point: Point) -> Iterator[Phrase]:
    name = cell(*point)
    if point not in position.marks:
        yield Phrase("point-not-marked", point=name)
        if position.is_marking:
            yield Phrase("point-to-mark", point=name, player=str(position.turn))
        return
    yield _state_phrase(position, point, name)
    at = [number for number, line in enumerate(position.lines, 1) if point in line.ends]
    over = [number for number, line in enumerate(position.lines, 1) if is_in_zone(line, spot(point))]
    for code, lines in (("point-lines-at", at), ("point-lines-over", over)):
        if lines:
            yield Phrase(code, point=name, lines=", ".join(map(str, lines)))
    if not position.is_marking:
        yield Phrase("point-takes-lines", point=name, count=MOST_LINES - count_lines_at(point, position.lines))
        yield from _reach_phrases(position, point)


def _reach_phrases(position: Position, point: Point) -> Iterator[Phrase]:
    """Yield the points that a line from here can still reach, with one line each, and whether a line frees it."""
    if position.outcome is not None:
        return
    lines = {end: next(iter(position.bends(point, end)), None) for end in position.ends()}
    if reachable := [(end, line) for end, line in lines.items() if line]:
        ends, curves = " ".join(cell(*end) for end, _ in reachable), ", ".join(str(line) for _, line in reachable)
        yield Phrase("point-reaches", point=cell(*point), points=ends, curves=curves)
        if any(point in attacked_points(position, seat) for seat in Seat):
            yield Phrase("point-in-danger", point=cell(*point), curve=str(reachable[0][1]))
    else:
        yield Phrase("point-reaches-none", point=cell(*point))


def _state_phrase(position: Position, point: Point, name: str) -> Phrase:
    holding = position.holders.get(point)
    if holding is not None:
        return (
            Phrase("point-held", point=name, player=str(holding.seat))
            if holding.seat
            else Phrase("point-lost", point=name)
        )
    return Phrase("point-joined" if count_lines_at(point, position.lines) else "point-free", point=name)
