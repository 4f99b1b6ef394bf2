"""The opponent who lacks one idea: to take points with a line."""

from __future__ import annotations

from engines.curves.attempt import Try
from engines.curves.line import Line
from engines.curves.move import Move
from engines.curves.rules import Position
from engines.game import Seat
from engines.ladder import Idea, Rung


def _take_most(position: Position) -> tuple[Line, ...]:
    """The lines of the sample by which the lead grows most."""
    if position.marking:
        return ()
    gains = {line: Try(position, line).gain for line in position.moves() if isinstance(line, Line)}
    most = max(gains.values(), default=0)
    return tuple(line for line, gain in gains.items() if gain == most > 0)


def _takes(position: Position, move: Move) -> bool:
    return not position.marking and isinstance(move, Line) and Try(position, move).gain > 0


TAKE_POINTS = Idea("take-points", _take_most, _takes)
LADDER = (Rung(TAKE_POINTS, {"size": "12x9", "points": "12"}, Seat.FIRST),)
