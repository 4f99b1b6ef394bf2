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
    best_message: str
    value: float
    best_value: float
    is_proved: bool
    reasons: tuple[Reason, ...] = ()

    @property
    def loss(self) -> float:
        """What the message gave away; 0 for a best one, or where the deeper look thought better of it."""
        return max(0.0, self.best_value - self.value)


MOST_KEY_MOVES = 3
"""Key moves of each player, at most."""
_LEAST_DROP = 0.2
_POINTS_A_SIDE = 3.0


def chance(worth: float, has_margin: bool) -> float:
    """The chance to win, in tenths, of an estimated worth; three points of a margin are worth about nine in ten."""
    even = math.tanh(worth / _POINTS_A_SIDE) if has_margin else worth
    return round(5 * (1 + max(-1.0, min(1.0, even)))) / 10


def drop(judged: Judgement, has_margin: bool) -> float:
    """By how much a message has lowered the chance to win, in tenths; of what is proved any loss counts as one."""
    fallen = chance(judged.best_value, has_margin) - chance(judged.value, has_margin)
    return max(fallen, 0.1) if judged.is_proved and judged.loss else fallen


def key_moves(judged: Sequence[Judgement], has_margin: bool) -> list[int]:
    """The numbers, from 0, of the messages that cost most, at most three of each player, in the order of the game.

    What is proved is one if it lost anything; an estimate, if it cost two tenths of the chance to win.
    """

    def cost(number: int) -> tuple[float, float]:
        return drop(judged[number], has_margin), judged[number].loss

    dear = [n for n, each in enumerate(judged) if each.loss and (each.is_proved or cost(n)[0] >= _LEAST_DROP - 1e-9)]
    dear.sort(key=cost, reverse=True)
    return sorted(n for seat in Seat for n in [n for n in dear if judged[n].seat is seat][:MOST_KEY_MOVES])


def losses(judged: Sequence[Judgement]) -> list[int]:
    """The numbers, from 0, of the messages that are proved to have changed how the game ends."""
    return [
        number for number, each in enumerate(judged) if each.is_proved and _sign(each.value) < _sign(each.best_value)
    ]


def keeps_result(judged: Judgement) -> bool:
    """Whether a message keeps how the game ends; of an estimate, whether none is thought better."""
    return _sign(judged.value) >= _sign(judged.best_value) if judged.is_proved else not judged.loss


def _sign(worth: float) -> int:
    return (worth > 0) - (worth < 0)


def accuracy(judged: Sequence[Judgement], seat: Seat) -> int | None:
    """How many of a hundred messages of a player gave nothing away; None unless every message of both is proved."""
    own = [each for each in judged if each.seat is seat]
    if not own or not all(each.is_proved for each in judged):
        return None
    return round(100 * sum(not each.loss for each in own) / len(own))


@dataclass(frozen=True)
class Expectation:
    """What a position promises to First, and the message that is advised there.

    One that was not `looked` at promises what the one before it did.
    """

    first_value: float
    is_proved: bool
    message: str = ""
    is_searched: bool = True

    def value_for(self, seat: Seat) -> float:
        """What it promises to a seat."""
        return self.first_value if seat is Seat.FIRST else -self.first_value


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


def judge_move(game: AnyGame, position: AnyPosition, message: str, explained: AnyExplanation) -> Judgement:
    """A judgement with its reasons, by the explanation of a message that was played in a position."""
    seat = position.turn
    made = Expectation(_reached(game, position) if game.has_margin else 0.0, is_proved=True).value_for(seat)
    best = str(explained.best_line[0]) if explained.best_line and explained.value < explained.best_value else message
    worth, best_worth = made + explained.value, made + explained.best_value
    return Judgement(seat, message, best, worth, best_worth, explained.is_proved, explained.reasons)


def judgement(seat: Seat, message: str, before: Expectation, after: Expectation) -> Judgement:
    """What a seat's message was worth, by what was expected before and after it; none is lost if one is not known."""
    proved, known = before.is_proved and after.is_proved, before.is_searched and after.is_searched
    return Judgement(
        seat, message, before.message, after.value_for(seat), (before if known else after).value_for(seat), proved
    )


def expectation(game: AnyGame, position: AnyPosition, hint: AnyHint | None) -> Expectation:
    """What a position promises, by the hint in it, or after the end (None) by the result."""
    if hint is None:
        return Expectation(_reached(game, position), is_proved=True)
    value = hint.value if position.turn is Seat.FIRST else -hint.value
    made = _reached(game, position) if game.has_margin else 0.0
    return Expectation(made + value, hint.is_proved, str(hint.move))


def _looked_at(game: AnyGame, position: AnyPosition, limit: Limit, level: Level) -> Expectation:
    return expectation(game, position, None if position.outcome else game.hint(position, limit, level))


def _reached(game: AnyGame, position: AnyPosition) -> float:
    """What First has: the margin of points, or how the game ended."""
    if game.has_margin:
        return float(lead(position, Seat.FIRST))
    winner = position.outcome.winner if position.outcome else None
    return 0.0 if winner is None else 1.0 if winner is Seat.FIRST else -1.0
