"""Reviews: the gain or loss of each move of a recorded game, by the hints before and after it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from engines import GAMES
from engines.game import AnyExplanation, AnyGame, AnyHint, AnyPosition, Level, Limit, Reason, Seat, lead
from engines.record import Record, replay


@dataclass(frozen=True)
class Judgement:
    """One message of a game: its player, its value, and the best message with its value, for that player.

    Values are counted like a hint's value, plus the points already made. `is_proved` if both are proved. `reasons`
    says why, and `than_reasons` what the message `than` does instead, if the caller asked for it.
    """

    seat: Seat
    message: str
    best_message: str
    value: float
    best_value: float
    is_proved: bool
    reasons: tuple[Reason, ...] = ()
    than: str = ""
    than_reasons: tuple[Reason, ...] = ()

    @property
    def loss(self) -> float:
        """Return the value that the message lost; 0 if it was a best one or the deeper search prefers it."""
        return max(0.0, self.best_value - self.value)


MOST_KEY_MOVES, MOST_LATER = 3, 5
"""Key moves of each player, at most: while estimates are being searched further, and later."""
_LEAST_DROP = 0.2
_POINTS_A_SIDE = 3.0


def chance(value: float, has_margin: bool) -> float:
    """Return the winning chance, in tenths, of an estimated value; a margin of three points is about nine in ten."""
    advantage = math.tanh(value / _POINTS_A_SIDE) if has_margin else value
    return round(5 * (1 + max(-1.0, min(1.0, advantage)))) / 10


def drop(judgement: Judgement, has_margin: bool) -> float:
    """Return how far a message lowered the winning chance, in tenths; a proved loss counts at least one."""
    fall = chance(judgement.best_value, has_margin) - chance(judgement.value, has_margin)
    return max(fall, 0.1) if judgement.is_proved and judgement.loss else fall


def key_moves(
    judgements: Sequence[Judgement], has_margin: bool, is_final: bool = True, earlier: Iterable[int] = ()
) -> list[int]:
    """Return the indices of the costliest messages of each player, and of those that were key moves `earlier`.

    They are in the order of the game. A proved message is one if it lost anything. An estimate is one if it cost two
    tenths of the chance to win, but only once the judgements are final: before, a proof could take it back. There is
    room then for what proofs add.
    """

    def cost(number: int) -> tuple[bool, float, float]:
        return judgements[number].is_proved, drop(judgements[number], has_margin), judgements[number].loss

    costly = [
        n
        for n, each in enumerate(judgements)
        if each.loss and (each.is_proved or (is_final and cost(n)[1] >= _LEAST_DROP - 1e-9))
    ]
    costly.sort(key=cost, reverse=True)
    most = MOST_LATER if is_final else MOST_KEY_MOVES
    costliest = (n for seat in Seat for n in [n for n in costly if judgements[n].seat is seat][:most])
    return sorted({*costliest, *earlier})


def losses(judgements: Sequence[Judgement]) -> list[int]:
    """Return the indices of the messages that provably worsened the result of the game."""
    return [
        number
        for number, each in enumerate(judgements)
        if each.is_proved and _sign(each.value) < _sign(each.best_value)
    ]


def keeps_result(judgement: Judgement) -> bool:
    """Return whether a message keeps the result of the game, or, if estimated, loses nothing."""
    return _sign(judgement.value) >= _sign(judgement.best_value) if judgement.is_proved else not judgement.loss


def _sign(value: float) -> int:
    return (value > 0) - (value < 0)


def accuracy(judgements: Sequence[Judgement], seat: Seat) -> int | None:
    """Return the percentage of a player's messages that lost nothing; None unless every message is proved."""
    player_judgements = [each for each in judgements if each.seat is seat]
    if not player_judgements or not all(each.is_proved for each in judgements):
        return None
    return round(100 * sum(not each.loss for each in player_judgements) / len(player_judgements))


@dataclass(frozen=True)
class Expectation:
    """The expected value of a position for First, and the message advised there.

    A position that was not searched takes over the expectation of the one before it.
    """

    first_value: float
    is_proved: bool
    message: str = ""
    is_searched: bool = True

    def value_for(self, seat: Seat) -> float:
        """Return the expected value for `seat`."""
        return self.first_value if seat is Seat.FIRST else -self.first_value


