"""The proof that the loaded tables give of each move, and the full list of reasons that follows from it."""

from __future__ import annotations

from engines.game import Explanation, Limit, Reason
from engines.lgame.loading import is_loaded
from engines.lgame.move import Move
from engines.lgame.reasons import Forecast, all_reasons
from engines.lgame.rules import Position


def reasons(position: Position, explanation: Explanation[Move], _: Limit) -> tuple[Reason, ...]:
    """Return the reasons for any legal move, and how it ends by force once the tables are loaded."""
    every = all_reasons(position, explanation.move, forecast(position, explanation.move))
    if explanation.is_proved and explanation.reply and explanation.value == 0 < explanation.best_value:
        return Reason("win-let-go", move=str(explanation.reply[0])), *(
            each for each in every if each.code != "draw-held"
        )
    return every


def forecast(position: Position, move: Move, seconds: float = 0.0) -> Forecast | None:
    """Return what the tables prove of a move, after waiting up to `seconds`; None until they are loaded."""
    if not is_loaded(position, seconds):
        return None
    from engines.lgame import search

    return search.forecast(position, move)


def losing_moves(position: Position) -> frozenset[Move]:
    """Return the moves that are proved to lose by force; none until the tables are loaded."""
    if not is_loaded(position, 0.0):
        return frozenset()
    from engines.lgame import search

    return search.losing_moves(position)
