"""What the tables prove of a move once they are loaded, and with that all that is to be said of it."""

from __future__ import annotations

from engines.game import Explanation, Limit, Reason
from engines.lgame.loading import loaded
from engines.lgame.move import Move
from engines.lgame.reasons import Forecast, told
from engines.lgame.rules import Position


def reasons(position: Position, explanation: Explanation[Move], _: Limit) -> tuple[Reason, ...]:
    """What is to be said of any legal move; how it ends by force as soon as the tables are loaded."""
    said = told(position, explanation.move, forecast(position, explanation.move))
    if explanation.is_proved and explanation.reply and explanation.value == 0 < explanation.best_value:
        return Reason("win-let-go", move=str(explanation.reply[0])), *(
            each for each in said if each.code != "draw-held"
        )
    return said


def forecast(position: Position, move: Move, seconds: float = 0.0) -> Forecast | None:
    """What the tables prove of a move, waiting up to `seconds` for them; None while they are not there."""
    if not loaded(position, seconds):
        return None
    from engines.lgame import search

    return search.forecast(position, move)


def lost(position: Position) -> frozenset[Move]:
    """The moves that are proved to lose by force; none while the tables are not there."""
    if not loaded(position, 0.0):
        return frozenset()
    from engines.lgame import search

    return search.lost(position)
