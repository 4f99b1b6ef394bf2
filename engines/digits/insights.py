"""The insights of the skilled and the expert level: a short look ahead."""

from __future__ import annotations

from engines.digits.move import Move
from engines.digits.rules import Position
from engines.levels import Insight

SKILLED: Insight[Position, Move] = Insight(0.45, nodes=2000)
EXPERT: Insight[Position, Move] = Insight(0.5, nodes=10_000)