_SIDES_WITHIN_REACH = {"dots": 40}


def is_within_reach(game: AnyGame, position: AnyPosition) -> bool:
    """Return whether a minute or two can prove a position that seconds cannot.

    In Dots that holds for positions with no more open sides than 4x4 has.
    """
    most = _SIDES_WITHIN_REACH.get(game.name, 0)
    return position.outcome is None and len([*islice(position.moves(), most + 1)]) <= most


def review(record: Record, limit: Limit, level: Level = Level.STRONG) -> Iterator[Judgement]:
    """Yield a judgement for each message; `limit` holds for each position."""
    game = GAMES[record.game]
    positions = replay(record)
    before = _search(game, positions[0], limit, level)
    for position, after, message in zip(positions, positions[1:], record.messages, strict=False):
        current = _search(game, after, limit, level)
        yield judgement(position.turn, message, before, current)
        before = current


def judge_move(game: AnyGame, position: AnyPosition, message: str, explanation: AnyExplanation) -> Judgement:
    """Return a judgement with reasons, from the explanation of a message played in `position`.

    An estimate by which the message is worse, but no reason tells why, counts for nothing.
    """
    seat, reasoning = position.turn, game.text.reasoning
    points = Expectation(_standing(game, position) if game.has_margin else 0.0, is_proved=True).value_for(seat)
    is_worse, reasons = explanation.value < explanation.best_value, explanation.reasons
    if not explanation.is_proved:
        is_worse = is_worse and reasoning.has_told((*explanation.reasons, *explanation.than_reasons))
    than, than_reasons = explanation.than, explanation.than_reasons
    if not is_worse:
        faults = tuple(each for each in explanation.facts if each.code in game.text.faults)
        merits = tuple(each for each in reasons if reasoning.suits(each, str(seat), is_worse=False))
        if not explanation.is_proved and (faults or not reasoning.has_told((*merits, *than_reasons))):
            than, than_reasons = None, ()  # nothing is compared
            merits = tuple(each for each in explanation.facts if reasoning.is_merit(each, str(seat)))
        reasons = tuple(dict.fromkeys((*(() if explanation.is_proved else faults), *merits)))
    best_message = str(explanation.best_line[0]) if explanation.best_line and is_worse else message
    value, best_value = points + explanation.value, points + (explanation.best_value if is_worse else explanation.value)
    than_message = "" if than is None else str(than)
    return Judgement(
        seat, message, best_message, value, best_value, explanation.is_proved, reasons, than_message, than_reasons
    )


def judgement(seat: Seat, message: str, before: Expectation, after: Expectation) -> Judgement:
    """Return the judgement of a message from the expectations before and after it.

    Unsearched ones lose nothing, nor does the advised message, though a later estimate is lower.
    """
    is_proved = before.is_proved and after.is_proved
    is_known = before.is_searched and after.is_searched and message != before.message
    return Judgement(
        seat, message, before.message, after.value_for(seat), (before if is_known else after).value_for(seat), is_proved
    )


def expectation(game: AnyGame, position: AnyPosition, hint: AnyHint | None) -> Expectation:
    """Return the expectation of a position by the hint in it, or by the result if there is no hint (the end)."""
    if hint is None:
        return Expectation(_standing(game, position), is_proved=True)
    value = hint.value if position.turn is Seat.FIRST else -hint.value
    points = _standing(game, position) if game.has_margin else 0.0
    return Expectation(points + value, hint.is_proved, str(hint.move))


def _search(game: AnyGame, position: AnyPosition, limit: Limit, level: Level) -> Expectation:
    return expectation(game, position, None if position.outcome else game.hint(position, limit, level))


def _standing(game: AnyGame, position: AnyPosition) -> float:
    """Return First's margin of points so far, or the result of the game."""
    if game.has_margin:
        return float(lead(position, Seat.FIRST))
    winner = position.outcome.winner if position.outcome else None
    return 0.0 if winner is None else 1.0 if winner is Seat.FIRST else -1.0
