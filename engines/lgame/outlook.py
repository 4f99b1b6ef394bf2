"""What every move of one position is worth, looked up in the table of its variant."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache

import numpy as np

from engines.game import Seat
from engines.lgame.board import PAINTED, Place, indices
from engines.lgame.graph import COMBOS, FREE, PAIRS, Numbers, Values, graph, number
from engines.lgame.move import Move
from engines.lgame.retrograde import WIN, Sides, a_ply_earlier, all_open, settled
from engines.lgame.rules import Key, Position, Variant
from engines.lgame.tables import Table, less, plain_ends, scoring_knowns

CHOICES = 13
"""The ways to go on once the L lies: no neutral, or either of two to one of six squares."""


@dataclass(frozen=True)
class Outlook:
    """Flat arrays in the order of `Position.moves`: the arrangement that follows each move, and the move's worth."""

    position: Position
    places: tuple[Place, ...]
    numbers: Numbers
    worths: Values

    def move(self, at: int) -> Move:
        """The move at an index of the arrays."""
        place = self.places[at // CHOICES]
        free = FREE[PAIRS[self.position.other, place.bits]]
        change = _changes(_combo(free, self.position.neutrals))[at % CHOICES]
        return Move(place, (free[change[0]], free[change[1]]) if change else None)


def outlook(position: Position, table: Table) -> Outlook:
    """The outlook of a position that is not over."""
    places = position.places()
    numbers = np.stack([_numbers(position, place) for place in places])
    return Outlook(position, places, numbers.ravel(), _worths(position, table, places, numbers).ravel())


def _numbers(position: Position, place: Place) -> Numbers:
    """The arrangements that may follow once the L lies there."""
    pair = PAIRS[position.other, place.bits]
    combos: Numbers = _combos()[_combo(FREE[pair], position.neutrals)]
    return combos * len(PAIRS) + pair


def _combo(free: tuple[int, ...], neutrals: int) -> int:
    low, high = (free.index(square) for square in indices(neutrals))
    return COMBOS.index((low, high))


@cache
def _changes(combo: int) -> tuple[tuple[int, int] | None, ...]:
    """How the neutrals may move: not at all, or from one free square to another, as ranks among the eight."""
    empty = [rank for rank in range(8) if rank not in COMBOS[combo]]
    return (None, *((disc, to) for disc in COMBOS[combo] for to in empty))


@cache
def _combos() -> Numbers:
    """By combination: the 13 that moving a neutral, or none, makes of it, in the order of `_changes`."""
    return np.array([[_changed(combo, change) for change in _changes(combo)] for combo in range(len(COMBOS))])


def _changed(combo: int, change: tuple[int, int] | None) -> int:
    low, high = sorted({*COMBOS[combo]} ^ {*(change or ())})
    return COMBOS.index((low, high))


def _worths(position: Position, table: Table, places: tuple[Place, ...], numbers: Numbers) -> Values:
    """What the moves to these arrangements, a row for each place, are worth to the mover."""
    if position.variant is not Variant.SCORING:
        return _worths_after(position, table, 0, numbers)
    points = np.array([(place.bits & PAINTED).bit_count() for place in places])
    worths = np.empty(numbers.shape, np.int16)
    for scored in {*points.tolist()}:
        worths[points == scored] = _worths_after(position, table, scored, numbers[points == scored])
    return worths


def _worths_after(position: Position, table: Table, points: int, numbers: Numbers) -> Values:
    """The same where placing the L scores so many points."""
    mover = _index(position.turn)
    left = less(_needs(position), mover, points)
    if points and min(left) <= 0:
        return np.full(numbers.shape, WIN - 1, np.int16)
    values = table[left] if points else _values_here(position, table)
    return a_ply_earlier(values[1 - mover][numbers])


def _needs(position: Position) -> tuple[int, int]:
    if position.variant is not Variant.SCORING:
        return 0, 0
    first, second = position.score
    return position.target - first, position.target - second


def _values_here(position: Position, table: Table) -> Table | Sides:
    """The values while the score stands: those of the table, unless some third occurrence would be a draw."""
    seen = Counter(key for key in position.past if key[-1] == position.score)
    twice = frozenset(key for key, times in seen.items() if times == 2)
    return _values_with_draws(position.variant, _needs(position), twice, table) if twice else table[_needs(position)]


def _values_with_draws(variant: Variant, needs: tuple[int, int], draws: frozenset[Key], table: Table) -> Sides:
    ends, placings = _knowns(variant, needs, table)
    for turn, first, second, neutrals, _ in draws:
        own, other = (first, second) if turn is Seat.FIRST else (second, first)
        ends[_index(turn)][number(own, other, neutrals)] = 0
    return settled(graph(), ends, placings)


def _knowns(variant: Variant, needs: tuple[int, int], table: Table) -> tuple[Sides, Sides]:
    if variant is Variant.SCORING:
        return scoring_knowns(table, needs)
    return (plain_ends(variant), plain_ends(variant)), (all_open(), all_open())


def _index(seat: Seat) -> int:
    return 0 if seat is Seat.FIRST else 1
