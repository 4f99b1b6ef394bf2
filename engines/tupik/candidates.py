"""Moves worth considering: the widest gaps between the sides' distances, one move per gap, losing moves last."""

from __future__ import annotations

from itertools import islice

from engines.game import Candidate, Limit
from engines.tupik.classic import rank
from engines.tupik.forecast import forecasts
from engines.tupik.move import PASS, Move
from engines.tupik.reasons import Forecast, effects, risks, verdict
from engines.tupik.rules import Position

MOST = 5
_MOST_GIVEN = 2


def candidates(position: Position, limit: Limit) -> tuple[Candidate[Move], ...]:
    """Return up to five placements or drives, the best first; each that loses by force says so."""
    if position.outcome is not None:
        return ()
    forecasts_by_move = forecasts(position, limit.deadline())
    moves = sorted(
        (move for move in position.moves() if move != PASS),
        key=lambda move: (not _loses(forecasts_by_move.get(move)), rank(position, move)),
        reverse=True,
    )
    first_of: dict[object, Move] = {}
    for move in moves:
        first_of.setdefault(rank(position, move), move)
    selection = [*first_of.values(), *(move for move in moves if move not in first_of.values())][:MOST]
    return tuple(_candidate(position, move, forecasts_by_move.get(move)) for move in selection)


def _loses(forecast: Forecast | None) -> bool:
    return forecast is not None and forecast.value < 0


def _candidate(position: Position, move: Move, forecast: Forecast | None) -> Candidate[Move]:
    end = tuple(verdict(position, move, forecast)) if forecast and forecast.value else ()
    own_effects, harm = islice(effects(position, move), _MOST_GIVEN), risks(position, move)
    if _loses(forecast):
        return Candidate(move, tuple(own_effects), (*end, *harm))
    return Candidate(move, (*end, *own_effects), tuple(harm))
