"""Insights of the levels between easy and strong: a short search ahead."""

from __future__ import annotations

from engines.digits.classic import classic
from engines.digits.move import Move
from engines.digits.rules import Position
from engines.levels import Insight

_FEW_CELLS = 16
"""The cells of 4x4, on which beginners are spared."""
GLIMPSES: Insight[Position, Move] = Insight(
    0.34, lambda position, limit: classic(position, limit) if len(position.grid.around) > _FEW_CELLS else None
)
SKILLED: Insight[Position, Move] = Insight(0.42, nodes=100)
EXPERT: Insight[Position, Move] = Insight(0.3, nodes=10_000)
