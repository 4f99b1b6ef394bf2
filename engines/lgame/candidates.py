"""Moves worth considering: Ls that differ enough, each with its best disc, losing moves last."""

from __future__ import annotations

from itertools import islice

from engines.game import Candidate, Limit
from engines.lgame.classic import rank
from engines.lgame.forecast import forecast, losing_moves
from engines.lgame.loading import is_loaded
from engines.lgame.move import Move
from engines.lgame.reasons import Forecast, effects, risks, verdict
from engines.lgame.rules import Position

MOST = 4
_MOST_SHARED = 2
_MOST_GIVEN = 2
_PATIENCE = 0.5


def candidates(position: Position, limit: Limit) -> tuple[Candidate[Move], ...]:
    """Return up to four moves, the best first; no two of their Ls share more than two squares.

    A move that loses by force says so once the tables are loaded; waiting for them takes up to half of the limit.
    """
    if position.outcome is not None:
        return ()
    is_loaded(position, 0.0 if limit.stop else _PATIENCE * limit.seconds)
    selection: list[Move] = []
    for move in _best_of_places(position):
        if len(selection) < MOST and all(_differ(move, each) for each in selection):
            selection.append(move)
    return tuple(_candidate(position, move, forecast(position, move)) for move in selection)


def _best_of_places(position: Position) -> list[Move]:
    """Return the best move for each place of the L; places where every move loses come last."""
    losing, moves_by_place = losing_moves(position), dict[int, Move]()
    for move in sorted(position.moves(), key=lambda move: (move in losing, rank(position, move))):
        moves_by_place.setdefault(move.place.bits, move)
    return list(moves_by_place.values())


def _differ(one: Move, two: Move) -> bool:
    return (one.place.bits & two.place.bits).bit_count() <= _MOST_SHARED


def _candidate(position: Position, move: Move, forecast: Forecast | None) -> Candidate[Move]:
    end = tuple(verdict(position, move, forecast)) if forecast and forecast.value else ()
    benefits, harm = islice(effects(position, move), _MOST_GIVEN), risks(position, move)
    if forecast and forecast.value < 0:
        return Candidate(move, tuple(benefits), (*end, *harm))
    return Candidate(move, (*end, *benefits), tuple(harm))
