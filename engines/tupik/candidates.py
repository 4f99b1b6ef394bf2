"""Moves worth considering: the widest gaps between both sides' ways, a different gap each, losing ones last."""

from __future__ import annotations

from itertools import islice
from time import perf_counter

from engines.game import Candidate, Limit
from engines.tupik.classic import worth
from engines.tupik.forecast import forecasts
from engines.tupik.move import PASS, Move
from engines.tupik.reasons import Forecast, gives, risks, verdict
from engines.tupik.rules import Position

MOST = 5
_MOST_GIVEN = 2


def candidates(position: Position, limit: Limit) -> tuple[Candidate[Move], ...]:
    """Up to five cities to put a car into, or drives, the best first; of one that loses by force it is said."""
    if position.outcome is not None:
        return ()
    known = forecasts(position, perf_counter() + limit.seconds)
    moves = sorted(
        (move for move in position.moves() if move != PASS),
        key=lambda move: (not _loses(known.get(move)), worth(position, move)),
        reverse=True,
    )
    first_of: dict[object, Move] = {}
    for move in moves:
        first_of.setdefault(worth(position, move), move)
    chosen = [*first_of.values(), *(move for move in moves if move not in first_of.values())][:MOST]
    return tuple(_told(position, move, known.get(move)) for move in chosen)


def _loses(known: Forecast | None) -> bool:
    return known is not None and known.value < 0


def _told(position: Position, move: Move, known: Forecast | None) -> Candidate[Move]:
    end = tuple(verdict(position, move, known)) if known and known.value else ()
    given, taken = islice(gives(position, move), _MOST_GIVEN), risks(position, move)
    if _loses(known):
        return Candidate(move, tuple(given), (*end, *taken))
    return Candidate(move, (*end, *given), tuple(taken))
