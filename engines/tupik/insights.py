"""Insights of the levels between easy and strong: the car nearest to the dead end wins the race."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random

from engines.game import Hint, Limit
from engines.levels import Insight
from engines.tupik.classic import classic
from engines.tupik.forecast import best_move, guesses
from engines.tupik.move import Move
from engines.tupik.reasons import move_reasons
from engines.tupik.rules import Position

_FEW_CITIES = 8
"""The cities of a map on which beginners are spared."""
careless = partial(classic, overlooks=0.5)
"""The classic level's comparison of total ways, which overlooks every other city."""


def _race(to_total_ways: tuple[float, float], overlooks: float) -> Callable[[Position, Limit], Hint[Move]]:
    """Return a function that advises the best move for the race.

    In a share of the turns, one for placing and one for driving, it compares the total ways instead, and overlooks a
    share of the cities.
    """

    def advise(position: Position, limit: Limit) -> Hint[Move]:
        placing, driving = to_total_ways
        if Random(f"{limit.seed} {position!r} race").random() < (placing if position.is_placing else driving):
            return classic(position, limit, overlooks)
        values = guesses(position)
        move = best_move(position, values)
        return Hint((move,), values[move][0], False, move_reasons(position, move, None))

    return advise


GLIMPSES: Insight[Position, Move] = Insight(
    0.4, lambda position, limit: classic(position, limit) if len(position.roads) > _FEW_CITIES else None
)
SKILLED = Insight(0.0, _race((1.0, 0.35), 0.3))
EXPERT = Insight(0.0, _race((0.6, 0.2), 0.05))
