"""An independent solver, slow and plain: it knows the rules alone, and looks at all arrangements again and again."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import cache
from itertools import combinations

from engines.game import Seat
from engines.tupik.map.roadmap import RoadMap, bits, cities
from engines.tupik.rules import Position

Key = tuple[Seat, int, int]
Value = tuple[int, int]  # 1, 0 or -1 for the side to move, and the plies to the end


def arrangements(roads: RoadMap) -> list[Position]:
    """Every complete placing, with either side to move."""
    parking = list(cities(roads.parking))
    return [
        Position(roads, bits(first), bits(second), turn)
        for first in combinations(parking, roads.cars)
        for second in combinations([city for city in parking if city not in first], roads.cars)
        for turn in Seat
    ]


def drive_values(roads: RoadMap, draws: Collection[Key] = ()) -> dict[Key, Value]:
    """Return the value of each arrangement of the drive to the side to move; `drawn` arrangements are draws."""
    ways = {position.key: [position.play(move) for move in position.moves()] for position in arrangements(roads)}
    values: dict[Key, Value] = {}
    for plies in range(1, len(ways)):
        new_values = {
            key: _decided_value(key[0], after, values, plies)
            for key, after in ways.items()
            if key not in values and key not in draws
        }
        values.update({key: value for key, value in new_values.items() if value})
        if plies > 2 and not any(plies - 2 < value[1] for value in values.values()):
            break
    return {key: values.get(key, (0, 0)) for key in ways}


def _decided_value(seat: Seat, ways: list[Position], values: dict[Key, Value], plies: int) -> Value | None:
    """A win or a loss in exactly so many plies, if it is one."""
    worths = [_value_after(seat, after, values) for after in ways]
    if any(value == (1, plies) for value in worths):
        return (1, plies)
    if all(value and value[0] < 0 for value in worths):
        return (-1, plies)
    return None


def _value_after(seat: Seat, after: Position, values: dict[Key, Value]) -> Value | None:
    """Return the value of a position to the side that has just reached it, one ply more than from there."""
    if after.outcome:
        return (1 if after.outcome.winner is seat else 0, 1)
    if value := values.get(after.key):
        return (-value[0], value[1] + 1)
    return None


def placing_value(start: Position, values: dict[Key, Value]) -> Value:
    """Return the value of a position of the placing to the side to move under best play."""

    @cache
    def value(position: Position) -> Value:
        if not position.is_placing:
            return values[position.key]
        return max((_view_of(position.turn, position.play(move), value) for move in position.moves()), key=rank)

    return value(start)


def _view_of(seat: Seat, after: Position, value: Callable[[Position], Value]) -> Value:
    sign, plies = value(after)
    return (sign if after.turn is seat else -sign), plies + 1 if sign else 0


def rank(value: Value) -> tuple[int, int]:
    """Wins soon, then draws, then losses late."""
    sign, plies = value
    return sign, -sign * plies
