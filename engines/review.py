"""What each move of a recorded game won or lost, by the hints before and after it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engines import GAMES
from engines.game import AnyGame, AnyPosition, Level, Limit, Seat
from engines.record import Record, replay


@dataclass(frozen=True)
class Judgement:
    """One message of a game: who played it, what it was worth and what the best would have been, to its player.

    Worth is counted as a hint's value is, points already made included. `proved` if both are proved.
    """

    seat: Seat
    message: str
    best: str
    worth: float
    best_worth: float
    proved: bool

    @property
    def loss(self) -> float:
        """What the message gave away; 0 for a best one, or where the deeper look thought better of it."""
        return max(0.0, self.best_worth - self.worth)


@dataclass(frozen=True)
class _Expected:
    """What a position promises to First, and the message that is advised there."""

    first: float
    proved: bool
    message: str = ""

    def to(self, seat: Seat) -> float:
        return self.first if seat is Seat.FIRST else -self.first


def review(record: Record, limit: Limit, level: Level = Level.STRONG) -> Iterator[Judgement]:
    """A judgement for each message, as they come; `limit` holds for each position."""
    game = GAMES[record.game]
    positions = replay(record)
    before = _expected(game, positions[0], limit, level)
    for position, after, message in zip(positions, positions[1:], record.messages, strict=False):
        seat, reached = position.turn, _expected(game, after, limit, level)
        proved = before.proved and reached.proved
        yield Judgement(seat, message, before.message, reached.to(seat), before.to(seat), proved)
        before = reached


def _expected(game: AnyGame, position: AnyPosition, limit: Limit, level: Level) -> _Expected:
    if position.outcome:
        return _Expected(_reached(game, position), proved=True)
    hint = game.hint(position, limit, level)
    value = hint.value if position.turn is Seat.FIRST else -hint.value
    made = _reached(game, position) if game.margin else 0.0
    return _Expected(made + value, hint.proved, str(hint.move))


def _reached(game: AnyGame, position: AnyPosition) -> float:
    """What First has: the margin of points, or how the game ended."""
    if game.margin:
        first, second = position.score
        return float(first - second)
    winner = position.outcome.winner if position.outcome else None
    return 0.0 if winner is None else 1.0 if winner is Seat.FIRST else -1.0
