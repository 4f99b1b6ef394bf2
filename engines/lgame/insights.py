"""The play of the skilled and the expert level where they do not look ahead: no reply ends the game."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from engines.game import Hint, Limit
from engines.levels import Insight
from engines.lgame.classic import KIND_TURNS, advice, classic, favourite
from engines.lgame.grid import REFLECTIONS
from engines.lgame.ladder import leave_no_block
from engines.lgame.move import Move
from engines.lgame.rules import Position, Variant


def careful(position: Position, limit: Limit) -> Hint[Move]:
    """Return the classic level's favourite among the moves that no reply punishes with the end of the game."""
    moves = _without_mirrors(position, leave_no_block(position)) or tuple(position.moves())
    return advice(position, favourite(position, list(moves), Random(f"{limit.seed} {position.key}")))


def _without_mirrors(position: Position, moves: Sequence[Move]) -> Sequence[Move]:
    """Return the moves that mirror if that wins, else those that no reply mirrors, if there are any."""
    if position.variant is not Variant.SYMMETRY:
        return moves
    winning_moves = [move for move in position.moves() if move.place.bits in REFLECTIONS[position.opposing_l]]
    return winning_moves or [move for move in moves if not _can_mirror(position.play(move))] or moves


def _can_mirror(position: Position) -> bool:
    return any(place.bits in REFLECTIONS[position.opposing_l] for place in position.places())


GLIMPSES: Insight[Position, Move] = Insight(
    0.38, lambda position, limit: classic(position, limit) if len(position.past) >= 2 * KIND_TURNS else None
)
SKILLED: Insight[Position, Move] = Insight(0.72)
EXPERT: Insight[Position, Move] = Insight(0.46)
