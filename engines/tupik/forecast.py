"""The proved value of each move, and the full list of reasons that follows from it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engines.game import Deadline, Explanation, Limit, Reason, lead
from engines.tupik.move import Move
from engines.tupik.reasons import Forecast, all_reasons
from engines.tupik.rules import Position
from engines.tupik.worth import Worth, closed_form, value_after

_EVER = 10_000


def reasons(position: Position, explanation: Explanation[Move], limit: Limit) -> tuple[Reason, ...]:
    """Return the reasons for any legal move, and its forced end if that is proved within the limit."""
    deadline = limit.deadline()
    values = exact_values(position, deadline)
    proof = forecast(position, values, explanation.move, deadline) if values else None
    return (
        *_reply_reasons(explanation, proof),
        *(_delay(values, explanation.move) if values else ()),
        *all_reasons(position, explanation.move, proof),
    )


def _delay(values: Mapping[Move, Worth], move: Move) -> Iterator[Reason]:
    """Yield the number of moves by which a win is delayed."""
    value, plies = values[move]
    if value > 0 and (turns := (plies - min(each for worth, each in values.values() if worth > 0)) // 2):
        yield Reason("wins-later", turns=turns)


def _reply_reasons(explanation: Explanation[Move], proof: Forecast | None) -> Iterator[Reason]:
    """Yield the effects of a proved reply, unless the forecast mentions them."""
    if explanation.is_proved and explanation.reply:
        if explanation.value == 0 < explanation.best_value:
            yield Reason("win-let-go", move=str(explanation.reply[0]))
        elif explanation.value < 0 and proof is None:
            yield Reason("loses-by-force", move=str(explanation.reply[0]))


def forecasts(position: Position, deadline: Deadline) -> dict[Move, Forecast]:
    """Return the proved forecast of every move; {} if repeated positions are too many to search by the deadline."""
    values = exact_values(position, deadline) or {}
    return {move: forecast(position, values, move, deadline) for move in values}


def exact_values(position: Position, deadline: Deadline) -> dict[Move, Worth] | None:
    """Return the value of each move to the side to move, with the plies after it; None unless all are proved."""
    values = dict[Move, Worth]()
    for move in position.moves():
        value = value_after(position.play(move), position.turn, deadline)
        if value is None:
            return None
        values[move] = value
    return values


def best_move(position: Position, values: Mapping[Move, Worth]) -> Move:
    """Return the quickest win or the longest resistance; ties go to the widest gap in distance."""

    def rank(move: Move) -> tuple[float, int]:
        return urgency(values[move]), lead(position.play(move), position.turn.opponent)

    return max(values, key=rank)


def urgency(value_and_plies: Worth) -> float:
    """Return a sort key that puts the quickest win first and longer losses before shorter ones."""
    value, plies = value_and_plies
    return value * (_EVER - plies)


def guesses(position: Position) -> dict[Move, Worth]:
    """Return each move's value as if no position had occurred before."""
    values = dict[Move, Worth]()
    for move in position.moves():
        after = position.play(move)
        value, plies = (value_after(after, position.turn) or (0, 0)) if after.outcome else closed_form(after)
        values[move] = (value if after.outcome or after.turn is position.turn else -value), plies
    return values


def forecast(position: Position, values: Mapping[Move, Worth], move: Move, deadline: Deadline) -> Forecast:
    """Return the proved forecast of a move; its best reply only if that is proved in time."""
    (value, plies), after = values[move], position.play(move)
    other_values = [each for alternative, each in values.items() if alternative != move]
    return Forecast(
        value,
        plies + 1 if value else 0,
        _refutation(after, deadline) if value < 0 and not after.outcome and after.turn is not position.turn else None,
        is_only_good=bool(other_values) and all(alternative < value for alternative, _ in other_values),
        is_longest=value < 0 and _is_longest(values, move),
        is_hopeless=all(each < 0 for each, _ in values.values()),
    )


def _is_longest(values: Mapping[Move, Worth], move: Move) -> bool:
    """Return whether every move loses, none later than this one, and some sooner."""
    urgencies = {*map(urgency, values.values())}
    return len(urgencies) > 1 and urgency(values[move]) == max(urgencies)


def answer(after: Position, deadline: Deadline) -> Move:
    """Return the best move, a guess if repeated positions are too many to search in time."""
    return best_move(after, exact_values(after, deadline) or guesses(after))


def _refutation(after: Position, deadline: Deadline) -> Move | None:
    values = exact_values(after, deadline) if not deadline.is_over else None
    return best_move(after, values) if values else None
