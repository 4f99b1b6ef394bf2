"""Ratings of a chat's players by Glicko-1, made anew from its finished games whenever they are asked for."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from operator import attrgetter

from bot.core.game.instants import Instant
from bot.core.game.people import ELSEWHERE, Person, Player, rung_of
from bot.core.game.session import Session, Stage
from engines import LADDERS
from engines.game import AnyMove, AnyPosition, Seat
from engines.ladder import used

START, WIDEST, NARROWEST = 1500.0, 250.0, 30.0
NARROW = 75.0
"""A deviation up to which a rating is told as a number; about six games among equals."""
_DAYS_TO_FORGET = 1000.0
_TYPICAL = 50.0
"""Who plays regularly has about that deviation, and after three years without a game is as unknown as a newcomer."""
_FORGETTING = (WIDEST**2 - _TYPICAL**2) / _DAYS_TO_FORGET
_Q = math.log(10) / 400
_DAY = 86400.0
_LEAST_TURNS = 2


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


def counts(session: Session) -> bool:
    """Whether a game is rated: played here to an end by two who both moved, without hints."""
    played = session.stage is Stage.OVER and len(session.turns) >= _LEAST_TURNS
    seats = [session.player(seat) for seat in Seat]
    are_here = all(player and not (isinstance(player, Person) and player.platform == ELSEWHERE) for player in seats)
    return bool(played and not any(session.hints.taken) and are_here and not (seats[0] and seats[0].is_same(seats[1])))


def solved(session: Session, person: Person | None = None) -> str:
    """The idea that a game was won by from an opponent of the ladder, by any person or by this one; "" if by none, or
    if the winner never used it."""
    winner = session.status.outcome.winner if session.status.outcome else None
    if winner is None or any(session.hints.taken):
        return ""
    one, robot = session.player(winner), session.player(winner.other)
    rung = rung_of(session.game, robot)
    if rung is None or winner is not rung.seat or not (person is None or person.is_same(one)):
        return ""
    if dict(session.settings) != dict(rung.settings) or session.start.opening not in (rung.openings or ((),)):
        return ""
    own = tuple((turn.positions[0], turn.move) for turn in session.turns if turn.seat is winner)
    number = LADDERS[session.game].index(rung)
    return rung.idea.name if _has_used(session.game, number, own) else ""


@lru_cache(maxsize=256)
def _has_used(game: str, rung: int, turns: tuple[tuple[AnyPosition, AnyMove], ...]) -> bool:
    """Whether any of a player's moves used the idea of a rung; the last ones are asked first."""
    return any(used(LADDERS[game], rung, position, move) for position, move in reversed(turns))


def key_of(player: Player) -> str:
    """By what a player is rated: a person by their key, the bot by its level."""
    return player.key if isinstance(player, Person) else f"robot {player.level}"


def ratings(sessions: Iterable[Session]) -> tuple[Mapping[str, Rating], Mapping[str, Player]]:
    """The ratings by their players' keys, and the players as they were called last, by the games that count.

    Who wanted to be forgotten is in none, and is to each opponent a newcomer.
    """
    found: dict[str, Rating] = {}
    players: dict[str, Player] = {}
    for session in sorted(filter(counts, sessions), key=attrgetter("since")):
        first, second = (session.player(seat) for seat in Seat)
        assert first
        assert second
        winner = session.status.outcome.winner if session.status.outcome else None
        score = 0.5 if winner is None else float(winner is Seat.FIRST)
        one, other = (found.get(key_of(player), Rating()) for player in (first, second))
        at = session.since
        for player, rated in ((first, after(one, other, score, at)), (second, after(other, one, 1 - score, at))):
            if not isinstance(player, Person) or player.is_known:
                found[key_of(player)] = rated
                players[key_of(player)] = player
    return found, players
