"""The insights of the skilled and the expert level: a reply that blocks, and a block in two moves."""

from __future__ import annotations

from engines.levels import Insight, insight_of
from engines.lgame.ladder import FORCE, LEAVE_NO_BLOCK
from engines.lgame.move import Move
from engines.lgame.reasons import move_reasons
from engines.lgame.rules import Position

SKILLED: Insight[Position, Move] = Insight(
    0.3, insight_of((LEAVE_NO_BLOCK,), lambda position, move: move_reasons(position, move, None))
)
EXPERT: Insight[Position, Move] = Insight(
    0.3, insight_of((FORCE,), lambda position, move: move_reasons(position, move, None))
)
