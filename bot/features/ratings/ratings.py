"""Ratings of a chat's players by Glicko-1, recomputed from the results of its games on each request."""

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
"""A regular player has about this deviation, and after three years without a game that of a newcomer."""
_FORGETTING = (WIDEST**2 - _TYPICAL**2) / _DAYS_TO_FORGET
_Q = math.log(10) / 400
_DAY = 86400.0
MOST_A_DAY = 3
"""So many games between the same two players count on one day (UTC); all who are forgotten are one player here."""


@dataclass(frozen=True)
class Rating:
    """The estimated strength of a player, its deviation, the time of the latest game, and the results by outcome."""

    value: float = START
    deviation: float = WIDEST
    at: Instant | None = None
    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def games(self) -> int:
        """Return the number of rated games."""
        return self.won + self.drawn + self.lost

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
    """Return the rating after one game with this score (Glickman, The Glicko system, 1999, a period a game)."""
    current, opponent_now = _widened(before, at), _widened(opponent, at)
    weight = _weight(opponent_now.deviation)
    chance = 1 / (1 + 10 ** (-weight * (current.value - opponent_now.value) / 400))
    information = _Q**2 * weight**2 * chance * (1 - chance)
    precision = 1 / current.deviation**2 + information
    value = current.value + _Q / precision * weight * (score - chance)
    deviation = max(NARROWEST, math.sqrt(1 / precision))
    counts = before.won + (score == 1), before.drawn + (score == 0.5), before.lost + (score == 0)
    return Rating(value, deviation, at, *counts)


def _weight(deviation: float) -> float:
    return 1 / math.sqrt(1 + 3 * (_Q * deviation / math.pi) ** 2)


def _widened(rating: Rating, at: Instant) -> Rating:
    """Return the rating with the deviation grown by the time without a game."""
    days = max(0.0, at - rating.at) / _DAY if rating.at is not None else 0.0
    deviation = min(WIDEST, math.sqrt(rating.deviation**2 + _FORGETTING * days))
    return Rating(rating.value, deviation, rating.at, rating.won, rating.drawn, rating.lost)


def rated_results(results: Iterable[Result]) -> list[Result]:
    """Return the results that count, oldest first, at most three a day between the same two players."""
    results_kept: list[Result] = []
    meetings = Counter[tuple[str, str, int]]()
    for result in sorted(filter(attrgetter("is_rated"), results), key=attrgetter("at")):
        first_mark, second_mark = sorted(result.marks)
        meetings[meeting := (first_mark, second_mark, int(result.at // _DAY))] += 1
        if meetings[meeting] <= MOST_A_DAY:
            results_kept.append(result)
    return results_kept


def ratings(results: Iterable[Result]) -> Mapping[str, Rating]:
    """Return the ratings by the players' marks; forgotten people have none, and are newcomers to opponents."""
    ratings_by_mark: dict[str, Rating] = {}
    for result in results:
        score = 0.5 if result.winner is None else float(result.winner is Seat.FIRST)
        one, other = (ratings_by_mark.get(mark, Rating()) for mark in result.marks)
        first, second = result.marks
        ratings_by_mark[first], ratings_by_mark[second] = (
            rating_after(one, other, score, result.at),
            rating_after(other, one, 1 - score, result.at),
        )
        ratings_by_mark.pop("", None)
    return ratings_by_mark


def strongest(table: Mapping[str, Rating], most: int) -> list[str]:
    """Return the marks of the strongest players by the lower end of their bands, so that luck does not win."""
    return sorted(table, key=lambda mark: (-table[mark].band[0], mark))[:most]


def wins_in_a_row(mark: str, results: Iterable[Result]) -> int:
    """Return the length of a player's current winning streak; the newest results come last."""
    outcomes = [
        result.winner is not None and result.mark(result.winner) == mark for result in results if mark in result.marks
    ]
    return next((number for number, is_won in enumerate(reversed(outcomes)) if not is_won), len(outcomes))
