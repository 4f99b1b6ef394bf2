"""Ratings of a chat's players by Glicko-1, made again from the results of its games whenever they are asked for."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from operator import attrgetter

from bot.core.game.instants import Instant
from bot.core.game.results import Result
from engines.game import Seat

START, WIDEST, NARROWEST = 1500.0, 250.0, 30.0
NARROW = 75.0
"""A deviation up to which a rating is told as a number; about six games among equals."""
_DAYS_TO_FORGET = 1000.0
_TYPICAL = 50.0
"""Who plays regularly has about that deviation, and after three years without a game is as unknown as a newcomer."""
_FORGETTING = (WIDEST**2 - _TYPICAL**2) / _DAYS_TO_FORGET
_Q = math.log(10) / 400
_DAY = 86400.0
MOST_A_DAY = 3
"""So many games between the same two players count on one day (UTC); all who are forgotten are one player here."""


@dataclass(frozen=True)
class Rating:
    """How strong a player is thought to be, with the deviation, the time of the newest game, and how games ended."""

    value: float = START
    deviation: float = WIDEST
    at: Instant | None = None
    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def games(self) -> int:
        """How many games were rated."""
        return self.won + self.drawn + self.lost

    @property
    def band(self) -> tuple[int, int]:
        """From where to where the strength lies nineteen times of twenty, in tens."""
        low, high = self.value - 2 * self.deviation, self.value + 2 * self.deviation
        return round(low / 10) * 10, round(high / 10) * 10


def expected(one: Rating, other: Rating) -> float:
    """The part of the points that one is expected to make against the other."""
    both = math.hypot(one.deviation, other.deviation)
    return 1 / (1 + 10 ** (-_weight(both) * (one.value - other.value) / 400))


def after(own: Rating, other: Rating, score: float, at: Instant) -> Rating:
    """A rating after one game, 1, 0.5 or 0 points being made (Glickman, The Glicko system, 1999, a period a game)."""
    rested, theirs = _rested(own, at), _rested(other, at)
    weight = _weight(theirs.deviation)
    chance = 1 / (1 + 10 ** (-weight * (rested.value - theirs.value) / 400))
    information = _Q**2 * weight**2 * chance * (1 - chance)
    precision = 1 / rested.deviation**2 + information
    value = rested.value + _Q / precision * weight * (score - chance)
    deviation = max(NARROWEST, math.sqrt(1 / precision))
    counts = own.won + (score == 1), own.drawn + (score == 0.5), own.lost + (score == 0)
    return Rating(value, deviation, at, *counts)


def _weight(deviation: float) -> float:
    return 1 / math.sqrt(1 + 3 * (_Q * deviation / math.pi) ** 2)


def _rested(rating: Rating, at: Instant) -> Rating:
    """Less is known of who has not played for long."""
    days = max(0.0, at - rating.at) / _DAY if rating.at is not None else 0.0
    deviation = min(WIDEST, math.sqrt(rating.deviation**2 + _FORGETTING * days))
    return Rating(rating.value, deviation, rating.at, rating.won, rating.drawn, rating.lost)


def counted(results: Iterable[Result]) -> list[Result]:
    """Return the results that ratings are made from, the newest last; of what two players play on a day, the first."""
    found: list[Result] = []
    met = Counter[tuple[str, str, int]]()
    for result in sorted(filter(attrgetter("is_rated"), results), key=attrgetter("at")):
        one, other = sorted(result.marks)
        met[meeting := (one, other, int(result.at // _DAY))] += 1
        if met[meeting] <= MOST_A_DAY:
            found.append(result)
    return found


def ratings(results: Iterable[Result]) -> Mapping[str, Rating]:
    """Return the ratings by their players' marks, from results that are counted.

    Who wanted to be forgotten is in none, and is to each opponent a newcomer.
    """
    found: dict[str, Rating] = {}
    for result in results:
        score = 0.5 if result.winner is None else float(result.winner is Seat.FIRST)
        one, other = (found.get(mark, Rating()) for mark in result.marks)
        first, second = result.marks
        found[first], found[second] = after(one, other, score, result.at), after(other, one, 1 - score, result.at)
        found.pop("", None)
    return found


def strongest(table: Mapping[str, Rating], most: int) -> list[str]:
    """Return the marks of so many players by the lower end of their bands, so that a lucky newcomer is no champion."""
    return sorted(table, key=lambda mark: (-table[mark].band[0], mark))[:most]


def wins_in_a_row(mark: str, results: Iterable[Result]) -> int:
    """Return how many of a player's games in a row were won up to the newest; the newest come last."""
    won = [
        result.winner is not None and result.mark(result.winner) == mark for result in results if mark in result.marks
    ]
    return next((number for number, is_won in enumerate(reversed(won)) if not is_won), len(won))
