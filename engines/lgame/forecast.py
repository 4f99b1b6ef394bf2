"""Proved values of moves from the loaded tables, and the full list of reasons based on them."""

from __future__ import annotations

from engines.game import Explanation, Limit, Reason
from engines.lgame.loading import is_loaded
from engines.lgame.move import Move
from engines.lgame.reasons import Forecast, all_reasons
from engines.lgame.rules import Position


def reasons(position: Position, explanation: Explanation[Move], _: Limit) -> tuple[Reason, ...]:
    """Return the reasons for any legal move, and its forced end once the tables are loaded."""
    every = all_reasons(position, explanation.move, forecast(position, explanation.move))
    if explanation.is_proved and explanation.reply and explanation.value == 0 < explanation.best_value:
        return Reason("win-let-go", move=str(explanation.reply[0])), *(
            each for each in every if each.code != "draw-held"
        )
    return every


def forecast(position: Position, move: Move, seconds: float = 0.0) -> Forecast | None:
    """Return the proved value of a move, after waiting up to `seconds`; None until the tables are loaded."""
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
