"""The numbered arrangements of the pieces and the moves between them, as numpy arrays.

An arrangement is seen by its mover: the mover's L, the other L, the two neutrals. It has the number
656 * (pair of the 8 free squares under the neutrals) + (pair of Ls).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from engines.lgame.grid import PLACES, indices
from engines.lgame.rules import FULL

Numbers = NDArray[np.intp]
Values = NDArray[np.int16]
Whole = TypeVar("Whole", np.int16, np.intp)

LS = tuple(PLACES)
PAIRS = {pair: index for index, pair in enumerate((a, b) for a in LS for b in LS if not a & b)}
FREE = tuple(indices(FULL & ~(own | other)) for own, other in PAIRS)
COMBOS = tuple(combinations(range(8), 2))
COMBO_NUMBERS: dict[tuple[int, ...], int] = {pair: index for index, pair in enumerate(COMBOS)}
ARRANGEMENTS = len(PAIRS) * len(COMBOS)


def number(own_l: int, opposing_l: int, neutrals: int) -> int:
    """Return the number of an arrangement given as squares."""
    return combo(own_l | opposing_l, neutrals) * len(PAIRS) + PAIRS[own_l, opposing_l]


def combo(occupied: int, neutrals: int) -> int:
    """Return the number of a pair of neutrals among the squares without an L."""
    high_bit = neutrals & (neutrals - 1)
    ranks = ((~occupied & (one - 1)).bit_count() for one in (neutrals ^ high_bit, high_bit))
    return COMBO_NUMBERS[tuple(ranks)]


@dataclass(frozen=True)
class Graph:
    """The moves of an L and then of a neutral.

    `places[k]`: for the k-th place of each arrangement in `order` that has so many, the arrangement for the opponent
    once the L lies there. `neutrals[combo]`: the 13 pairs of free squares under the neutrals after the second half of
    a turn, the unchanged one among them; `combos_of_square[square]`: the 7 pairs with that square.
    """

    order: Numbers
    places: tuple[Numbers, ...]
    neutrals: Numbers
    combos_of_square: Numbers

    @property
    def blocked_arrangements(self) -> Numbers:
        """Return the arrangements whose mover is blocked."""
        return self.order[len(self.places[0]) :]

    def best_place(self, values: Values) -> Values:
        """Return for each arrangement the greatest value reached by placing the L (0 if blocked)."""
        greatest = values.take(self.places[0])
        for places in self.places[1:]:
            np.maximum(greatest[: len(places)], values.take(places), out=greatest[: len(places)])
        return _in_place(self.order, greatest)

    def count_places(self, counts: Numbers) -> Numbers:
        """Return for each arrangement the sum over those reached by placing the L."""
        total = counts.take(self.places[0])
        for places in self.places[1:]:
            total[: len(places)] += counts.take(places)
        return _in_place(self.order, total)

    def least_neutral(self, values: Values) -> Values:
        """Return for each arrangement the least value reached by moving a neutral, or none."""
        table = values.reshape(len(COMBOS), len(PAIRS))
        rows = [table[combos].min(axis=0) for combos in self.combos_of_square]
        return np.concatenate([np.minimum(rows[low], rows[high]) for low, high in COMBOS])

    def count_neutral(self, flags: NDArray[np.bool_]) -> Numbers:
        """Return for each arrangement how many of those reached by moving a neutral, or none, are flagged."""
        table = flags.reshape(len(COMBOS), len(PAIRS))
        return np.concatenate([table[combos].sum(axis=0) for combos in self.neutrals])


def _in_place(order: Numbers, values: NDArray[Whole]) -> NDArray[Whole]:
    result = np.zeros(ARRANGEMENTS, values.dtype)
    result[order[: len(values)]] = values
    return result


@cache
def graph() -> Graph:
    """Return the graph, which is built quickly on first use."""
    successors = _successors()
    degrees = (successors >= 0).sum(axis=0)
    order = np.argsort(-degrees, kind="stable")
    falling = -np.sort(-successors, axis=0)
    places = tuple(falling[k, order[: int((degrees > k).sum())]] for k in range(int(degrees.max())))
    combos_of_square = np.array(
        [[index for index, combo in enumerate(COMBOS) if square in combo] for square in range(8)]
    )
    neutrals = np.array(
        [[index for index, other_combo in enumerate(COMBOS) if set(combo) & set(other_combo)] for combo in COMBOS]
    )
    return Graph(order, places, neutrals, combos_of_square)


def _successors() -> Numbers:
    """Return for each place of the L (row) and arrangement the opponent's arrangement after it; -1 if illegal."""
    own_l, opposing_l = np.tile(np.array(list(PAIRS)).T, len(COMBOS))
    low, high = np.array([[free_squares[a], free_squares[b]] for a, b in COMBOS for free_squares in FREE]).T
    occupied_squares = opposing_l | 1 << low | 1 << high
    ranks, combos = _ranks(), _combo_numbers()
    rows = []
    for place in LS:
        pair = _pair_numbers(place)[opposing_l]
        arrangement = combos[ranks[pair, low], ranks[pair, high]] * len(PAIRS) + pair
        rows.append(np.where((own_l != place) & (occupied_squares & place == 0), arrangement, -1))
    return np.stack(rows)


def _pair_numbers(place: int) -> Numbers:
    """Return by the squares of another L the number of its pair with `place` (0 if they overlap)."""
    numbers = np.zeros(FULL + 1, np.intp)
    for opposing_l in LS:
        numbers[opposing_l] = PAIRS.get((opposing_l, place), 0)
    return numbers


def _ranks() -> Numbers:
    """Return by pair and square the rank among the free squares (0 if it is not free)."""
    return np.array(
        [
            [free_squares.index(square) if square in free_squares else 0 for square in range(16)]
            for free_squares in FREE
        ],
        np.intp,
    )


def _combo_numbers() -> Numbers:
    """Return by two free squares the number of their combination in either order (0 if equal)."""
    numbers = np.zeros((8, 8), np.intp)
    for index, (low, high) in enumerate(COMBOS):
        numbers[low, high] = numbers[high, low] = index
    return numbers
