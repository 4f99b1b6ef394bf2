"""Insights of the levels between easy and strong: a double-cross, and a short search ahead."""

from __future__ import annotations

from engines.decided import FEW
from engines.dots.classic import classic
from engines.dots.ladder import DOUBLE_CROSS
from engines.dots.move import Move
from engines.dots.reasons import move_reasons
from engines.dots.rules import Position
from engines.levels import Insight, insight_of

GLIMPSES: Insight[Position, Move] = Insight(
    0.24, lambda position, limit: classic(position, limit) if len(position.grid.boxes) > FEW else None
)
SKILLED: Insight[Position, Move] = Insight(0.3, insight_of((DOUBLE_CROSS,), move_reasons))
EXPERT: Insight[Position, Move] = Insight(0.22, nodes=3000)
