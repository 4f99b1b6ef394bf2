"""The main ideas of a position, without a move: points in danger, advice on zones, free points."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import combinations, islice

from engines.curves.attempt import attacked_points
from engines.curves.legality import MOST_LINES, Sheet, count_lines_at
from engines.curves.line import Line, Point
from engines.curves.reasons import MANY
from engines.curves.rules import Position
from engines.curves.safety import MOST_ENDS, capturing_line, line_from
from engines.game import Seat
from engines.notation import cell
from engines.phrases import Phrase

_MOST = 4


def ideas(position: Position) -> tuple[Phrase, ...]:
    """Return two to four sentences, the most important first."""
    return tuple(islice(_marking_ideas(position) if position.is_marking else _drawing_ideas(position), _MOST))


def _marking_ideas(position: Position) -> Iterator[Phrase]:
    """Yield the author's advice on zones for the marking stage."""
    yield Phrase("idea-one-for-sure")
    yield _edge_idea(position.sheet, position.marks)
    yield Phrase("idea-big-zones")


def _drawing_ideas(position: Position) -> Iterator[Phrase]:
    free_points = [
        point for point in position.marks if point not in position.holders and not count_lines_at(point, position.lines)
    ]
    for seat in (position.turn, position.turn.opponent):
        if points := [point for point in attacked_points(position, seat) if line_from(position, point)]:
            yield Phrase("idea-in-danger", player=str(seat), other=str(seat.opponent), points=_names(points))
    yield from _held_point_ideas(position)
    if free_points and not _points_held_by(position, position.turn):
        yield Phrase("idea-one-for-sure")
    yield Phrase("idea-free-points", points=_names(free_points)) if free_points else Phrase("idea-nothing-free")
    yield Phrase("idea-open-ends", points=_names(position.ends()))
    if free_points:
        yield _edge_idea(position.sheet, position.ends())


def _held_point_ideas(position: Position) -> Iterator[Phrase]:
    """Yield the prospects of held points: many in one zone, some that a zone can take, some that are safe."""
    takers = {seat: _takers(position, seat) for seat in (position.turn, position.turn.opponent)}
    zones = [
        [p for p, holding in position.holders.items() if holding.seat and holding.line == each]
        for each in position.lines
    ]
    if zones and len(largest := max(zones, key=len)) >= MANY:
        seat = position.holders[largest[0]].seat
        if seat and _can_be_taken(position, largest, takers[seat]):
            yield Phrase("idea-big-zone", player=str(seat), points=_names(largest), count=len(largest))
    for seat, lines in takers.items():
        if points := [p for p in _points_held_by(position, seat) if count_lines_at(p, position.lines) == MOST_LINES]:
            yield Phrase("idea-held-for-good", player=str(seat), points=_names(points))
        yield from _loose_point_ideas(seat, lines)


def _takers(position: Position, seat: Seat) -> Mapping[Point, Line | None]:
    """Map held points without a line to a line that would take each, or None; empty if there are many ends."""
    points = [point for point in _points_held_by(position, seat) if not count_lines_at(point, position.lines)]
    opponent_view = replace(position, mover=seat.opponent)
    return (
        {point: capturing_line(opponent_view, point) for point in points} if len(position.ends()) <= MOST_ENDS else {}
    )


def _can_be_taken(position: Position, points: list[Point], takers: Mapping[Point, Line | None]) -> bool:
    """Return whether a zone can take some of the points; True if this was not searched."""
    loose = [point for point in points if not count_lines_at(point, position.lines)]
    return any(point not in takers or takers[point] for point in loose)


def _loose_point_ideas(seat: Seat, takers: Mapping[Point, Line | None]) -> Iterator[Phrase]:
    """Yield the held points without a line: those a zone can still take, each with such a line, and the safe ones."""
    if lines := [(point, line) for point, line in takers.items() if line]:
        points = [point for point, _ in lines]
        yield Phrase("idea-may-be-taken", player=str(seat), points=_names(points), curve=str(lines[0][1]))
    if safe_points := [point for point, line in takers.items() if line is None]:
        yield Phrase("idea-no-zone-takes", player=str(seat), points=_names(safe_points))


def _points_held_by(position: Position, seat: Seat) -> list[Point]:
    return [point for point, holding in position.holders.items() if holding.seat is seat]


def _edge_idea(sheet: Sheet, points: Iterable[Point]) -> Phrase:
    """Return the advice on the two nearest points on one edge, or on the lack of such a pair."""
    corner = sheet.columns - 1, sheet.rows - 1
    pairs = [
        (abs(one[0] - two[0]) + abs(one[1] - two[1]), one, two)
        for one, two in combinations(sorted(points), 2)
        if any(a == b and a in (0, last) for a, b, last in zip(one, two, corner, strict=True))
    ]
    return Phrase("idea-edge", points=_names(min(pairs)[1:])) if pairs else Phrase("idea-no-edge")


def _names(points: Iterable[Point]) -> str:
    return " ".join(cell(*point) for point in sorted(points))
