"""The insights of the skilled and the expert level: a few games played out."""

from __future__ import annotations

from engines.curves.move import Move
from engines.curves.rules import Position
from engines.levels import Insight

SKILLED: Insight[Position, Move] = Insight(0.5, nodes=100)
EXPERT: Insight[Position, Move] = Insight(0.2, nodes=500)
