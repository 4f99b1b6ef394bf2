"""What matters in a position, without a move: points in danger, three pieces of advice on zones, what is free."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import combinations, islice

from engines.curves.attempt import attacked
from engines.curves.legality import MOST_LINES, Sheet, lines_at
from engines.curves.line import Line, Point
from engines.curves.reasons import MANY
from engines.curves.rules import Position
from engines.curves.safety import MOST_ENDS, line_from, taker
from engines.game import Seat
from engines.notation import cell
from engines.phrases import Phrase

_MOST = 4


def ideas(position: Position) -> tuple[Phrase, ...]:
    """Two to four sentences, the most important first."""
    return tuple(islice(_marking(position) if position.marking else _drawing(position), _MOST))


def _marking(position: Position) -> Iterator[Phrase]:
    """The author's advice on zones, for which points are being marked."""
    yield Phrase("idea-one-for-sure")
    yield _edge(position.sheet, position.marks)
    yield Phrase("idea-big-zones")


def _drawing(position: Position) -> Iterator[Phrase]:
    free = [point for point in position.marks if point not in position.held and not lines_at(point, position.lines)]
    for seat in (position.turn, position.turn.opponent):
        if points := [point for point in attacked(position, seat) if line_from(position, point)]:
            yield Phrase("idea-in-danger", player=str(seat), other=str(seat.opponent), points=_names(points))
    yield from _of_held(position)
    if free and not _held_by(position, position.turn):
        yield Phrase("idea-one-for-sure")
    yield Phrase("idea-free-points", points=_names(free)) if free else Phrase("idea-nothing-free")
    yield Phrase("idea-open-ends", points=_names(position.ends()))
    if free:
        yield _edge(position.sheet, position.ends())


def _of_held(position: Position) -> Iterator[Phrase]:
    """What becomes of held points: of many in one zone, of those a zone can take, of those nothing can touch."""
    takers = {seat: _takers(position, seat) for seat in (position.turn, position.turn.opponent)}
    zones = [[p for p, held in position.held.items() if held.seat and held.line == each] for each in position.lines]
    if zones and len(largest := max(zones, key=len)) >= MANY:
        seat = position.held[largest[0]].seat
        if seat and _is_open(position, largest, takers[seat]):
            yield Phrase("idea-big-zone", player=str(seat), points=_names(largest), count=len(largest))
    for seat, lines in takers.items():
        if points := [p for p in _held_by(position, seat) if lines_at(p, position.lines) == MOST_LINES]:
            yield Phrase("idea-held-for-good", player=str(seat), points=_names(points))
        yield from _loose(seat, lines)


def _takers(position: Position, seat: Seat) -> Mapping[Point, Line | None]:
    """For held points without a line, one whose zone would take each, if any; nothing where there are too many ends."""
    points = [point for point in _held_by(position, seat) if not lines_at(point, position.lines)]
    seen = replace(position, mover=seat.opponent)
    return {point: taker(seen, point) for point in points} if len(position.ends()) <= MOST_ENDS else {}


def _is_open(position: Position, points: list[Point], takers: Mapping[Point, Line | None]) -> bool:
    """Whether a zone takes some of the points, or may: where it was not looked for."""
    loose = [point for point in points if not lines_at(point, position.lines)]
    return any(point not in takers or takers[point] for point in loose)


def _loose(seat: Seat, takers: Mapping[Point, Line | None]) -> Iterator[Phrase]:
    """Which held points without a line a zone can still take, with such a line, and which none can."""
    if lines := [(point, line) for point, line in takers.items() if line]:
        points = [point for point, _ in lines]
        yield Phrase("idea-may-be-taken", player=str(seat), points=_names(points), curve=str(lines[0][1]))
    if kept := [point for point, line in takers.items() if line is None]:
        yield Phrase("idea-no-zone-takes", player=str(seat), points=_names(kept))


def _held_by(position: Position, seat: Seat) -> list[Point]:
    return [point for point, held in position.held.items() if held.seat is seat]


def _edge(sheet: Sheet, points: Iterable[Point]) -> Phrase:
    """The two points on one edge that are nearest to each other, for a ruler side; or that there are none."""
    corner = sheet.columns - 1, sheet.rows - 1
    pairs = [
        (abs(one[0] - two[0]) + abs(one[1] - two[1]), one, two)
        for one, two in combinations(sorted(points), 2)
        if any(a == b and a in (0, last) for a, b, last in zip(one, two, corner, strict=True))
    ]
    return Phrase("idea-edge", points=_names(min(pairs)[1:])) if pairs else Phrase("idea-no-edge")


def _names(points: Iterable[Point]) -> str:
    return " ".join(cell(*point) for point in sorted(points))
