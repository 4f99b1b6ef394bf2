"""Retrograde analysis: exact values of all arrangements at once, worked back from the ends of the game.

A value is the worth of an arrangement to its mover: 0 for a draw, WIN - n for a win in n plies, n - WIN for a loss.
"""

from __future__ import annotations

import numpy as np

from engines.lgame.search.graph import ARRANGEMENTS, Graph, Values

WIN = 10_000
UNKNOWN = 32_767
"""Stands for a value that is not known beforehand."""

Sides = tuple[Values, Values]
"""Values with First to move, and with Second to move."""


def plies(value: int) -> int:
    """Return the number of plies to the end of the game for a value other than a draw."""
    return WIN - abs(value)


def a_ply_earlier(values: Values) -> Values:
    """Return these values one ply earlier, from the view of the opponent."""
    return (np.sign(values) - values).astype(np.int16)


def unknown_values() -> Values:
    """Return an array of unknown values."""
    return np.full(ARRANGEMENTS, UNKNOWN, np.int16)


def solve_values(graph: Graph, ends: Sides, placings: Sides) -> Sides:
    """Return the values of all arrangements, for both movers.

    `ends` holds what is known of an arrangement before a move. `placings` holds the value to the mover of placing the
    L so that this arrangement follows, where it does not depend on the result. Both are UNKNOWN elsewhere.
    """
    values: Sides = (np.where(ends[0] == UNKNOWN, 0, ends[0]), np.where(ends[1] == UNKNOWN, 0, ends[1]))
    while True:
        first = _deepen(graph, values[1], ends[0], placings[0])
        second = _deepen(graph, first, ends[1], placings[1])
        if np.array_equal(first, values[0]) and np.array_equal(second, values[1]):
            return values
        values = first, second


def _deepen(graph: Graph, replies: Values, ends: Values, placings: Values) -> Values:
    """Return the mover's values, one ply deeper than the opponent's."""
    placing_values = np.where(placings == UNKNOWN, a_ply_earlier(graph.least_neutral(replies)), placings)
    return np.where(ends == UNKNOWN, graph.best_place(placing_values), ends)
