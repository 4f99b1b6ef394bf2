"""What every move of one position is worth, looked up in the table of its variant."""

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
from engines.lgame.search.retrograde import WIN, Sides, a_ply_earlier, all_open, settled
from engines.lgame.search.tables import Needs, Table, plain_ends, scoring_knowns

CHOICES = 13
"""The ways to go on once the L lies: no neutral, or either of two to one of six squares."""
NEAR = 10
"""Points needed that are not reduced any more: a side that needs fewer may be done before long."""
_SMALLER = 16
_ESTIMATE = WIN // _SMALLER


@dataclass(frozen=True)
class Outlook:
    """Flat arrays in the order of `Position.moves`: the arrangement that follows each move, and the move's worth.

    The worth of the best is `exact`, unless a side needs more points than were solved and no win is proved, nor that
    every move loses; then the worths are those of a nearer target, proved ones apart.
    """

    position: Position
    places: tuple[Place, ...]
    numbers: Numbers
    worths: Values
    proved: NDArray[np.bool_]

    @property
    def exact(self) -> bool:
        """Whether the worth of the best move is proved."""
        return bool(self.proved[self.worths.argmax()])

    def move(self, at: int) -> Move:
        """The move at an index of the arrays."""
        place = self.places[at // CHOICES]
        free = FREE[PAIRS[self.position.other, place.bits]]
        change = _changes(combo(self.position.other | place.bits, self.position.neutrals))[at % CHOICES]
        return Move(place, (free[change[0]], free[change[1]]) if change else None)


def outlook(position: Position, table: Table) -> Outlook:
    """The outlook of a position that is not over."""
    places = position.places()
    numbers = np.stack([_numbers(position, place) for place in places])
    asked = _Asked(position, places, numbers)
    if is_far(position):
        worths = _far_worths(asked, table).ravel()
        return Outlook(position, places, numbers.ravel(), worths, abs(worths) > _ESTIMATE)
    worths = asked.worths(table, _needs(position)).ravel()
    return Outlook(position, places, numbers.ravel(), worths, np.ones_like(worths, bool))


def is_far(position: Position) -> bool:
    """Whether a side needs more points than the table has."""
    return max(_needs(position)) > MOST_NEEDED


def _numbers(position: Position, place: Place) -> Numbers:
    """The arrangements that may follow once the L lies there."""
    pair = PAIRS[position.other, place.bits]
    combos: Numbers = _combos()[combo(position.other | place.bits, position.neutrals)]
    return combos * len(PAIRS) + pair


@cache
def _changes(under: int) -> tuple[tuple[int, int] | None, ...]:
    """How the neutrals may move: not at all, or from one free square to another, as ranks among the eight."""
    empty = [rank for rank in range(8) if rank not in COMBOS[under]]
    return (None, *((disc, to) for disc in COMBOS[under] for to in empty))


@cache
def _combos() -> Numbers:
    """By combination: the 13 that moving a neutral, or none, makes of it, in the order of `_changes`."""
    return np.array([[_changed(under, change) for change in _changes(under)] for under in range(len(COMBOS))])


def _changed(under: int, change: tuple[int, int] | None) -> int:
    low, high = sorted({*COMBOS[under]} ^ {*(change or ())})
    return COMBOS.index((low, high))


@dataclass(frozen=True)
class _Asked:
    """The moves of a position: a row of arrangements for each place of the L."""

    position: Position
    places: tuple[Place, ...]
    numbers: Numbers

    def worths(self, table: Table, needs: Needs) -> Values:
        """What the moves are worth to the mover, if so many points are needed."""
        position, numbers = self.position, self.numbers
        mover, points = _index(position.turn), _points(position, self.places)
        left = np.maximum(needs - points * np.eye(2, dtype=np.intp)[mover], 0)
        worths = a_ply_earlier(table[left[:, :1], left[:, 1:], 1 - mover, numbers])
        worths[(points[:, 0] > 0) & (left[:, mover] == 0)] = WIN - 1
        if twice := twice_seen(position):
            still = points[:, 0] == 0
            values = _values_with_draws(position.variant, needs, twice, table)
            worths[still] = a_ply_earlier(values[1 - mover][numbers[still]])
        return worths


def _far_worths(asked: _Asked, table: Table) -> Values:
    """The proved worths; where nothing is proved, those of a nearer target, smaller than all proved ones."""
    needs, mover = _needs(asked.position), _index(asked.position.turn)
    worths = asked.worths(table, _nearer(needs)) // _SMALLER
    for seat, sign in ((mover, 1), (1 - mover, -1)):
        sure = asked.worths(strip(seat), needs_of(seat, needs))
        worths = np.where(sign * sure > 0, sure, worths)
    return worths


def _points(position: Position, places: tuple[Place, ...]) -> Numbers:
    """What placing the L scores, as a column."""
    scoring = position.variant is Variant.SCORING
    return np.array([[(place.bits & PAINTED).bit_count() if scoring else 0] for place in places])


def _needs(position: Position) -> Needs:
    if position.variant is not Variant.SCORING:
        return 0, 0
    first, second = position.score
    return position.target - first, position.target - second


def _nearer(needs: Needs) -> Needs:
    """The points needed, both sides given the same number of them until the table reaches that far."""
    given = max(needs) - MOST_NEEDED
    first, second = (max(min(need, NEAR), need - given) for need in needs)
    return first, second


def twice_seen(position: Position) -> frozenset[Key]:
    """What would be a draw by third occurrence, while the score stands."""
    seen = Counter(key for key in position.past if key[-1] == position.score)
    return frozenset(key for key, times in seen.items() if times == 2)


def _values_with_draws(variant: Variant, needs: Needs, draws: frozenset[Key], table: Table) -> Sides:
    ends, placings = _knowns(variant, needs, table)
    for turn, first, second, neutrals, _ in draws:
        own, other = (first, second) if turn is Seat.FIRST else (second, first)
        ends[_index(turn)][number(own, other, neutrals)] = 0
    return settled(graph(), ends, placings)


def _knowns(variant: Variant, needs: Needs, table: Table) -> tuple[Sides, Sides]:
    if variant is Variant.SCORING:
        return scoring_knowns(table, needs)
    return (plain_ends(variant), plain_ends(variant)), (all_open(), all_open())


def _index(seat: Seat) -> int:
    return 0 if seat is Seat.FIRST else 1
