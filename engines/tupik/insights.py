"""The insights of the skilled and the expert level: the race of the nearest cars, and where to put them."""

from __future__ import annotations

from engines.levels import Insight, insight_of
from engines.tupik.ladder import DRIVE_NEAREST
from engines.tupik.move import Move
from engines.tupik.reasons import move_reasons
from engines.tupik.rules import Position

SKILLED: Insight[Position, Move] = Insight(
    0.3, insight_of((DRIVE_NEAREST,), lambda position, move: move_reasons(position, move, None))
)
EXPERT: Insight[Position, Move] = Insight(0.3)
