"""Opponents who each lack one idea: room for digits, contested cells, sparing cells, the rule of thumb, counting."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

from engines.digits.grid import bits
from engines.digits.move import Move, move_of
from engines.digits.reasons import free_cells, reachable_cells
from engines.digits.rules import Position, seat_of
from engines.digits.worth import throwing_values
from engines.game import Seat
from engines.ladder import Idea, Rung, parse_openings

_ALL = 100
"""More than the number of digits around a cell."""


def _place_with_room(position: Position) -> tuple[Move, ...]:
    """Return the cells for a digit with the most free cells around them."""
    if not position.is_placing:
        return ()
    grid = position.grid
    room = {place: (grid.around[place] & free_cells(position)).bit_count() for place in bits(position.room)}
    return tuple(move_of(grid, [place]) for place, cells in room.items() if cells == max(room.values()))


def _throw_where_wanted(position: Position) -> tuple[Move, ...]:
    """Return throws into cells that the opponent's digits also reach."""
    reach = reachable_cells(position, position.turn.opponent)
    return _highest(position, {place: reach >> place & 1 for place in bits(position.room)})


def _spare_own(position: Position) -> tuple[Move, ...]:
    """Return throws into contested cells that few of the mover's other digits reach."""
    reach = reachable_cells(position, position.turn.opponent)
    return _highest(
        position, {place: _ALL * (reach >> place & 1) - _own_around(position, place) for place in bits(position.room)}
    )


def _throw_by_rule(position: Position) -> tuple[Move, ...]:
    """Return throws into cells with the most enemy digits, counted twice, minus the mover's digits."""
    return () if position.is_placing else _highest(position, throwing_values(position))


def _own_around(position: Position, place: int) -> int:
    around = position.grid.around[place]
    own_cells = (cell for index, cell in enumerate(position.digit_cells) if seat_of(index) is position.turn)
    return sum(around >> cell & 1 for cell in own_cells)


def _highest(position: Position, values: Mapping[int, int]) -> tuple[Move, ...]:
    """Return the throws into cells with the highest total value; none while digits are being placed."""
    if position.is_placing:
        return ()
    threshold = sorted(values.values(), reverse=True)[position.count - 1]
    sure_cells = [place for place, value in values.items() if value > threshold]
    equal_cells = [place for place, value in values.items() if value == threshold]
    return tuple(
        move_of(position.grid, [*sure_cells, *more])
        for more in combinations(equal_cells, position.count - len(sure_cells))
    )


WRITE_WITH_ROOM = Idea("write-with-room", _place_with_room)
THROW_WHERE_WANTED = Idea("throw-where-wanted", _throw_where_wanted)
SPARE_OWN = Idea("spare-own", _spare_own)
THROW_BY_RULE = Idea("throw-by-rule", _throw_by_rule)
COUNT_ALL = Idea("count-to-the-end")
_SQUARE = {"size": "5x5", "wrap": "no", "shape": "square"}
LADDER = (
    Rung(WRITE_WITH_ROOM, {**_SQUARE, "digits": "1-3"}, Seat.FIRST),
    Rung(
        THROW_WHERE_WANTED,
        {**_SQUARE, "digits": "2-2-3"},
        Seat.FIRST,
        (THROW_WHERE_WANTED,),
        openings=parse_openings(
            "d3 c5 d2 b4 d4 c2",
            "c5 e2 c2 b4 c1 d2",
            "c2 c5 b3 b4 a2 e3",
            "c4 a2 c2 e5 d5 e2",
            "d2 d4 d3 b4 b3 c4",
            "d2 a2 a5 b5 b4 e1",
        ),
    ),
    Rung(
        SPARE_OWN,
        {**_SQUARE, "digits": "1-2-2-3"},
        Seat.FIRST,
        (SPARE_OWN,),
        openings=parse_openings(
            "e4 c1 e3 e1 c5 a4 d3 c4",
            "d4 b5 c2 b2 a2 d1 e5 d5",
            "c4 a4 a5 d2 b1 b5 c2 b2",
            "d3 b5 b3 d2 d1 e4 b2 a3",
            "d1 d5 c1 e1 c5 b4 b3 b2",
            "a3 e3 c2 d5 d3 d2 a2 a4",
        ),
    ),
    Rung(
        THROW_BY_RULE,
        {**_SQUARE, "digits": "1-2-2-3"},
        Seat.FIRST,
        (THROW_BY_RULE,),
        openings=parse_openings(
            "e2 d5 c4 b5 a4 b3 c1 b1",
            "d4 b4 e3 b2 b3 e1 e5 a1",
            "d1 d2 c4 c5 c1 b3 c2 a3",
            "c5 b4 d1 d2 a4 e4 d3 b5",
            "c4 e5 e4 a2 a4 a1 b4 c2",
            "c4 d4 a4 c1 d2 e1 b5 d3",
        ),
    ),
    Rung(
        COUNT_ALL,
        {**_SQUARE, "digits": "2-2-3"},
        Seat.FIRST,
        (COUNT_ALL, THROW_BY_RULE),
        openings=parse_openings(
            "d4 d5 c2 a2 a5 d2",
            "d4 b5 a4 c2 e2 e4",
            "d3 a5 e4 d2 c1 b3",
            "c5 e3 e2 b5 a3 c2",
            "c5 c1 a2 e3 d3 c4",
            "c2 b2 e3 d1 a3 d5",
        ),
    ),
)
