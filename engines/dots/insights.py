"""The insights of the skilled and the expert level: the double-cross, and a short look ahead."""

from __future__ import annotations

from engines.dots.ladder import DOUBLE_CROSS
from engines.dots.move import Move
from engines.dots.reasons import move_reasons
from engines.dots.rules import Position
from engines.levels import Insight, insight_of

SKILLED: Insight[Position, Move] = Insight(0.3, insight_of((DOUBLE_CROSS,), move_reasons))
EXPERT: Insight[Position, Move] = Insight(0.3, nodes=3000)
