"""What is proved of each move, and with that all that is to be said of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from time import perf_counter

from engines.game import Explanation, Limit, Reason, lead
from engines.tupik.move import Move
from engines.tupik.reasons import Forecast, told
from engines.tupik.rules import Position
from engines.tupik.worth import Worth, closed_form, worth_after

_EVER = 10_000


def reasons(position: Position, explanation: Explanation[Move], limit: Limit) -> tuple[Reason, ...]:
    """Return what is to be said of any legal move, and how it ends by force if that is found within the limit."""
    until = perf_counter() + limit.seconds
    known = worths(position, until)
    proved = forecast(position, known, explanation.move, until) if known else None
    return (*_refuted(explanation, proved), *told(position, explanation.move, proved))


def _refuted(explanation: Explanation[Move], known: Forecast | None) -> Iterator[Reason]:
    """What a proved reply takes, as far as that is not in what is `known`."""
    if explanation.is_proved and explanation.reply:
        if explanation.value == 0 < explanation.best_value:
            yield Reason("win-let-go", move=str(explanation.reply[0]))
        elif explanation.value < 0 and known is None:
            yield Reason("loses-by-force", move=str(explanation.reply[0]))


def forecasts(position: Position, until: float) -> dict[Move, Forecast]:
    """Return what is proved of every move; nothing where too much has occurred twice to be looked through in time."""
    known = worths(position, until) or {}
    return {move: forecast(position, known, move, until) for move in known}


def worths(position: Position, until: float) -> dict[Move, Worth] | None:
    """Return what each move is worth to the side to move, with the plies after it; None unless that is told of all."""
    known = dict[Move, Worth]()
    for move in position.moves():
        found = worth_after(position.play(move), position.turn, until)
        if found is None:
            return None
        known[move] = found
    return known


def best(position: Position, found: Mapping[Move, Worth]) -> Move:
    """The quickest win, the longest resistance; among equals the widest gap of distances."""

    def rank(move: Move) -> tuple[float, int]:
        return sooner(found[move]), lead(position.play(move), position.turn.opponent)

    return max(found, key=rank)


def sooner(worth: Worth) -> float:
    """Worths in order: the quickest win first, the longest loss before the shorter ones."""
    value, plies = worth
    return value * (_EVER - plies)


def guesses(position: Position) -> dict[Move, Worth]:
    """What each move would be worth if nothing had occurred before."""
    found = dict[Move, Worth]()
    for move in position.moves():
        after = position.play(move)
        value, plies = (worth_after(after, position.turn) or (0, 0)) if after.outcome else closed_form(after)
        found[move] = (value if after.outcome or after.turn is position.turn else -value), plies
    return found


def forecast(position: Position, known: Mapping[Move, Worth], move: Move, until: float) -> Forecast:
    """Return what is proved of a move; the best answer to it only if that is proved in time."""
    (value, plies), after = known[move], position.play(move)
    others = [worth for other, worth in known.items() if other != move]
    return Forecast(
        value,
        plies + 1 if value else 0,
        _refutation(after, until) if value < 0 and not after.outcome and after.turn is not position.turn else None,
        only=bool(others) and all(other < value for other, _ in others),
        longest=value < 0 and known[move] == max(known.values(), key=sooner),
    )


def answer(after: Position, until: float) -> Move:
    """Return the best move, by a guess where too much has occurred twice."""
    return best(after, worths(after, until) or guesses(after))


def _refutation(after: Position, until: float) -> Move | None:
    known = worths(after, until) if perf_counter() < until else None
    return best(after, known) if known else None
