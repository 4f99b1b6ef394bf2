"""Moves worth considering: Ls far enough from each other, each with its best disc, losing ones last."""

from __future__ import annotations

from itertools import islice

from engines.game import Candidate, Limit
from engines.lgame.classic import rank
from engines.lgame.forecast import forecast, lost
from engines.lgame.loading import loaded
from engines.lgame.move import Move
from engines.lgame.reasons import Forecast, gives, risks, verdict
from engines.lgame.rules import Position

MOST = 4
_MOST_SHARED = 2
_MOST_GIVEN = 2
_PATIENCE = 0.5


def candidates(position: Position, limit: Limit) -> tuple[Candidate[Move], ...]:
    """Up to four moves, the best first; no two of their Ls share more than two squares.

    Of a move that loses by force it is said, once the tables are loaded: half of the limit is spent on that.
    """
    if position.outcome is not None:
        return ()
    loaded(position, 0.0 if limit.stop else _PATIENCE * limit.seconds)
    chosen: list[Move] = []
    for move in _best_of_places(position):
        if len(chosen) < MOST and all(_differ(move, other) for other in chosen):
            chosen.append(move)
    return tuple(_told(position, move, forecast(position, move)) for move in chosen)


def _best_of_places(position: Position) -> list[Move]:
    """The best move of each place of the L; those last whose every move loses."""
    losing, best = lost(position), dict[int, Move]()
    for move in sorted(position.moves(), key=lambda move: (move in losing, rank(position, move))):
        best.setdefault(move.place.bits, move)
    return list(best.values())


def _differ(move: Move, other: Move) -> bool:
    return (move.place.bits & other.place.bits).bit_count() <= _MOST_SHARED


def _told(position: Position, move: Move, known: Forecast | None) -> Candidate[Move]:
    end = tuple(verdict(position, move, known)) if known and known.value else ()
    given, taken = islice(gives(position, move), _MOST_GIVEN), risks(position, move)
    if known and known.value < 0:
        return Candidate(move, tuple(given), (*end, *taken))
    return Candidate(move, (*end, *given), tuple(taken))
