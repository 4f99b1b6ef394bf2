"""Insights of the levels between easy and strong: the car nearest to the dead end wins the race."""

from __future__ import annotations

from collections.abc import Callable
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


_OVERLOOKS_A_DRIVE = 0.2


def _race(overlooks: float) -> Callable[[Position, Limit], Hint[Move] | None]:
    """Return a function that advises the best move for the race, but overlooks a share of the free cities.

    While driving it now and then goes by the total ways instead, and misses a detour.
    """

    def advise(position: Position, limit: Limit) -> Hint[Move] | None:
        chance = Random(f"{limit.seed} {position!r} race").random()
        if position.is_placing and chance < overlooks:
            return None
        if not position.is_placing and chance < _OVERLOOKS_A_DRIVE:
            return classic(position, limit)
        values = guesses(position)
        move = best_move(position, values)
        return Hint((move,), values[move][0], False, move_reasons(position, move, None))

    return advise


GLIMPSES: Insight[Position, Move] = Insight(
    0.38, lambda position, limit: classic(position, limit) if len(position.roads) > _FEW_CITIES else None
)
SKILLED = Insight(0.0, _race(0.73))
EXPERT = Insight(0.0, _race(0.34))
