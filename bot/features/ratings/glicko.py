"""Glicko-1: a player's estimated strength with its deviation, and both after a game."""

import math
from dataclasses import dataclass, replace

from bot.core.game.instants import Instant

START, WIDEST, NARROWEST = 1500.0, 250.0, 30.0
NARROW = 75.0
"""A deviation up to which a rating is shown as a number; about six games among equals."""
_DAYS_TO_FORGET = 1000.0
_TYPICAL = 50.0
"""A regular player has about this deviation, and after three years without a game that of a newcomer."""
_FORGETTING = (WIDEST**2 - _TYPICAL**2) / _DAYS_TO_FORGET
_Q = math.log(10) / 400
_DAY = 86400.0


@dataclass(frozen=True)
class Rating:
    """A player's estimated strength, its deviation, the time of the latest game, and the results by outcome."""

    value: float = START
    deviation: float = WIDEST
    at: Instant | None = None
    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def band(self) -> tuple[int, int]:
        """Return the 95 % interval of the strength, rounded to tens."""
        lower, upper = self.value - 2 * self.deviation, self.value + 2 * self.deviation
        return round(lower / 10) * 10, round(upper / 10) * 10


def expected_score(rating: Rating, opponent: Rating) -> float:
    """Return the expected score of `rating` against `opponent` (Glicko)."""
    both = math.hypot(rating.deviation, opponent.deviation)
    return 1 / (1 + 10 ** (-_weight(both) * (rating.value - opponent.value) / 400))


def rating_after(before: Rating, opponent: Rating, score: float, at: Instant) -> Rating:
    """Return the rating after one game with this score (Glickman, The Glicko system, 1999, one game per period)."""
    current, opponent_now = _widened(before, at), _widened(opponent, at)
    weight, chance = _weight(opponent_now.deviation), expected_score(replace(current, deviation=0.0), opponent_now)
    information = _Q**2 * weight**2 * chance * (1 - chance)
    precision = 1 / current.deviation**2 + information
    value = current.value + _Q / precision * weight * (score - chance)
    deviation = max(NARROWEST, math.sqrt(1 / precision))
    counts = before.won + (score == 1), before.drawn + (score == 0.5), before.lost + (score == 0)
    return Rating(value, deviation, at, *counts)


def _weight(deviation: float) -> float:
    return 1 / math.sqrt(1 + 3 * (_Q * deviation / math.pi) ** 2)


def _widened(rating: Rating, at: Instant) -> Rating:
    """Return the rating with the deviation increased by the time without a game."""
    days = max(0.0, at - rating.at) / _DAY if rating.at is not None else 0.0
    deviation = min(WIDEST, math.sqrt(rating.deviation**2 + _FORGETTING * days))
    return replace(rating, deviation=deviation)
