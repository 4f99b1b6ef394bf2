"""The insight of the skilled and the expert level: the car nearest to the dead end wins the race."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from engines.game import Hint, Limit
from engines.levels import Insight
from engines.tupik.forecast import best_move, guesses
from engines.tupik.map.roadmap import bit
from engines.tupik.move import Move
from engines.tupik.reasons import move_reasons
from engines.tupik.rules import Position
from engines.tupik.worth import nearest

_AT_A_GLANCE = 1
"""So many arrows from the dead end nobody misjudges the distance."""


def _race(error: float, overlooks: float) -> Callable[[Position, Limit], Hint[Move] | None]:
    """Return a function that puts cars where it judges the way to be longest, and drives the nearest car.

    It misjudges each distance by up to `error` arrows, and overlooks the race in a share of the drives.
    """

    def advise(position: Position, limit: Limit) -> Hint[Move] | None:
        chance = Random(f"{limit.seed} {position!r} race")
        if position.is_placing:
            judged_steps = {move: _judged_steps(position, move, error, chance) for move in position.moves()}
            return _hint(position, max(judged_steps, key=judged_steps.__getitem__))
        if chance.random() < overlooks:
            return None
        return _hint(position, best_move(position, guesses(position)))

    return advise


def _judged_steps(position: Position, move: Move, error: float, chance: Random) -> float:
    steps = nearest(position.roads, bit(move.goal))
    return steps if steps <= _AT_A_GLANCE else steps + chance.uniform(-error, error)


def _hint(position: Position, move: Move) -> Hint[Move]:
    return Hint((move,), 0, False, move_reasons(position, move, None))


SKILLED = Insight(0.0, _race(1.6, 0.0))
EXPERT = Insight(0.0, _race(1.0, 0.4))
