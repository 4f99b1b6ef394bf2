"""A small exact search: which of two cars arrives first if only they drive."""

from __future__ import annotations

from functools import cache

from engines.game import Seat
from engines.tupik.map.roadmap import bit, cities
from engines.tupik.rules import Position


def arrives_first(position: Position, seat: Seat, car: int, rival: int, steps: int) -> bool:
    """Return whether a car of `seat` arrives within `steps` drives if only it and one opposing car drive."""
    return _Chase(position, seat, car, bit(rival)).can_win(steps)


class _Chase:
    """A race of one car against some of the opponent's cars; all other cars stand still."""

    def __init__(self, position: Position, seat: Seat, car: int, chasers: int) -> None:
        self._roads, self._car, self._chasers = position.roads, car, chasers
        self._still = position.occupied & ~bit(car) & ~chasers
        self._begins = position.turn is seat
        self._drives, self._answers = cache(self._drive), cache(self._answer)

    def can_win(self, steps: int) -> bool:
        """Return whether the car reaches the dead end within `steps` of its drives, and before any other."""
        return (
            self._drives(self._car, self._chasers, steps)
            if self._begins
            else self._answers(self._car, self._chasers, steps)
        )

    def _drive(self, car: int, chasers: int, steps: int) -> bool:
        goals = self._roads.out[car - 1] & ~(self._still | chasers)
        if goals & bit(self._roads.dead_end):
            return True
        return steps > 1 and any(self._answers(goal, chasers, steps - 1) for goal in cities(goals))

    def _answer(self, car: int, chasers: int, steps: int) -> bool:
        """Return whether the car can still win after every drive of the chasers, who pass if they cannot drive."""
        drives = [
            (start, goal)
            for start in cities(chasers)
            for goal in cities(self._roads.out[start - 1] & ~(self._still | chasers | bit(car)))
        ]
        if any(goal == self._roads.dead_end for _, goal in drives):
            return False
        then = [chasers ^ bit(start) ^ bit(goal) for start, goal in drives] or [chasers]
        return all(self._drives(car, each, steps) for each in then)
