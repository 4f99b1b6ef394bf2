"""Retrograde analysis: exact values of all arrangements at once, worked back from the ends of the game.

A value is what an arrangement is worth to its mover: 0 a draw, WIN - n a win in n plies, n - WIN a loss in n.
"""

from __future__ import annotations

import numpy as np

from engines.lgame.search.graph import ARRANGEMENTS, Graph, Values

WIN = 10_000
OPEN = 32_767
"""Stands for a value that is not known beforehand."""

Sides = tuple[Values, Values]
"""Values with First to move, and with Second to move."""


def plies(value: int) -> int:
    """How many plies from the end of the game a value other than a draw is."""
    return WIN - abs(value)


def a_ply_earlier(values: Values) -> Values:
    """What these values are worth to the opponent, who leads to them by a ply."""
    return (np.sign(values) - values).astype(np.int16)


def all_open() -> Values:
    """Nothing known about any arrangement."""
    return np.full(ARRANGEMENTS, OPEN, np.int16)


def settled(graph: Graph, ends: Sides, placings: Sides) -> Sides:
    """The values of all arrangements, for both movers.

    `ends` holds what is known of an arrangement before a move; `placings` what placing the L so that this
    arrangement follows is worth to the mover, where that does not depend on the values asked for. OPEN elsewhere.
    """
    values: Sides = (np.where(ends[0] == OPEN, 0, ends[0]), np.where(ends[1] == OPEN, 0, ends[1]))
    while True:
        first = _improved(graph, values[1], ends[0], placings[0])
        second = _improved(graph, first, ends[1], placings[1])
        if np.array_equal(first, values[0]) and np.array_equal(second, values[1]):
            return values
        values = first, second


def _improved(graph: Graph, replies: Values, ends: Values, placings: Values) -> Values:
    """The mover's values, one ply deeper than the opponent's."""
    worth = np.where(placings == OPEN, a_ply_earlier(graph.least_neutral(replies)), placings)
    return np.where(ends == OPEN, graph.best_place(worth), ends)
