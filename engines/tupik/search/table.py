"""The table of a map: all of its drives and placings solved, and what one position is worth by look-up."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from math import comb

import numpy as np

from engines.game import Seat
from engines.kernels.alarm import Watch
from engines.kernels.compiling import kernel
from engines.tupik.map.roadmap import RoadMap
from engines.tupik.rating import Rating
from engines.tupik.rules import Key, Position
from engines.tupik.search.drive import DRAWN, Drive, Values, count_lost, empty_drive, go_back, prepare
from engines.tupik.search.placing import WIN, Worths, earlier_cars, last_cars, worth_of
from engines.tupik.search.sets import Board, board_of, number, squeezed

MOST_CITIES = 21
_MOST_PLIES = 65_000
_number = kernel(number)


@dataclass(frozen=True)
class Table:
    """`values` of the drive by the cars of the side to move, then the other's; `placings` by cars on the map."""

    roads: RoadMap
    board: Board
    values: Values
    placings: dict[int, Worths]

    def worth(self, position: Position) -> int:
        """To the side to move, by plies to the end: WIN less those for a win, the negative of that for a loss, or 0.

        The position must go on; what occurred before is not known here.
        """
        first, second = (squeezed(cars, self.roads) for cars in (position.first, position.second))
        if not position.placing:
            sides = (first, second) if position.turn is Seat.FIRST else (second, first)
            return -int(worth_of(self._value(*sides)))
        worth = int(
            self.placings[position.left][_number(self.board.rank, _row(self.roads, position.left), second, first)]
        )
        later = worth - position.left if worth > 0 else worth + position.left if worth < 0 else 0
        return later if position.turn is Seat.FIRST else -later

    def _value(self, own: int, other: int) -> int:
        return int(self.values[_number(self.board.rank, _row(self.roads, 0), own, other)])

    @property
    def share(self) -> float:
        """The part of all complete placings that First wins: Second, who drives first, has lost."""
        return count_lost(self.values) / len(self.values)


def solved(roads: RoadMap, watch: Watch) -> Table | None:
    """The table of a map of at most MOST_CITIES; None if the watch rang before it was done."""
    driven = solved_drive(roads, watch)
    if driven is None:
        return None
    board, values = driven
    placings = _placed(roads, board, values, watch)
    return None if placings is None else Table(roads, board, values, placings)


def with_draws(table: Table, drawn: Iterable[Key], watch: Watch) -> Table | None:
    """The table where these arrangements of the drive end it as draws, for they have occurred twice; None if it rang.

    That is exact: the winner comes nearer to the end with each ply, so nothing else occurs again on the way.
    """
    driven = solved_drive(table.roads, watch, drawn)
    return None if driven is None else replace(table, values=driven[1])


def solved_drive(roads: RoadMap, watch: Watch, drawn: Iterable[Key] = ()) -> tuple[Board, Values] | None:
    """The drive alone, whose wins and losses are those of all complete placings; the `drawn` end it as draws."""
    board, cars, row = board_of(roads), roads.cars, _row(roads, 0)
    drive = empty_drive(board, _size(roads, 0))
    if not prepare(board, cars, row, drive, watch):
        return None
    _mark(drive, board, roads, drawn)
    for plies in range(1, _MOST_PLIES):
        decided = go_back(board, cars, row, drive, plies, watch)
        if decided < 0:
            return None
        if not decided:
            break
    return board, np.where(drive.moving == DRAWN, np.uint16(0), drive.moving)


def _mark(drive: Drive, board: Board, roads: RoadMap, drawn: Iterable[Key]) -> None:
    row = _row(roads, 0)
    for turn, *sides in drawn:
        first, second = (squeezed(cars, roads) for cars in sides)
        own, other = (first, second) if turn is Seat.FIRST else (second, first)
        drive.moving[number(board.rank, row, own, other)] = DRAWN
        drive.waiting[number(board.rank, row, other, own)] = DRAWN


def _placed(roads: RoadMap, board: Board, values: Values, watch: Watch) -> dict[int, Worths] | None:
    """The worths of each stage of the placing by how many cars are still to be put down."""
    worths = np.zeros(_size(roads, 1), np.int16)
    if not last_cars(board, roads.cars, _row(roads, 0), values, worths, watch):
        return None
    placings = {1: worths}
    for left in range(2, 2 * roads.cars + 1):
        after, worths = worths, np.zeros(_size(roads, left), np.int16)
        earlier_cars(board, *_standing(roads, left), after, _row(roads, left - 1), worths)
        placings[left] = worths
    return placings


def _standing(roads: RoadMap, left: int) -> tuple[int, int]:
    """How many cars of Second, and of First, stand when so many are left: Second's are put down first."""
    put = 2 * roads.cars - left
    return (put + 1) // 2, put // 2


def _row(roads: RoadMap, left: int) -> int:
    second, first = _standing(roads, left)
    return comb(len(roads) - 1 - second, first)


def _size(roads: RoadMap, left: int) -> int:
    return comb(len(roads) - 1, _standing(roads, left)[0]) * _row(roads, left)


def rating(table: Table) -> Rating:
    """What the table says of its map."""
    start = Position(table.roads)
    worth = table.worth(start)
    plies = WIN - abs(worth) - start.left if worth else 0
    return Rating((worth > 0) - (worth < 0), plies, round(table.share, 4), _matters(table, start))


def _matters(table: Table, position: Position) -> bool:
    """Whether, along the best placing, each choice but the last could have been worse, and lost unless all do."""
    while position.left > 1:
        worths = {move: after_worth(table, position.play(move), position.turn) for move in position.moves()}
        best, worst = max(worths.values()), min(worths.values())
        if worst == best or worst >= 0:
            return False
        position = position.play(next(move for move, worth in worths.items() if worth == best))
    return True


def after_worth(table: Table, after: Position, seat: Seat) -> int:
    """What a position just reached is worth to `seat`, the plies to the end counted from here."""
    if after.outcome:
        return 0 if after.outcome.winner is None else WIN if after.outcome.winner is seat else -WIN
    worth = table.worth(after)
    return worth if after.turn is seat else -worth
