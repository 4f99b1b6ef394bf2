"""Lookup of the value of every move of one position in the table of its variant."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from engines.game import Seat
from engines.lgame.grid import PAINTED, Place
from engines.lgame.move import Move
from engines.lgame.options import MOST_NEEDED
from engines.lgame.rules import Key, Position, Variant
from engines.lgame.search.far import needs_of, strip
from engines.lgame.search.graph import COMBOS, FREE, PAIRS, Numbers, Values, combo, graph, number
from engines.lgame.search.retrograde import WIN, Sides, a_ply_earlier, solve_values, unknown_values
from engines.lgame.search.tables import Needs, Table, plain_ends, scoring_knowns

CHOICES = 13
"""The ways to go on once the L lies: no neutral, or either of two to one of six squares."""
NEAR = 10
"""Points needed that are not reduced any more: a side that needs fewer may be done before long."""
_SMALLER = 16
_ESTIMATE = WIN // _SMALLER


@dataclass(frozen=True)
class Outlook:
    """Flat arrays in the order of `Position.moves`: the arrangement after each move, and the move's value.

    The best value is exact unless a side needs more points than were solved, no win is proved, and not every move is
    proved to lose; then the values are those of a nearer target, except for proved ones.
    """

    position: Position
    places: tuple[Place, ...]
    numbers: Numbers
    values: Values
    is_proved: NDArray[np.bool_]

    @property
    def is_exact(self) -> bool:
        """Return whether the value of the best move is proved."""
        return bool(self.is_proved[self.values.argmax()])

    def move(self, at: int) -> Move:
        """Return the move at an index of the arrays."""
        place = self.places[at // CHOICES]
        free_squares = FREE[PAIRS[self.position.opposing_l, place.bits]]
        change = _changes(combo(self.position.opposing_l | place.bits, self.position.neutrals))[at % CHOICES]
        return Move(place, (free_squares[change[0]], free_squares[change[1]]) if change else None)


def outlook(position: Position, table: Table) -> Outlook:
    """Return the outlook of an unfinished position."""
    places = position.places()
    numbers = np.stack([_numbers(position, place) for place in places])
    query = _Query(position, places, numbers)
    if is_far(position):
        values = _far_values(query, table).ravel()
        return Outlook(position, places, numbers.ravel(), values, abs(values) > _ESTIMATE)
    values = query.move_values(table, _needs(position)).ravel()
    return Outlook(position, places, numbers.ravel(), values, np.ones_like(values, bool))


def is_far(position: Position) -> bool:
    """Return whether a side needs more points than the table covers."""
    return max(_needs(position)) > MOST_NEEDED


def _numbers(position: Position, place: Place) -> Numbers:
    """Return the arrangements that can follow once the L lies there."""
    pair = PAIRS[position.opposing_l, place.bits]
    combos: Numbers = _combos()[combo(position.opposing_l | place.bits, position.neutrals)]
    return combos * len(PAIRS) + pair


@cache
def _changes(under: int) -> tuple[tuple[int, int] | None, ...]:
    """Return the moves of the neutrals as ranks among the eight free squares: none, or from one to another."""
    empty_ranks = [rank for rank in range(8) if rank not in COMBOS[under]]
    return (None, *((disc, to) for disc in COMBOS[under] for to in empty_ranks))


@cache
def _combos() -> Numbers:
    """Return for each combination the 13 that a neutral move, or none, leads to, in the order of `_changes`."""
    return np.array([[_combo_after(under, change) for change in _changes(under)] for under in range(len(COMBOS))])


def _combo_after(under: int, change: tuple[int, int] | None) -> int:
    low, high = sorted({*COMBOS[under]} ^ {*(change or ())})
    return COMBOS.index((low, high))


@dataclass(frozen=True)
class _Query:
    """A query for the moves of a position: a row of arrangements for each place of the L."""

    position: Position
    places: tuple[Place, ...]
    numbers: Numbers

    def move_values(self, table: Table, needs: Needs) -> Values:
        """Return the values of the moves to the mover, given the points that each side needs."""
        position, numbers = self.position, self.numbers
        mover, points = _index(position.turn), _points(position, self.places)
        needs_left = np.maximum(needs - points * np.eye(2, dtype=np.intp)[mover], 0)
        results = a_ply_earlier(table[needs_left[:, :1], needs_left[:, 1:], 1 - mover, numbers])
        results[(points[:, 0] > 0) & (needs_left[:, mover] == 0)] = WIN - 1
        if twice := repeated_keys(position):
            is_unscored = points[:, 0] == 0
            values = _values_with_draws(position.variant, needs, twice, table)
            results[is_unscored] = a_ply_earlier(values[1 - mover][numbers[is_unscored]])
        return results


def _far_values(query: _Query, table: Table) -> Values:
    """Return the proved values, and elsewhere those of a nearer target, smaller than all proved ones."""
    needs, mover = _needs(query.position), _index(query.position.turn)
    values = query.move_values(table, _nearer(needs)) // _SMALLER
    for seat, sign in ((mover, 1), (1 - mover, -1)):
        proved_values = query.move_values(strip(seat), needs_of(seat, needs))
        values = np.where(sign * proved_values > 0, proved_values, values)
    return values


def _points(position: Position, places: tuple[Place, ...]) -> Numbers:
    """Return the points for placing the L, as a column."""
    scoring = position.variant is Variant.SCORING
    return np.array([[(place.bits & PAINTED).bit_count() if scoring else 0] for place in places])


def _needs(position: Position) -> Needs:
    if position.variant is not Variant.SCORING:
        return 0, 0
    first, second = position.score
    return position.target - first, position.target - second


def _nearer(needs: Needs) -> Needs:
    """Return the points needed, both reduced equally until the table covers them."""
    excess = max(needs) - MOST_NEEDED
    first, second = (max(min(need, NEAR), need - excess) for need in needs)
    return first, second


def repeated_keys(position: Position) -> frozenset[Key]:
    """Return the positions whose next occurrence is a draw, while the score stays the same."""
    counts = Counter(key for key in position.past if key[-1] == position.score)
    return frozenset(key for key, times in counts.items() if times == 2)


def _values_with_draws(variant: Variant, needs: Needs, draws: frozenset[Key], table: Table) -> Sides:
    ends, placings = _knowns(variant, needs, table)
    for turn, first, second, neutrals, _ in draws:
        own_l, opposing_l = (first, second) if turn is Seat.FIRST else (second, first)
        ends[_index(turn)][number(own_l, opposing_l, neutrals)] = 0
    return solve_values(graph(), ends, placings)


def _knowns(variant: Variant, needs: Needs, table: Table) -> tuple[Sides, Sides]:
    if variant is Variant.SCORING:
        return scoring_knowns(table, needs)
    return (plain_ends(variant), plain_ends(variant)), (unknown_values(), unknown_values())


def _index(seat: Seat) -> int:
    return 0 if seat is Seat.FIRST else 1
