"""Every arrangement of the pieces, numbered, and what leads from each to which, as arrays for numpy.

An arrangement is seen by its mover: the L of who is to move, the other L, the two neutrals. It has the number
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


def number(own: int, other: int, neutrals: int) -> int:
    """The number of an arrangement given as squares."""
    return combo(own | other, neutrals) * len(PAIRS) + PAIRS[own, other]


def combo(taken: int, neutrals: int) -> int:
    """The number of a pair of neutrals among the squares that are not taken by the Ls."""
    high = neutrals & (neutrals - 1)
    ranks = ((~taken & (one - 1)).bit_count() for one in (neutrals ^ high, high))
    return COMBO_NUMBERS[tuple(ranks)]


@dataclass(frozen=True)
class Graph:
    """How an L and then a neutral can go.

    `places[k]`: for the k-th place of each arrangement in `order` that has so many, the arrangement for the opponent
    once the L lies there. `neutrals[combo]`: the 13 pairs of free squares under the neutrals after the second half of
    a turn, the unchanged one among them; `shared[square]`: the 7 pairs with that square.
    """

    order: Numbers
    places: tuple[Numbers, ...]
    neutrals: Numbers
    shared: Numbers

    @property
    def blocked(self) -> Numbers:
        """The arrangements whose mover has no place to go."""
        return self.order[len(self.places[0]) :]

    def best_place(self, worth: Values) -> Values:
        """For each arrangement the greatest worth among those reached by placing the L (0 where it is blocked)."""
        best = worth.take(self.places[0])
        for places in self.places[1:]:
            np.maximum(best[: len(places)], worth.take(places), out=best[: len(places)])
        return _in_place(self.order, best)

    def count_places(self, counts: Numbers) -> Numbers:
        """For each arrangement the sum over those reached by placing the L."""
        total = counts.take(self.places[0])
        for places in self.places[1:]:
            total[: len(places)] += counts.take(places)
        return _in_place(self.order, total)

    def least_neutral(self, values: Values) -> Values:
        """For each arrangement the least value among those that moving a neutral, or none, makes of it."""
        table = values.reshape(len(COMBOS), len(PAIRS))
        rows = [table[combos].min(axis=0) for combos in self.shared]
        return np.concatenate([np.minimum(rows[low], rows[high]) for low, high in COMBOS])

    def count_neutral(self, marked: NDArray[np.bool_]) -> Numbers:
        """For each arrangement how many of those that moving a neutral, or none, makes of it are marked."""
        table = marked.reshape(len(COMBOS), len(PAIRS))
        return np.concatenate([table[combos].sum(axis=0) for combos in self.neutrals])


def _in_place(order: Numbers, ordered: NDArray[Whole]) -> NDArray[Whole]:
    result = np.zeros(ARRANGEMENTS, ordered.dtype)
    result[order[: len(ordered)]] = ordered
    return result


@cache
def graph() -> Graph:
    """The one graph, built in a moment when it is first asked for."""
    reached = _reached()
    degrees = (reached >= 0).sum(axis=0)
    order = np.argsort(-degrees, kind="stable")
    falling = -np.sort(-reached, axis=0)
    places = tuple(falling[k, order[: int((degrees > k).sum())]] for k in range(int(degrees.max())))
    shared = np.array([[index for index, combo in enumerate(COMBOS) if square in combo] for square in range(8)])
    neutrals = np.array([[index for index, other in enumerate(COMBOS) if set(combo) & set(other)] for combo in COMBOS])
    return Graph(order, places, neutrals, shared)


def _reached() -> Numbers:
    """For each L (row) and arrangement: the arrangement for the opponent once the L lies there, -1 where it may not."""
    own, other = np.tile(np.array(list(PAIRS)).T, len(COMBOS))
    low, high = np.array([[free[a], free[b]] for a, b in COMBOS for free in FREE]).T
    taken = other | 1 << low | 1 << high
    ranks, combos = _ranks(), _combo_numbers()
    rows = []
    for place in LS:
        pair = _pair_numbers(place)[other]
        arrangement = combos[ranks[pair, low], ranks[pair, high]] * len(PAIRS) + pair
        rows.append(np.where((own != place) & (taken & place == 0), arrangement, -1))
    return np.stack(rows)


def _pair_numbers(place: int) -> Numbers:
    """By the squares of another L: the number of its pair with `place` (0 where they overlap)."""
    numbers = np.zeros(FULL + 1, np.intp)
    for other in LS:
        numbers[other] = PAIRS.get((other, place), 0)
    return numbers


def _ranks() -> Numbers:
    """By pair and square: which of the free squares it is (0 where it is not free)."""
    return np.array([[free.index(square) if square in free else 0 for square in range(16)] for free in FREE], np.intp)


def _combo_numbers() -> Numbers:
    """By two free squares: the number of their combination, in either order (0 for one and the same)."""
    numbers = np.zeros((8, 8), np.intp)
    for index, (low, high) in enumerate(COMBOS):
        numbers[low, high] = numbers[high, low] = index
    return numbers
