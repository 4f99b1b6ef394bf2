"""Ratings of maps: who wins after the best placing, how long that takes, and how even all placings are."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import comb

from engines.phrases import Phrase
from engines.tupik.map.roadmap import RoadMap
from engines.tupik.move import Move
from engines.tupik.rules import Position
from engines.tupik.worth import by_steps, closed_form

EVEN = (0.45, 0.55)
_ONE_SIDED = 0.1
"""The share of all placings of which a seat has to win more, or the other wins whatever it does."""
SHORTEST = 5
_PERCENT = 100


@dataclass(frozen=True)
class Rating:
    """The rating of a map: its winner, length and balance.

    `value` is 1 or -1 for First under the best placing by both, and `plies` the length of the drive after it. First
    wins a `share` of all complete placings. `has_choices` says that each choice of the best placing but the last could
    have been worse, and that the winner could have lost.
    """

    value: int
    plies: int
    share: float
    has_choices: bool

    @property
    def is_good(self) -> bool:
        """Return whether the map is worth playing: even, long enough, and never indifferent to choices."""
        return EVEN[0] <= self.share <= EVEN[1] and self.plies >= SHORTEST and self.has_choices

    @property
    def is_one_sided(self) -> bool:
        """Return whether nearly every placing gives the same seat the win."""
        return not _ONE_SIDED < self.share < 1 - _ONE_SIDED

    @property
    def fault(self) -> float:
        """Return the distance from a good map; 0 for good ones."""
        uneven = max(0.0, EVEN[0] - self.share, self.share - EVEN[1])
        return 10 * uneven + 0.3 * max(0, SHORTEST - self.plies) + 0.3 * (not self.has_choices)


@lru_cache(maxsize=256)
def rate_map(roads: RoadMap) -> Rating:
    """Return the rating of a map."""
    start = Position(roads)
    value, plies = closed_form(start)
    return Rating(value, plies - start.cars_to_place, round(_share(roads), 4), _has_choices(start))


def _share(roads: RoadMap) -> float:
    """Return the share of complete placings in which First, who drives second, has the nearest car."""
    cars, wins, farther = roads.cars, 0, len(roads) - 1
    for here in (cities.bit_count() for cities in by_steps(roads)[1:]):
        farther -= here
        for nearest_count in range(1, cars + 1):
            beyond = cars - nearest_count
            wins += comb(here, nearest_count) * comb(farther, beyond) * comb(max(0, farther - beyond), cars)
    return wins / (comb(len(roads) - 1, cars) * comb(len(roads) - 1 - cars, cars))


def _has_choices(position: Position) -> bool:
    """Return whether a worse, losing choice exists at each step of the best placing except the last."""
    while position.cars_to_place > 1:
        values = {move: _placing_value(position, move) for move in position.moves()}
        best_value, worst_value = max(values.values()), min(values.values())
        if worst_value == best_value or worst_value >= 0:
            return False
        position = position.play(next(move for move, value in values.items() if value == best_value))
    return True


def _placing_value(position: Position, move: Move) -> float:
    """Return the value of a placement to the player who makes it: more for an earlier win, less for a loss."""
    after = position.play(move)
    value, plies = closed_form(after)
    return (1 if after.turn is position.turn else -1) * value / plies


def remark_on(rating: Rating) -> Phrase:
    """Return the rating as a sentence: who wins under best play, and First's share of random placings in percent."""
    return Phrase("map-first-wins" if rating.value > 0 else "map-second-wins", percent=round(_PERCENT * rating.share))
