"""How good a map is to play on: who wins after the best placing, how long that takes, and how even all placings are."""

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
    """What is known of a map.

    `value` is 1 or -1 for First under the best placing by both, and `plies` how long the drive after it lasts. First
    wins a `share` of all complete placings. `matters`: each choice of the best placing but the last could have been
    worse, and the one who wins could have lost.
    """

    value: int
    plies: int
    share: float
    matters: bool

    @property
    def good(self) -> bool:
        """Whether the map is worth playing: even, long enough, and never a matter of indifference."""
        return EVEN[0] <= self.share <= EVEN[1] and self.plies >= SHORTEST and self.matters

    @property
    def is_one_sided(self) -> bool:
        """Whether nearly every placing gives the same seat the win."""
        return not _ONE_SIDED < self.share < 1 - _ONE_SIDED

    @property
    def fault(self) -> float:
        """How far from good, 0 for good ones."""
        uneven = max(0.0, EVEN[0] - self.share, self.share - EVEN[1])
        return 10 * uneven + 0.3 * max(0, SHORTEST - self.plies) + 0.3 * (not self.matters)


@lru_cache(maxsize=256)
def rated(roads: RoadMap) -> Rating:
    """The rating of a map."""
    start = Position(roads)
    value, plies = closed_form(start)
    return Rating(value, plies - start.left, round(_share(roads), 4), _matters(start))


def _share(roads: RoadMap) -> float:
    """The part of all complete placings in which a car of First is nearer than any of Second, who drives first."""
    cars, won, farther = roads.cars, 0, len(roads) - 1
    for here in (cities.bit_count() for cities in by_steps(roads)[1:]):
        farther -= here
        for near in range(1, cars + 1):
            beyond = cars - near
            won += comb(here, near) * comb(farther, beyond) * comb(max(0, farther - beyond), cars)
    return won / (comb(len(roads) - 1, cars) * comb(len(roads) - 1 - cars, cars))


def _matters(position: Position) -> bool:
    """Whether, along the best placing, each choice but the last could have been worse, and lost unless all do."""
    while position.left > 1:
        worths = {move: _worth_of(position, move) for move in position.moves()}
        best, worst = max(worths.values()), min(worths.values())
        if worst == best or worst >= 0:
            return False
        position = position.play(next(move for move, worth in worths.items() if worth == best))
    return True


def _worth_of(position: Position, move: Move) -> float:
    """What a car put down is worth to who puts it: more for a win, the sooner the more, less for a loss."""
    after = position.play(move)
    value, plies = closed_form(after)
    return (1 if after.turn is position.turn else -1) * value / plies


def remark_on(rating: Rating) -> Phrase:
    """The rating as a sentence: who wins under best play, and how many placings of a hundred First does."""
    return Phrase("map-first-wins" if rating.value > 0 else "map-second-wins", percent=round(_PERCENT * rating.share))
