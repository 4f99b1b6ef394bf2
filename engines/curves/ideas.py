"""What matters in a position, without a move: points in danger, the author's three pieces of advice, what is free."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations, islice

from engines.curves.classic import MANY, attacked
from engines.curves.legality import MOST_LINES, Sheet, lines_at
from engines.curves.line import Point
from engines.curves.rules import Position
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
    for seat in (position.turn, position.turn.other):
        if points := attacked(position, seat):
            yield Phrase("idea-in-danger", player=str(seat), other=str(seat.other), points=_names(points))
    yield from _of_held(position)
    if free and not _held_by(position, position.turn):
        yield Phrase("idea-one-for-sure")
    yield Phrase("idea-free-points", points=_names(free)) if free else Phrase("idea-nothing-free")
    yield Phrase("idea-open-ends", points=_names(position.ends()))
    if free:
        yield _edge(position.sheet, position.ends())


def _of_held(position: Position) -> Iterator[Phrase]:
    """What becomes of held points: of many in one zone, of those a zone can take, of those nothing can touch."""
    zones = [[p for p, held in position.held.items() if held.seat and held.line == each] for each in position.lines]
    if zones and len(largest := max(zones, key=len)) >= MANY:
        player = str(position.held[largest[0]].seat)
        yield Phrase("idea-big-zone", player=player, points=_names(largest), count=len(largest))
    for seat in (position.turn, position.turn.other):
        if points := [p for p in _held_by(position, seat) if lines_at(p, position.lines) == MOST_LINES]:
            yield Phrase("idea-held-for-good", player=str(seat), points=_names(points))
        if points := [p for p in _held_by(position, seat) if not lines_at(p, position.lines)]:
            yield Phrase("idea-may-be-taken", player=str(seat), other=str(seat.other), points=_names(points))


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
