"""Points worth marking, each for a different reason: an edge as ruler, free space, nearby points, a corner."""

from __future__ import annotations

from collections.abc import Iterator

from engines.curves.legality import Sheet
from engines.curves.line import Point
from engines.curves.move import Mark
from engines.curves.rules import Position
from engines.game import Reason
from engines.notation import cell

_RULER = range(3, 7)
_AMONG = 3


def points_worth_marking(position: Position) -> Iterator[tuple[Mark, Reason]]:
    """Yield points to mark with the reason for each, the author's advice first."""
    sheet, free_points = position.sheet, [move.point for move in position.moves() if isinstance(move, Mark)]
    chosen_points: list[Point] = []
    for reason, points in _points_by_reason(sheet, position.marks, free_points):
        point = next(
            (point for point in points if all(_gap(point, chosen_point) > _AMONG for chosen_point in chosen_points)),
            None,
        )
        if point is not None:
            chosen_points.append(point)
            yield Mark(point), _mark_reason(reason, point, position)


def _points_by_reason(
    sheet: Sheet, marks: tuple[Point, ...], free_points: list[Point]
) -> Iterator[tuple[str, list[Point]]]:
    inner = [point for point in free_points if not _edges(sheet, point)]
    edge = [point for point in free_points if len(_edges(sheet, point)) == 1]
    room = {
        point: min((_gap(point, mark) for mark in marks), default=_gap(point, _corner(sheet))) for point in free_points
    }
    yield "gain-ruler", [point for point in edge if _ruler(sheet, point, marks)]
    yield "gain-room", sorted(inner, key=lambda point: (-room[point], _off_centre(sheet, point)))
    among = [point for point in inner if sum(_gap(point, mark) <= _AMONG for mark in marks) > 1]
    yield "gain-among", sorted(among, key=lambda point: (-room[point], _off_centre(sheet, point)))
    yield "gain-edge", sorted(edge, key=lambda point: (-room[point], _off_centre(sheet, point)))
    yield "gain-corner", sorted(set(free_points) - {*inner, *edge}, key=lambda point: -room[point])


def _mark_reason(code: str, point: Point, position: Position) -> Reason:
    if code == "gain-ruler":
        return Reason(code, points=cell(*_ruler(position.sheet, point, position.marks)[0]))
    return Reason(code)


def _ruler(sheet: Sheet, point: Point, marks: tuple[Point, ...]) -> list[Point]:
    """Return the marked points on the same edge of the sheet, a zone's width away."""
    return [mark for mark in marks if _edges(sheet, mark) & _edges(sheet, point) and _gap(mark, point) in _RULER]


def _edges(sheet: Sheet, point: Point) -> set[str]:
    x, y = point
    sides = {"left": x == 0, "right": x == sheet.columns - 1, "below": y == 0, "above": y == sheet.rows - 1}
    return {side for side, is_there in sides.items() if is_there}


def _gap(one: Point, two: Point) -> int:
    return max(abs(one[0] - two[0]), abs(one[1] - two[1]))


def _corner(sheet: Sheet) -> Point:
    return sheet.columns - 1, sheet.rows - 1


def _off_centre(sheet: Sheet, point: Point) -> int:
    return abs(2 * point[0] - sheet.columns + 1) + abs(2 * point[1] - sheet.rows + 1)
