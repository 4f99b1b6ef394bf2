"""What is proved of each move, and with that all that is to be said of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engines.game import Explanation, Reason, lead
from engines.tupik.move import Move
from engines.tupik.reasons import Forecast, told
from engines.tupik.rules import Position
from engines.tupik.worth import Worth, closed_form, worth_after

_EVER = 10_000


def reasons(position: Position, explanation: Explanation[Move]) -> tuple[Reason, ...]:
    """What is to be said of any legal move; how it ends by force."""
    known = forecasts(position).get(explanation.move)
    return (*_refuted(explanation, known), *told(position, explanation.move, known))


def _refuted(explanation: Explanation[Move], known: Forecast | None) -> Iterator[Reason]:
    """What a proved reply takes, as far as that is not in what is `known`."""
    if explanation.is_proved and explanation.reply:
        if explanation.value == 0 < explanation.best_value:
            yield Reason("win-let-go", move=str(explanation.reply[0]))
        elif explanation.value < 0 and known is None:
            yield Reason("loses-by-force", move=str(explanation.reply[0]))


def forecasts(position: Position) -> dict[Move, Forecast]:
    """What is proved of every move; nothing where too much has occurred twice to be looked through."""
    known = worths(position) or {}
    return {move: forecast(position, known, move) for move in known}


def worths(position: Position) -> dict[Move, Worth] | None:
    """What each move is worth to the side to move, with the plies after it; None if that cannot be told of all."""
    found = {move: worth_after(position.play(move), position.turn) for move in position.moves()}
    known = {move: worth for move, worth in found.items() if worth is not None}
    return known if len(known) == len(found) else None


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


def forecast(position: Position, known: Mapping[Move, Worth], move: Move) -> Forecast:
    (value, plies), after = known[move], position.play(move)
    others = [worth for other, worth in known.items() if other != move]
    return Forecast(
        value,
        plies + 1 if value else 0,
        answer(after) if value < 0 and not after.outcome and after.turn is not position.turn else None,
        only=bool(others) and all(other < value for other, _ in others),
        longest=value < 0 and known[move] == max(known.values(), key=sooner),
    )


def answer(after: Position) -> Move:
    return best(after, worths(after) or guesses(after))
