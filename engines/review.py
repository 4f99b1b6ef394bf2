"""What each move of a recorded game won or lost, by the hints before and after it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from engines import GAMES
from engines.game import AnyExplanation, AnyGame, AnyHint, AnyPosition, Level, Limit, Reason, Seat, lead
from engines.record import Record, replay


@dataclass(frozen=True)
class Judgement:
    """One message of a game: who played it, what it was worth and what the best would have been, to its player.

    Worth is counted as a hint's value is, points already made included. `proved` if both are proved. `reasons` say why,
    where that was asked for.
    """

    seat: Seat
    message: str
    best: str
    worth: float
    best_worth: float
    proved: bool
    reasons: tuple[Reason, ...] = ()

    @property
    def loss(self) -> float:
        """What the message gave away; 0 for a best one, or where the deeper look thought better of it."""
        return max(0.0, self.best_worth - self.worth)


KEYS = 3
"""Key moves of each player, at most."""
_LEAST_DROP = 0.2
_POINTS_A_SIDE = 3.0


def chance(worth: float, has_margin: bool) -> float:
    """The chance to win, in tenths, of an estimated worth; three points of a margin are worth about nine in ten."""
    even = math.tanh(worth / _POINTS_A_SIDE) if has_margin else worth
    return round(5 * (1 + max(-1.0, min(1.0, even)))) / 10


def drop(judged: Judgement, has_margin: bool) -> float:
    """By how much a message has lowered the chance to win, in tenths; of what is proved any loss counts as one."""
    fallen = chance(judged.best_worth, has_margin) - chance(judged.worth, has_margin)
    return max(fallen, 0.1) if judged.proved and judged.loss else fallen


def key_moves(judged: Sequence[Judgement], has_margin: bool) -> list[int]:
    """The numbers, from 0, of the messages that cost most, at most three of each player, in the order of the game.

    What is proved is one if it lost anything; an estimate, if it cost two tenths of the chance to win.
    """

    def cost(number: int) -> tuple[float, float]:
        return drop(judged[number], has_margin), judged[number].loss

    dear = [n for n, each in enumerate(judged) if each.loss and (each.proved or cost(n)[0] >= _LEAST_DROP - 1e-9)]
    dear.sort(key=cost, reverse=True)
    return sorted(n for seat in Seat for n in [n for n in dear if judged[n].seat is seat][:KEYS])


def losses(judged: Sequence[Judgement]) -> list[int]:
    """The numbers, from 0, of the messages that are proved to have changed how the game ends."""
    return [number for number, each in enumerate(judged) if each.proved and _sign(each.worth) < _sign(each.best_worth)]


def keeps(judged: Judgement) -> bool:
    """Whether a message keeps how the game ends; of an estimate, whether none is thought better."""
    return _sign(judged.worth) >= _sign(judged.best_worth) if judged.proved else not judged.loss


def _sign(worth: float) -> int:
    return (worth > 0) - (worth < 0)


def accuracy(judged: Sequence[Judgement], seat: Seat) -> int | None:
    """How many of a hundred messages of a player gave nothing away; None unless every message of both is proved."""
    own = [each for each in judged if each.seat is seat]
    if not own or not all(each.proved for each in judged):
        return None
    return round(100 * sum(not each.loss for each in own) / len(own))


@dataclass(frozen=True)
class Expected:
    """What a position promises to First, and the message that is advised there.

    One that was not `looked` at promises what the one before it did.
    """

    first: float
    proved: bool
    message: str = ""
    looked: bool = True

    def to(self, seat: Seat) -> float:
        """What it promises to a seat."""
        return self.first if seat is Seat.FIRST else -self.first


_SIDES_WITHIN_REACH = {"dots": 40}


def is_within_reach(game: AnyGame, position: AnyPosition) -> bool:
    """Whether a minute or two prove what a position is worth that seconds do not: of dots those with no more
    sides left than 4x4 has."""
    most = _SIDES_WITHIN_REACH.get(game.name, 0)
    return position.outcome is None and len([*islice(position.moves(), most + 1)]) <= most


def review(record: Record, limit: Limit, level: Level = Level.STRONG) -> Iterator[Judgement]:
    """A judgement for each message, as they come; `limit` holds for each position."""
    game = GAMES[record.game]
    positions = replay(record)
    before = _looked_at(game, positions[0], limit, level)
    for position, after, message in zip(positions, positions[1:], record.messages, strict=False):
        reached = _looked_at(game, after, limit, level)
        yield judgement(position.turn, message, before, reached)
        before = reached


def judged(game: AnyGame, position: AnyPosition, message: str, explained: AnyExplanation) -> Judgement:
    """A judgement with its reasons, by the explanation of a message that was played in a position."""
    seat = position.turn
    made = Expected(_reached(game, position) if game.margin else 0.0, proved=True).to(seat)
    best = str(explained.advised[0]) if explained.advised and explained.value < explained.best else message
    worth, best_worth = made + explained.value, made + explained.best
    return Judgement(seat, message, best, worth, best_worth, explained.proved, explained.reasons)


def judgement(seat: Seat, message: str, before: Expected, after: Expected) -> Judgement:
    """What a seat's message was worth, by what was expected before and after it; none is lost if one is not known."""
    proved, known = before.proved and after.proved, before.looked and after.looked
    return Judgement(seat, message, before.message, after.to(seat), (before if known else after).to(seat), proved)


def expected(game: AnyGame, position: AnyPosition, hint: AnyHint | None) -> Expected:
    """What a position promises, by the hint in it, or after the end (None) by the result."""
    if hint is None:
        return Expected(_reached(game, position), proved=True)
    value = hint.value if position.turn is Seat.FIRST else -hint.value
    made = _reached(game, position) if game.margin else 0.0
    return Expected(made + value, hint.proved, str(hint.move))


def _looked_at(game: AnyGame, position: AnyPosition, limit: Limit, level: Level) -> Expected:
    return expected(game, position, None if position.outcome else game.hint(position, limit, level))


def _reached(game: AnyGame, position: AnyPosition) -> float:
    """What First has: the margin of points, or how the game ended."""
    if game.margin:
        return float(lead(position, Seat.FIRST))
    winner = position.outcome.winner if position.outcome else None
    return 0.0 if winner is None else 1.0 if winner is Seat.FIRST else -1.0
